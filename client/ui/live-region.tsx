import type { ReactNode } from "react";

/**
 * Reads out what changes inside it, to those who cannot see it. Keep it mounted and change its
 * children; a region that arrives together with its words is often not read.
 */
export function LiveRegion({
  children,
  assertive,
}: {
  children: ReactNode;
  /** Interrupts what is being read; for failures only. */
  assertive?: boolean;
}) {
  return (
    <div className="sr-only" role={assertive ? "alert" : "status"}>
      {children}
    </div>
  );
}
