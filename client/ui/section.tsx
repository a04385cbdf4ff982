import { type ReactNode, useId } from "react";

/** A section of a page under an `<h2>`, which names it. */
export function Section({
  title,
  detail,
  actions,
  children,
}: {
  title: string;
  detail?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 first:mt-0">
      <div className={`mb-4 flex justify-between gap-4 ${detail ? "items-end" : "items-center"}`}>
        <div>
          <h2 className="text-lg" id={id}>
            {title}
          </h2>
          {detail && <p className="mt-1 text-ink-muted text-sm">{detail}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
