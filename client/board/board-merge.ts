/** Merges a few changed reservations into the loaded lists without loading them again. */
import type { ReservationRow } from "../../src/reservations/contract";
import type { BoardSort } from "./board-filters";

/** The start of a list, or all of it. */
export interface LoadedRows {
  rows: readonly ReservationRow[];
  /** The last loaded row when more follow; null when the list is complete. */
  end: ReservationRow | null;
}

/** The sort order of a list. */
type RowComparator = (a: ReservationRow, b: ReservationRow) => number;

const comparePickups: RowComparator = (a, b) =>
  Date.parse(a.pickupAt) - Date.parse(b.pickupAt) || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * Returns part of a list after some reservations changed. `changedRows` has their current rows, and `shouldKeep` says
 * which belong in the list. Returns null when they can't be placed: rows have no booking time, so in that order only a
 * new booking can.
 */
export function mergeUpdates(
  part: LoadedRows,
  changedRows: readonly ReservationRow[],
  { sort, shouldKeep }: { sort: BoardSort; shouldKeep: (row: ReservationRow) => boolean },
): LoadedRows | null {
  const changedRowById = new Map(changedRows.map((row) => [row.id, row]));
  const isSortedByBooking = sort.endsWith("createdAt");
  const direction = sort.startsWith("-") ? -1 : 1;
  const compareRows: RowComparator = isSortedByBooking
    ? (a, b) => a.number - b.number
    : comparePickups;
  const rows = part.rows.flatMap((row) => {
    const changedRow = changedRowById.get(row.id);
    if (!changedRow) return [row];
    const hasMoved = !isSortedByBooking && compareRows(row, changedRow) !== 0;
    // The list may already have a newer version.
    const isOlder = changedRow.version < row.version;
    if (!isOlder && (hasMoved || !shouldKeep(changedRow))) return [];
    changedRowById.delete(row.id);
    return [isOlder ? row : reuseIfEqual(row, changedRow)];
  });
  for (const row of changedRowById.values()) {
    if (!shouldKeep(row)) continue;
    if (
      isSortedByBooking &&
      (row.version > 1 || part.rows.some(({ number }) => number > row.number))
    )
      return null;
    // Rows after the end come with the next page.
    if (part.end && direction * compareRows(row, part.end) > 0) continue;
    const isBefore = (other: ReservationRow) => direction * compareRows(row, other) < 0;
    const at = rows.findIndex(isBefore);
    rows.splice(at === -1 ? rows.length : at, 0, row);
  }
  return { ...part, rows };
}

/** Returns the known row object when nothing changed, so that it is not rendered again. */
function reuseIfEqual<Row>(before: Row, after: Row): Row {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/** Returns reloaded rows, in which unchanged ones keep their objects. */
export function reuseRows<Row extends { id: string }>(
  oldRows: readonly Row[],
  newRows: readonly Row[],
): Row[] {
  const oldRowById = new Map(oldRows.map((row) => [row.id, row]));
  return newRows.map((row) => reuseIfEqual(oldRowById.get(row.id) ?? row, row));
}

/** Whether an incomplete list has lost a row, so that the next one moves up. */
export function hasLostRows(before: LoadedRows, after: LoadedRows): boolean {
  return before.end !== null && after.rows.length < before.rows.length;
}
