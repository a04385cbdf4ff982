import type { ReactNode } from "react";

/** Space for the test trip beside the prices on a wide screen, reserved until it loads. */
export function SimulatorAside({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label="Test a trip"
      className="sticky top-[calc(var(--bar)+1.5rem)] hidden max-h-[calc(100dvh-var(--bar)-3rem)] w-84 shrink-0 overflow-y-auto rounded-lg border border-line bg-surface-raised p-4 shadow-sm min-[88rem]:block min-[110rem]:w-96"
    >
      <h2 className="mb-3 text-base">Test a trip</h2>
      {children}
    </aside>
  );
}
