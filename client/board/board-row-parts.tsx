/** The parts that the board's table and cards share: a row's link, driver and day. */
import { classNames } from "../ui/class-names";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, useMemo, useRef } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { formatMoment, localDay } from "../ui/moment";
import { proposedPickupOfRow } from "../../src/flights/rules";
import { LATE_FLIGHT_MS } from "../../src/reservations/rules";
import { addDays } from "../../src/dispatch/board/view-rules";
import type { BoardSort } from "./board-filters";
import { slicesOf, type VisibleWindow } from "../office/lists/virtual-rows";
import { ageText, shortDriverName } from "../office/words";

export interface BoardListProps {
  rows: readonly ReservationRow[];
  sort: BoardSort;
  timeZone: string;
  /** ms UTC. */
  now: number;
  /** Focused. */
  selectedId: string | null;
  /** The reservation shown beside the list, which then has fewer columns. */
  openRowId: string | null;
  /** The rows that are new or just changed. */
  highlightedIds: ReadonlySet<string>;
  /** The rows that are selected for an action on several reservations. */
  pickedIds: ReadonlySet<string>;
  /** Selects or deselects a row; with `isRange`, all rows from the last one. */
  onPick: (id: string, isRange: boolean) => void;
  onPickAll: (isWanted: boolean) => void;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onSort: (sort: BoardSort) => void;
}

/** The handlers of rows, which stay the same while the list is shown. */
interface RowHandlers {
  open: (id: string) => void;
  select: (id: string) => void;
  pick: (id: string, isRange: boolean) => void;
}

/** The props of a row. Only a change of these renders it again. */
export interface RowProps {
  row: ReservationRow;
  /** The current time in steps of a minute, ms UTC. */
  now: number;
  timeZone: string;
  /** Whether the row is new or just changed. */
  isHighlighted: boolean;
  /** Whether the row is selected for an action on several reservations. */
  isPicked: boolean;
  isTabbable: boolean;
  /** The address of the row's details, without the reservation's id. */
  address: string;
  on: RowHandlers;
}

/** Returns the props of each row of a list. */
export function useRowProps(list: BoardListProps): (row: ReservationRow) => RowProps {
  const current = useRef(list);
  current.current = list;
  const on = useMemo(
    (): RowHandlers => ({
      open: (id) => current.current.onOpen(id),
      select: (id) => current.current.onSelect(id),
      pick: (id, isRange) => current.current.onPick(id, isRange),
    }),
    [],
  );
  const address = useOpenTripUrlPrefix();
  const { timeZone, highlightedIds, rows, pickedIds } = list;
  const now = Math.floor(list.now / MINUTE_MS) * MINUTE_MS;
  const tabbableId = list.selectedId ?? rows[0]?.id;
  return (row) => ({
    row,
    now,
    timeZone,
    isHighlighted: highlightedIds.has(row.id),
    isPicked: pickedIds.has(row.id),
    isTabbable: row.id === tabbableId,
    address,
    on,
  });
}

const MINUTE_MS = 60_000;

/**
 * Returns the board's address up to `open=`, to which each row appends its id. Built once for all rows: building an
 * address takes the router as long as rendering a row.
 */
function useOpenTripUrlPrefix(): string {
  const router = useRouter();
  const search = useSearch({ from: "/dispatch/dashboard/reservation" });
  return useMemo(() => {
    const { open: _open, ...others } = search;
    const to = "/dispatch/dashboard/reservation";
    return router.buildLocation({ to, search: { ...others, open: "x" } }).href.slice(0, -1);
  }, [router, search]);
}

/** The row's link, a real address, so that it opens in a new tab too. */
export function RowLink({
  row,
  address,
  isTabbable,
  on,
  className,
  children,
}: Pick<RowProps, "row" | "address" | "isTabbable" | "on"> & {
  className: string;
  children: ReactNode;
}) {
  return (
    <a
      className={className}
      data-row={row.id}
      href={address + encodeURIComponent(row.id)}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        on.open(row.id);
      }}
      onFocus={() => on.select(row.id)}
      tabIndex={isTabbable ? 0 : -1}
    >
      <span className="sr-only">
        Reservation {row.number}, {row.passenger.name},{" "}
      </span>
      {children}
    </a>
  );
}

