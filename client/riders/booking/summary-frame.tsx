import type { ReactNode } from "react";

/** The frame of the trip beside the steps, on a wide screen. What is in it comes after the first step. */
export function SummaryFrame({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Your trip" className="hidden lg:block">
      <div className="sticky top-24 rounded-xl border border-line bg-surface-raised p-6">
        {children || <div className="h-52" />}
      </div>
    </aside>
  );
}
