import type { ReactNode } from "react";

/** One figure, and the name of what it counts. */
export function Statistic({
  label,
  value,
  detail,
}: {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
}) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface-raised p-4 shadow-sm">
      <p className="text-ink-muted text-sm">{label}</p>
      <p className="mt-1 truncate font-semibold text-xl tabular-nums">{value}</p>
      {detail && <p className="mt-1 text-ink-faint text-xs">{detail}</p>}
    </div>
  );
}
