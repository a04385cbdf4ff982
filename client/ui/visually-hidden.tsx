import type { ReactNode } from "react";

/** Words for screen readers, where the screen says the same by other means. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
