import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "./class-names";
import { pressableRow } from "./row-press";

export interface Column<Row> {
  /** The column's id, passed to `onSort`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Whether it has figures, which are right-aligned and of equal width. */
  numeric?: boolean;
  sortable?: boolean;
  /** Whether it is hidden below laptop width. */
  isForWideScreens?: boolean;
  className?: string;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Returns the address that a row opens. The row's first cell becomes the link, and the whole row can be pressed. */
  rowLink?: (row: Row) => { to: string; search?: Record<string, string> };
  /** Selects the row in place, instead of a link. */
  onRowPress?: (row: Row) => void;
  /** The key of the row that has the focus or is shown beside the table. */
  currentRowKey?: string | null;
  /** The sorted column: `id`, or `-id` for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  dense?: boolean;
  /** Whether the header stays visible while the page scrolls, for tables that fit the page's width. */
  isSticky?: boolean;
  /** Draws the same row as a card, for a phone. Without it the table scrolls sideways there. */
  card?: (row: Row) => ReactNode;
  /** The content that replaces the body if there are no rows. */
  empty?: ReactNode;
}

/**
 * A real `<table>` with a sticky header. On a phone it is a list of cards if `card` is given. Arrow keys move between
 * rows once one of them has the focus.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowLink, onRowPress, currentRowKey, dense, card, empty } =
    props;
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <>
      {card && (
        <ul aria-label={caption} className="grid grid-cols-1 gap-2 md:hidden">
          {rows.map((row) => (
            <li key={rowKey(row)}>{card(row)}</li>
          ))}
        </ul>
      )}
      <div
        className={classNames(
          "relative scroll-x rounded-lg border border-line bg-surface-raised",
          props.isSticky && "lg:overflow-visible",
          card && "hidden md:block",
        )}
      >
        <table className={classNames("w-full border-collapse text-start", dense && "text-sm")}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell
                  column={column}
                  dense={dense}
                  key={column.id}
                  onSort={props.onSort}
                  sort={props.sort}
                  isSticky={props.isSticky}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(row);
              const link = rowLink?.(row);
              const rowAction = link ?? onRowPress;
              return (
                <tr
                  aria-current={key === currentRowKey ? "true" : undefined}
                  className={classNames(
                    "border-line border-t",
                    key === currentRowKey && "bg-accent-surface",
                    rowAction && "pressable-row",
                  )}
                  key={key}
                  {...(rowAction && pressableRow)}
                >
                  {columns.map((column, at) => (
                    <td
                      className={classNames(
                        dense ? "h-9 px-3 pointer-coarse:h-11" : "h-14 px-4",
                        column.numeric && "text-end tabular-nums",
                        column.isForWideScreens && "hidden lg:table-cell",
                        column.className,
                      )}
                      key={column.id}
                    >
                      {at === 0 && link ? (
                        <Link
                          className="font-medium"
                          data-row=""
                          onKeyDown={moveBetweenRows}
                          search={link.search as never}
                          to={link.to}
                        >
                          {column.cell(row)}
                        </Link>
                      ) : at === 0 && onRowPress ? (
                        <button
                          className="text-start align-top font-medium"
                          data-row=""
                          onClick={() => onRowPress(row)}
                          onKeyDown={moveBetweenRows}
                          type="button"
                        >
                          {column.cell(row)}
                        </button>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function HeaderCell<Row>({
  column,
  dense,
  sort,
  onSort,
  isSticky,
}: {
  column: Column<Row>;
  dense: boolean | undefined;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  isSticky: boolean | undefined;
}) {
  const isAscending = sort === column.id;
  const isDescending = sort === `-${column.id}`;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={isAscending ? "ascending" : isDescending ? "descending" : undefined}
      className={classNames(
        // If the table itself scrolls, this offset would push the header into the rows.
        isSticky && "lg:sticky lg:top-(--bar,0px) lg:z-1",
        "whitespace-nowrap bg-surface-raised font-medium text-ink-muted text-xs first:rounded-ss-lg last:rounded-se-lg",
        dense ? "h-9 px-3" : "h-11 px-4",
        column.numeric ? "text-end" : "text-start",
        column.isForWideScreens && "hidden lg:table-cell",
      )}
      scope="col"
    >
      {column.sortable && onSort ? (
        <button
          className="inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink"
          onClick={() => onSort(isAscending ? `-${column.id}` : column.id)}
          type="button"
        >
          {column.header}
          <Arrow
            aria-hidden="true"
            className={isAscending || isDescending ? "" : "opacity-0"}
            size={14}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const rows = [...(event.currentTarget.closest("tbody")?.querySelectorAll("[data-row]") ?? [])];
  const next = rows[rows.indexOf(event.currentTarget) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
