import type { ReactNode } from "react";

/**
 * Announces changes of its children to screen readers. Keep it mounted and change its children: a region that appears
 * together with its text is often not announced.
 */
export function LiveRegion({
  children,
  isAssertive,
}: {
  children: ReactNode;
  /** Whether it interrupts other announcements. For failures only. */
  isAssertive?: boolean;
}) {
  return (
    <div className="sr-only" role={isAssertive ? "alert" : "status"}>
      {children}
    </div>
  );
}