/** The box that selects a row for an action on several reservations. The arrow keys move from one to the next. */
export function RowCheckbox({
  row,
  isPicked,
  isTabbable,
  on,
  className,
}: Pick<RowProps, "row" | "isPicked" | "isTabbable" | "on"> & { className: string }) {
  return (
    <label className={className}>
      <input
        aria-label={`Select reservation ${row.number}`}
        checked={isPicked}
        className="check"
        onChange={({ nativeEvent }) =>
          on.pick(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        tabIndex={isTabbable ? 0 : -1}
        type="checkbox"
      />
    </label>
  );
}

/**
 * The driver and vehicle, or the reason why the trip waits: its company, a payment, an answer, or dispatch, and since
 * when.
 */
export function RowDriver({
  row,
  now,
  isPanelOpen = false,
}: {
  row: ReservationRow;
  now: number;
  /** Whether details are open. Smaller screens then have no room for the vehicle. */
  isPanelOpen?: boolean;
}) {
  const { affiliate } = row;
  const driver = row.driver ?? affiliate?.driver;
  const vehicle = row.vehicle ?? affiliate?.vehicle;
  if (!driver) {
    const waitingText = row.awaitsApproval
      ? "Waiting for approval"
      : row.awaitsPayment
        ? "Waiting for payment"
        : row.state === "offered"
          ? `Waiting for ${affiliate?.name ?? "an answer"}`
          : affiliate
            ? `${affiliate.name}: no driver yet`
            : row.waitingSince && `Waiting ${ageText(row.waitingSince, now)}`;
    return waitingText ? (
      <span className="block truncate text-warning-ink">{waitingText}</span>
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
      <span className="min-w-0 truncate">
        {affiliate && `${affiliate.name}, `}
        {shortDriverName(driver)}
      </span>
      {vehicle && (
        <span
          className={classNames(
            "shrink-0 text-ink-muted text-xs tabular-nums",
            isPanelOpen && "max-2xl:hidden",
          )}
        >
          {vehicle.plate}
        </span>
      )}
    </span>
  );
}

/** Returns what a row shows of its flight besides the number; null for nothing. */
function flightWords(
  { flight, state, serviceType }: ReservationRow,
  now: number,
  timeZone: string,
): { text: string; className: string } | null {
  if (!flight) return null;
  const timeText = (time: string) => formatMoment(time, timeZone, "time");
  const disruptionLabels = { cancelled: "Cancelled", diverted: "Diverted", unknown: "Not found" };
  const { delayMinutes: delay } = flight;
  if (Object.hasOwn(disruptionLabels, flight.state))
    return {
      text: disruptionLabels[flight.state as keyof typeof disruptionLabels],
      className: "text-danger-ink",
    };
  const pickupAt = proposedPickupOfRow({ flight, state }, now);
  if (pickupAt !== null)
    return { text: `Move to ${timeText(pickupAt)}`, className: "font-medium text-warning-ink" };
  const isArrival = serviceType === "airport_pickup";
  if (flight.at && flight.hasHappened)
    return {
      text: `${isArrival ? "Landed" : "Left"} ${timeText(flight.at)}`,
      className: "text-ink-muted",
    };
  if (delay !== null && Math.abs(delay) * MINUTE_MS >= LATE_FLIGHT_MS)
    return {
      text: delay > 0 ? `${delay} min late` : `${-delay} min early`,
      className: "text-warning-ink",
    };
  return flight.at
    ? {
        text: `${isArrival ? "Lands" : "Leaves"} ${timeText(flight.at)}`,
        className: "text-ink-muted",
      }
    : null;
}

/** The number and status of a flight; nothing for a trip without one. */
export function RowFlight({
  row,
  now,
  timeZone,
  className,
}: Pick<RowProps, "row" | "now" | "timeZone"> & { className: string }) {
  if (!row.flight) return null;
  const words = flightWords(row, now, timeZone);
  return (
    <span className={className}>
      <span className="truncate">{row.flight.number}</span>
      {words && <span className={classNames("truncate", words.className)}>{words.text}</span>}
    </span>
  );
}

/** The reservations of one calendar day, or of all days when `day` is null. */
interface Group {
  day: string | null;
  rows: ReservationRow[];
}

/** Groups neighbouring rows by calendar day; one group without a time zone. */
export function groupsOf(rows: readonly ReservationRow[], timeZone: string | null): Group[] {
  if (timeZone === null) return [{ day: null, rows: [...rows] }];
  const groups: Group[] = [];
  for (const row of rows) {
    const day = localDay(row.pickupAt, timeZone);
    const lastGroup = groups.at(-1);
    if (lastGroup?.day === day) lastGroup.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

/**
 * `key` identifies a gap by its first row, as rows are by their id, so the order stays
 * stable. Otherwise React would remove and insert all rows behind a gap that moved ahead.
 */
type VirtualRow = { row: ReservationRow; index: number } | { gap: number; key: string };

/** A group with rendered rows, or the height of groups without any. */
type VirtualGroup = (Group & { renderedRows: VirtualRow[] }) | { gap: number; key: string };

/** Returns the rows to render: all of a short list, or the visible and focused ones of a long list. */
export function groupsToRender(
  groups: readonly Group[],
  visibleWindow: VisibleWindow | null,
  { rows, selectedId, openRowId }: Pick<BoardListProps, "rows" | "selectedId" | "openRowId">,
): VirtualGroup[] {
  const rowIndexOf = (id: string | null) => rows.findIndex((row) => row.id === id);
  const alwaysRenderedIndexes = [Math.max(0, rowIndexOf(selectedId)), rowIndexOf(openRowId)].filter(
    (index) => index >= 0,
  );
  const renderedGroups: VirtualGroup[] = [];
  let rowsBefore = 0;
  for (const [at, rowSlices] of slicesOf(
    groups.map((group) => group.rows.length),
    visibleWindow,
    alwaysRenderedIndexes,
  ).entries()) {
    const group = groups[at] ?? { day: null, rows: [] };
    const [onlySlice] = rowSlices;
    const lastRenderedGroup = renderedGroups.at(-1);
    if (rowSlices.length === 1 && onlySlice && "gap" in onlySlice) {
      if (lastRenderedGroup && "gap" in lastRenderedGroup) lastRenderedGroup.gap += onlySlice.gap;
      else renderedGroups.push({ gap: onlySlice.gap, key: `before ${group.day}` });
    } else {
      const first = rowsBefore;
      renderedGroups.push({
        ...group,
        renderedRows: rowSlices.flatMap((slice): VirtualRow[] =>
          "gap" in slice
            ? [{ gap: slice.gap, key: `gap ${slice.from}` }]
            : group.rows
                .slice(slice.from, slice.until)
                .map((row, i) => ({ row, index: first + slice.from + i + 1 })),
        ),
      });
    }
    rowsBefore += group.rows.length;
  }
  return renderedGroups;
}

/** Returns a day as a heading, with "Today", "Tomorrow" and "Yesterday". */
export function dayName(day: string, at: string, timeZone: string, now: number): string {
  const date = formatMoment(at, timeZone, "day");
  const today = localDay(new Date(now).toISOString(), timeZone);
  if (day === today) return `Today, ${date}`;
  if (day === addDays(today, 1)) return `Tomorrow, ${date}`;
  if (day === addDays(today, -1)) return `Yesterday, ${date}`;
  return day.slice(0, 4) === today.slice(0, 4) ? date : formatMoment(at, timeZone, "date");
}

/** Which vehicle of how many, for a booking with several vehicles. */
export function VehicleNumberMark({ order }: Pick<ReservationRow, "order">) {
  if (!order) return null;
  return (
    <span className="shrink-0 rounded-sm border border-accent px-1 text-accent-text text-xs tabular-nums">
      <span className="sr-only">Vehicle </span>
      {`${order.position}/${order.count}`}
    </span>
  );
}
