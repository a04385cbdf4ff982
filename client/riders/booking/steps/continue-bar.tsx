import type { ReactNode } from "react";

/**
 * The button to the next step, with the error. On a phone it is fixed above the bottom bar, within thumb's reach. In a
 * low window, such as a zoomed page, it is at the end of the form instead.
 */
export function ContinueBar({ children }: { children: ReactNode }) {
  return <div className="at-thumb">{children}</div>;
}
