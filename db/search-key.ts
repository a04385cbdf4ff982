/**
 * A reservation's key in the full-text index: the minute of its pickup, followed by its number. The index
 * returns matches in the order of these keys, which is the order of the lists.
 */

/** How many numbers fit into a minute. This limits how many reservations there can be. */
const NUMBERS_PER_MINUTE = 2 ** 26;
const MINUTE_MS = 60_000;

/** The key of `reservations r`, in SQL. The triggers of `reservation_search` compute the same key. */
export const SEARCH_KEY = `(((r.pickup_at / ${MINUTE_MS}) << 26) | r.number)`;

/** Returns the SQL that reads the number from a key. */
export const numberOfKeySql = (key: string) => `(${key} & ${NUMBERS_PER_MINUTE - 1})`;

/** Returns the lowest key of pickups in the minute of `at` (ms UTC). */
export function firstKeyAt(at: number): number {
  return minuteAt(at) * NUMBERS_PER_MINUTE;
}

/** Returns the highest key of pickups in the minute of `at` (ms UTC). */
export function lastKeyAt(at: number): number {
  return firstKeyAt(at) + NUMBERS_PER_MINUTE - 1;
}

/** Returns the minute in a key, counted from 1970. */
export function minuteOfKey(key: number): number {
  return Math.floor(key / NUMBERS_PER_MINUTE);
}

/** Returns the minute of a time in ms UTC, counted from 1970. */
export function minuteAt(at: number): number {
  return Math.floor(at / MINUTE_MS);
}

/** Returns the number in a key. */
export function numberOfKey(key: number): number {
  return key % NUMBERS_PER_MINUTE;
}
