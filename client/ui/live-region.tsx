import type { ReactNode } from "react";

/**
 * Announces changes of its children to screen readers. Keep it mounted and change its children; a region
 * that appears together with its words is often not announced.
 */
export function LiveRegion({
  children,
  assertive,
}: {
  children: ReactNode;
  /** Interrupts what is being announced; for failures only. */
  assertive?: boolean;
}) {
  return (
    <div className="sr-only" role={assertive ? "alert" : "status"}>
      {children}
    </div>
  );
}
