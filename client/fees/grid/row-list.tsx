import type { KeyboardEvent, ReactNode } from "react";

/** Rows of fields in one card, dense on a desktop and stacked on a phone. The children are `RowItem`s. */
export function RowList({
  label,
  list,
  onKeyDown,
  children,
}: {
  label: string;
  /** The list's name in the schedule, so that faults of the whole list link here. */
  list: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      className="rounded-lg border border-line bg-surface-raised shadow-sm empty:hidden"
      data-list={list}
      onKeyDown={onKeyDown}
    >
      {children}
    </ul>
  );
}

/** One row; the grid's keys move between rows. */
export function RowItem({ children }: { children: ReactNode }) {
  return (
    <li className="@container border-line border-t p-3 first:border-t-0" data-row="">
      {children}
    </li>
  );
}
