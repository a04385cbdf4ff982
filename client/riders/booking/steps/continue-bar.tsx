import type { ReactNode } from "react";

/**
 * The button to the next step: on a phone fixed above the bottom bar, within thumb's reach. Shows the error
 * with it. In a low window, such as a zoomed page, it sits at the end of the form instead.
 */
export function ContinueBar({ children }: { children: ReactNode }) {
  return <div className="at-thumb">{children}</div>;
}
