import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { classNames } from "../ui/class-names";
import { formatMoment, localDay } from "../ui/moment";
import { Money } from "../ui/money";
import { StateBadge } from "../ui/state-badge";
import { addDays, type BoardSort } from "./board-filters";
import { PickupTime } from "./pickup-time";
import { shortDriverName } from "./words";

export interface BoardListProps {
  rows: readonly ReservationRow[];
  sort: BoardSort;
  timeZone: string;
  /** ms UTC. */
  now: number;
  /** Under the keyboard. */
  selectedId: string | null;
  /** Shown beside the list: fewer columns then. */
  openId: string | null;
  /** Just arrived or just changed. */
  marks: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onSort: (sort: BoardSort) => void;
}

interface Column {
  id: string;
  header: string;
  sort?: "pickupAt" | "createdAt";
  width: string;
  /** Stays when the details are open. */
  narrow?: boolean;
  end?: boolean;
  cell: (row: ReservationRow) => ReactNode;
}

/** The live table. Rows come in groups, a day each, where they are in the order of their pickups. */
export function BoardTable(props: BoardListProps) {
  const { rows, sort, timeZone, now, openId } = props;
  const byDay = sort.endsWith("pickupAt");
  const columns = columnsFor(timeZone, now, byDay).filter(({ narrow }) => narrow || !openId);
  return (
    <div className="hidden overflow-x-auto rounded-lg border border-line bg-surface-raised md:block">
      <table className="w-full table-fixed border-collapse text-start text-sm">
        <caption className="sr-only">Reservations</caption>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col className={width} key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header column={column} key={column.id} onSort={props.onSort} sort={sort} />
            ))}
          </tr>
        </thead>
        {groupsOf(rows, byDay ? timeZone : null).map(({ day, rows: group }) => (
          <tbody key={day ?? "all"}>
            {day && (
              <tr className="border-line border-t bg-surface-sunken">
                <th
                  className="h-7 px-3 text-start font-medium text-ink-muted text-xs"
                  colSpan={columns.length}
                  scope="rowgroup"
                >
                  {dayName(day, group[0]?.pickupAt ?? "", timeZone, now)}
                </th>
              </tr>
            )}
            {group.map((row) => (
              <Row columns={columns} key={row.id} list={props} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function columnsFor(timeZone: string, now: number, byDay: boolean): Column[] {
  return [
    {
      id: "pickup",
      header: "Pickup",
      sort: "pickupAt",
      width: byDay ? "w-36" : "w-56",
      narrow: true,
      cell: (row) => (
        <PickupTime now={now} row={row} style={byDay ? "time" : "date-time"} timeZone={timeZone} />
      ),
    },
    {
      id: "state",
      header: "State",
      width: "w-32",
      narrow: true,
      cell: (row) => <StateBadge state={row.state} />,
    },
    {
      id: "number",
      header: "No.",
      sort: "createdAt",
      width: "w-16",
      cell: (row) => <span className="text-ink-muted tabular-nums">{row.number}</span>,
    },
    {
      id: "passenger",
      header: "Passenger",
      width: "w-40",
      narrow: true,
      cell: (row) => <span className="block truncate font-medium">{row.passenger.name}</span>,
    },
    {
      id: "route",
      header: "Route",
      width: "",
      narrow: true,
      cell: (row) => <Route row={row} />,
    },
    {
      id: "class",
      header: "Class",
      width: "w-30",
      cell: (row) => <span className="block truncate text-ink-muted">{row.vehicleClass.name}</span>,
    },
    {
      id: "driver",
      header: "Driver and vehicle",
      width: "w-42",
      cell: (row) => <Driver row={row} />,
    },
    {
      id: "fare",
      header: "Fare",
      width: "w-28",
      end: true,
      cell: (row) => <Money currency={row.currency} minor={row.fareMinor} />,
    },
  ];
}

function Header({
  column,
  sort,
  onSort,
}: {
  column: Column;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
}) {
  const { sort: by } = column;
  const up = by !== undefined && sort === by;
  const down = by !== undefined && sort === `-${by}`;
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={up ? "ascending" : down ? "descending" : undefined}
      className={classNames(
        "h-9 whitespace-nowrap px-3 font-medium text-ink-muted text-xs",
        column.end ? "text-end" : "text-start",
      )}
      scope="col"
    >
      {by ? (
        <button
          className="inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11"
          onClick={() => onSort(up ? `-${by}` : by)}
          type="button"
        >
          {column.header}
          <Arrow aria-hidden="true" className={up || down ? "" : "opacity-0"} size={14} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function Row({
  row,
  columns,
  list,
}: {
  row: ReservationRow;
  columns: readonly Column[];
  list: BoardListProps;
}) {
  const open = row.id === list.openId;
  const marked = list.marks.has(row.id);
  return (
    <tr
      aria-current={open ? "true" : undefined}
      className={classNames(
        "relative border-line border-t transition-colors duration-700",
        open || marked ? "bg-accent-surface" : "hover:bg-surface-sunken hover:duration-0",
      )}
    >
      {columns.map((column, at) => (
        <td
          className={classNames(
            "h-9 overflow-hidden px-3 pointer-coarse:h-11",
            column.end && "text-end",
          )}
          key={column.id}
        >
          {at === 0 ? (
            <RowLink
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
              list={list}
              row={row}
            >
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** The row's one link: a real address, so that it opens in a new tab too. */
function RowLink({
  row,
  list,
  className,
  children,
}: {
  row: ReservationRow;
  list: BoardListProps;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      className={className}
      data-row={row.id}
      from="/dispatch/dashboard/reservation"
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        list.onOpen(row.id);
      }}
      onFocus={() => list.onSelect(row.id)}
      preload={false}
      resetScroll={false}
      search={(old) => ({ ...old, open: row.id })}
      tabIndex={row.id === (list.selectedId ?? list.rows[0]?.id) ? 0 : -1}
      to="/dispatch/dashboard/reservation"
    >
      <span className="sr-only">
        Reservation {row.number}, {row.passenger.name},{" "}
      </span>
      {children}
    </Link>
  );
}

function Route({ row }: { row: ReservationRow }) {
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className="max-w-1/2 shrink-0 truncate">{row.pickup.name}</span>
      <span aria-hidden="true" className="text-ink-faint">
        →
      </span>
      <span className="sr-only">to</span>
      <span className="min-w-0 truncate">{row.dropoff.name}</span>
    </span>
  );
}

function Driver({ row }: { row: ReservationRow }) {
  if (!row.driver) {
    return row.state === "offered" ? (
      <span className="text-warning-ink">Awaiting an answer</span>
    ) : (
      <>
        <span aria-hidden="true" className="text-ink-faint">
          –
        </span>
        <span className="sr-only">No driver</span>
      </>
    );
  }
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="min-w-0 truncate">{shortDriverName(row.driver)}</span>
      {row.vehicle && (
        <span className="shrink-0 text-ink-muted text-xs tabular-nums">{row.vehicle.plate}</span>
      )}
    </span>
  );
}

/** The same rows for a phone, a card each. */
export function BoardCards(props: BoardListProps) {
  const { rows, sort, timeZone, now } = props;
  const byDay = sort.endsWith("pickupAt");
  return (
    <div className="grid gap-4 md:hidden">
      {groupsOf(rows, byDay ? timeZone : null).map(({ day, rows: group }) => (
        <section aria-label={day ?? "Reservations"} key={day ?? "all"}>
          {day && (
            <h2 className="mb-2 font-medium text-ink-muted text-xs">
              {dayName(day, group[0]?.pickupAt ?? "", timeZone, now)}
            </h2>
          )}
          <ul className="grid gap-2">
            {group.map((row) => (
              <li
                className={classNames(
                  "relative rounded-lg border border-line p-3 transition-colors duration-700",
                  props.marks.has(row.id) ? "bg-accent-surface" : "bg-surface-raised",
                )}
                key={row.id}
              >
                <div className="flex items-center justify-between gap-2">
                  <RowLink
                    className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                    list={props}
                    row={row}
                  >
                    <PickupTime
                      now={now}
                      row={row}
                      style={byDay ? "time" : "date-time"}
                      timeZone={timeZone}
                    />
                  </RowLink>
                  <StateBadge state={row.state} />
                </div>
                <p className="mt-1.5 flex justify-between gap-3">
                  <span className="truncate font-medium">{row.passenger.name}</span>
                  <span className="text-ink-muted tabular-nums">{row.number}</span>
                </p>
                <p className="mt-0.5">
                  {row.pickup.name} <span aria-hidden="true">→</span>
                  <span className="sr-only"> to </span> {row.dropoff.name}
                </p>
                <p className="mt-1.5 flex justify-between gap-3 text-ink-muted">
                  <span className="min-w-0 truncate">
                    {row.driver ? (
                      <Driver row={row} />
                    ) : row.state === "offered" ? (
                      "Awaiting an answer"
                    ) : (
                      row.vehicleClass.name
                    )}
                  </span>
                  <Money currency={row.currency} minor={row.fareMinor} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface Group {
  day: string | null;
  rows: ReservationRow[];
}

/** Neighbouring rows of one calendar day together; all in one group without a zone. */
function groupsOf(rows: readonly ReservationRow[], timeZone: string | null): Group[] {
  if (timeZone === null) return [{ day: null, rows: [...rows] }];
  const groups: Group[] = [];
  for (const row of rows) {
    const day = localDay(row.pickupAt, timeZone);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

function dayName(day: string, at: string, timeZone: string, now: number): string {
  const date = formatMoment(at, timeZone, "day");
  const today = localDay(new Date(now).toISOString(), timeZone);
  if (day === today) return `Today, ${date}`;
  if (day === addDays(today, 1)) return `Tomorrow, ${date}`;
  if (day === addDays(today, -1)) return `Yesterday, ${date}`;
  return day.slice(0, 4) === today.slice(0, 4) ? date : formatMoment(at, timeZone, "date");
}
