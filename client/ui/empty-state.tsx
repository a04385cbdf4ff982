import type { ReactNode } from "react";

/** Shown in an empty list: a picture, what will appear here, and how to add the first. */
export function EmptyState({
  title,
  children,
  art,
  action,
}: {
  title: string;
  children?: ReactNode;
  art?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {art && <div className="mb-6">{art}</div>}
      <p className="font-semibold text-lg">{title}</p>
      {children && <div className="mt-2 max-w-sm text-ink-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
