import type { ReactNode } from "react";

/** What a list shows when it holds nothing: a picture, what that means, what to do next. */
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
