/** Events about a few reservations update a list as if all of it had been requested again. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { BoardSort } from "../../../client/board/board-filters";
import {
  hasLostRows,
  reuseRows,
  mergeUpdates,
  type LoadedRows,
} from "../../../client/board/board-merge";
import type { ReservationRow } from "../../../src/reservations/contract";

const NOON = Date.parse("2026-11-20T12:00:00Z");

function rowOf(number: number, minutes: number, more: Partial<ReservationRow> = {}) {
  const pickupAt = new Date(NOON + minutes * 60_000).toISOString();
  const row = { id: `trip ${String(number).padStart(4, "0")}`, number, pickupAt, version: 1 };
  // The merge does not look at other fields.
  return { ...row, state: "pending", ...more } as ReservationRow;
}
const numbers = (part: LoadedRows | null) => part?.rows.map(({ number }) => number);
const all = { sort: "pickupAt", shouldKeep: () => true } as const;
const list: LoadedRows = { rows: [rowOf(1, 10), rowOf(2, 20), rowOf(3, 30)], end: null };

test("mergeUpdates replaces a changed row in its place and keeps the other row objects", () => {
  const now = rowOf(2, 20, { state: "confirmed", version: 2 });
  const mergedPart = mergeUpdates(list, [now], all);
  expect(mergedPart?.rows[1]).toBe(now);
  expect(mergedPart?.rows[0]).toBe(list.rows[0]);
  expect(mergedPart?.rows[2]).toBe(list.rows[2]);
  const same = mergeUpdates(list, [rowOf(2, 20)], all);
  expect(same?.rows[1]).toBe(list.rows[1]);
  expect(reuseRows(list.rows, [rowOf(2, 20), now])[0]).toBe(list.rows[1]);
});

test("mergeUpdates moves a row with a new pickup time, drops a filtered one and adds new ones", () => {
  expect(numbers(mergeUpdates(list, [rowOf(1, 25, { version: 2 })], all))).toEqual([2, 1, 3]);
  expect(numbers(mergeUpdates(list, [rowOf(2, 20)], { ...all, shouldKeep: () => false }))).toEqual([
    1, 3,
  ]);
  expect(numbers(mergeUpdates(list, [rowOf(4, 5), rowOf(5, 40)], all))).toEqual([4, 1, 2, 3, 5]);
  const reversedList = { rows: list.rows.toReversed(), end: null };
  const mergedPart = mergeUpdates(reversedList, [rowOf(4, 25)], { ...all, sort: "-pickupAt" });
  expect(numbers(mergedPart)).toEqual([3, 4, 2, 1]);
});

test("mergeUpdates ignores a row that is older than the one in the list", () => {
  const known: LoadedRows = { rows: [rowOf(1, 10, { version: 3 })], end: null };
  expect(mergeUpdates(known, [rowOf(1, 50, { version: 2 })], all)?.rows).toEqual(known.rows);
});

test("mergeUpdates puts a new booking first by time of booking, or returns null if it can't place it", () => {
  const latest = { rows: list.rows.toReversed(), end: null };
  const sort = "-createdAt";
  expect(numbers(mergeUpdates(latest, [rowOf(4, 0)], { ...all, sort }))).toEqual([4, 3, 2, 1]);
  expect(mergeUpdates(latest, [rowOf(4, 0, { version: 2 })], { ...all, sort })).toBeNull();
  expect(mergeUpdates(latest, [rowOf(0, 0)], { ...all, sort })).toBeNull();
  expect(numbers(mergeUpdates(latest, [rowOf(1, 90)], { ...all, sort }))).toEqual([3, 2, 1]);
});

test("hasLostRows tells that a partly loaded list has lost a row", () => {
  const part = { ...list, end: rowOf(3, 30) };
  const mergedPart = mergeUpdates(part, [rowOf(2, 90)], all);
  expect(numbers(mergedPart)).toEqual([1, 3]);
  expect(mergedPart && hasLostRows(part, mergedPart)).toBe(true);
  expect(hasLostRows(list, { ...list, rows: [] })).toBe(false);
});

test("mergeUpdates always gives the same rows as loading the list again", () => {
  const trip = fc.record({ minutes: fc.integer({ min: 0, max: 8 }), listed: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(trip, { minLength: 1, maxLength: 12 }),
      fc.array(fc.record({ at: fc.nat(14), trip }), { maxLength: 6 }),
      fc.nat(12),
      fc.constantFrom<BoardSort>("pickupAt", "-pickupAt"),
      (trips, changes, loaded, sort) => {
        const known = new Map(trips.map((one, at) => [at, { ...one, version: 1 }]));
        const whole = () => {
          const direction = sort === "pickupAt" ? 1 : -1;
          return [...known]
            .filter(([, { listed }]) => listed)
            .map(([at, { minutes, version }]) => rowOf(at, minutes, { version }))
            .sort(
              (a, b) =>
                direction *
                (Date.parse(a.pickupAt) - Date.parse(b.pickupAt) || a.number - b.number),
            );
        };
        const before = whole();
        const rows = before.slice(0, Math.max(1, loaded));
        const end = rows.length < before.length ? (rows.at(-1) ?? null) : null;
        for (const change of changes)
          known.set(change.at, {
            ...change.trip,
            version: (known.get(change.at)?.version ?? 0) + 1,
          });
        const news = [...new Set(changes.map(({ at }) => at))].flatMap((at) => {
          const now = known.get(at);
          return now ? [rowOf(at, now.minutes, { version: now.version })] : [];
        });
        const shouldKeep = ({ number }: ReservationRow) => known.get(number)?.listed === true;
        const after = whole();
        const rank = (row: ReservationRow) =>
          (sort === "pickupAt" ? 1 : -1) * Date.parse(row.pickupAt);
        const within = end
          ? after.filter(
              (row) =>
                rank(row) < rank(end) ||
                (rank(row) === rank(end) &&
                  (sort === "pickupAt" ? row.number <= end.number : row.number >= end.number)),
            )
          : after;
        expect(mergeUpdates({ rows, end }, news, { sort, shouldKeep })?.rows).toEqual(within);
      },
    ),
  );
});
