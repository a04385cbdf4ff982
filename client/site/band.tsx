import type { ReactNode } from "react";

/** A part of a page with its own heading, from edge to edge. */
export function Band({
  id,
  title,
  detail,
  raised,
  children,
}: {
  id: string;
  title: string;
  detail?: ReactNode;
  /** On the lighter ground, which parts it from its neighbours. */
  raised?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={raised ? "border-line border-y bg-surface-raised" : ""}
      id={id}
    >
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
        <h2 className="break-words text-xl" id={`${id}-title`}>
          {title}
        </h2>
        {detail && <p className="mt-2 max-w-2xl text-ink-muted">{detail}</p>}
        {children}
      </div>
    </section>
  );
}
