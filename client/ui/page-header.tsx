import type { ReactNode } from "react";

/** The page's one `<h1>`, with its actions beside it. */
export function PageHeader({
  title,
  detail,
  actions,
  dense,
}: {
  title: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
  dense?: boolean;
}) {
  return (
    <header
      className={`flex flex-wrap items-center justify-between gap-4 ${dense ? "mb-3" : "mb-6"}`}
    >
      <div className="min-w-0">
        <h1 className={dense ? "text-lg" : "text-xl"}>{title}</h1>
        {detail && <p className="mt-1 text-ink-muted">{detail}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
