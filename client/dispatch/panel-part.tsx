import type { ReactNode } from "react";

/** One part of a reservation's details, under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-muted text-xs">{title}</h3>
      {children}
    </section>
  );
}
