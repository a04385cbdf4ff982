import type { ReactNode } from "react";

/**
 * The button to the next step: on a phone at the thumb, above the bar at the foot, so that nobody
 * looks for it below the map or the cars. Why it was refused stands with it. Where the window is low,
 * as of a page that is zoomed, it stands at the end of the form.
 */
export function NextBar({ children }: { children: ReactNode }) {
  return <div className="at-thumb">{children}</div>;
}
