/** How news of a few reservations comes into the lists that are shown, without asking for these again. */
import type { ReservationRow } from "../../src/reservations/contract";
import type { BoardSort } from "./board-filters";

/** The beginning of a list, or all of it. */
export interface Part {
  rows: readonly ReservationRow[];
  /** The last row when it was asked for, where more come after it; null where that was all. */
  end: ReservationRow | null;
}

/** What a list is in the order of. */
type Order = (a: ReservationRow, b: ReservationRow) => number;

const byPickup: Order = (a, b) =>
  Date.parse(a.pickupAt) - Date.parse(b.pickupAt) || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * A part of a list after some of its reservations changed. `news` are as they are now, `belongs` says which
 * of them are in the list. Null where they can't be put into it: a row has no time of booking, so only a
 * new booking has its place in that order.
 */
export function mergeNews(
  part: Part,
  news: readonly ReservationRow[],
  { sort, belongs }: { sort: BoardSort; belongs: (row: ReservationRow) => boolean },
): Part | null {
  const incoming = new Map(news.map((row) => [row.id, row]));
  const ofBooking = sort.endsWith("createdAt");
  const direction = sort.startsWith("-") ? -1 : 1;
  const order: Order = ofBooking ? (a, b) => a.number - b.number : byPickup;
  const rows = part.rows.flatMap((row) => {
    const now = incoming.get(row.id);
    if (!now) return [row];
    const moved = !ofBooking && order(row, now) !== 0;
    // Another answer may have overtaken this one.
    const isOld = now.version < row.version;
    if (!isOld && (moved || !belongs(now))) return [];
    incoming.delete(row.id);
    return [isOld ? row : kept(row, now)];
  });
  for (const row of incoming.values()) {
    if (!belongs(row)) continue;
    if (ofBooking && (row.version > 1 || part.rows.some(({ number }) => number > row.number)))
      return null;
    // What lies behind the end comes with the next page.
    if (part.end && direction * order(row, part.end) > 0) continue;
    const isBefore = (other: ReservationRow) => direction * order(row, other) < 0;
    const at = rows.findIndex(isBefore);
    rows.splice(at === -1 ? rows.length : at, 0, row);
  }
  return { ...part, rows };
}

/** The row that is known where nothing about it changed: what shows it is not drawn again. */
function kept<Row>(known: Row, now: Row): Row {
  return JSON.stringify(known) === JSON.stringify(now) ? known : now;
}

/** Rows that were asked for again, each the known one where nothing about it changed. */
export function keepKnown<Row extends { id: string }>(
  known: readonly Row[],
  now: readonly Row[],
): Row[] {
  const before = new Map(known.map((row) => [row.id, row]));
  return now.map((row) => kept(before.get(row.id) ?? row, row));
}

/** Whether a list that goes on has lost a row, so that the next one moves up into it. */
export function hasLost(before: Part, after: Part): boolean {
  return before.end !== null && after.rows.length < before.rows.length;
}
