import type { ReactNode } from "react";
import { type OperatorFacts, PublicShell } from "../public-shell";

/** A page that stands for its form: what it is about beside it. */
export function FormPage({
  operator,
  heading,
  lead,
  form,
  children,
}: {
  operator: OperatorFacts;
  heading: string;
  lead: ReactNode;
  /** The form, or the thanks for what was sent. */
  form: ReactNode;
  /** Beneath the lead. */
  children: ReactNode;
}) {
  return (
    <PublicShell operator={operator}>
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:py-20 lg:grid-cols-[20rem_1fr] lg:gap-16">
        <div>
          <h1 className="text-xl md:text-2xl">{heading}</h1>
          <p className="mt-4 text-ink-muted text-lg">{lead}</p>
          {children}
        </div>
        <div
          className="min-w-0 scroll-mt-(--bar) self-start rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8"
          id="form"
        >
          {form}
        </div>
      </div>
    </PublicShell>
  );
}
