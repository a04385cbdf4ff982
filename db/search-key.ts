/**
 * A reservation's key in the full-text index: the minute of its pickup, and its number below that. The
 * index finds in the order of its keys, which is that of the lists.
 */

/** So many numbers fit in a minute: as many reservations as there can be. */
const NUMBERS_PER_MINUTE = 2 ** 26;
const MINUTE_MS = 60_000;

/** The key of `reservations r`, in SQL; the triggers of `reservation_search` say the same. */
export const SEARCH_KEY = `(((r.pickup_at / ${MINUTE_MS}) << 26) | r.number)`;

/** The number of a key, in SQL. */
export const numberOfKey = (key: string) => `(${key} & ${NUMBERS_PER_MINUTE - 1})`;

/** The least key of a pickup at `at`, ms UTC, or in the same minute. */
export function firstKeyAt(at: number): number {
  return minuteAt(at) * NUMBERS_PER_MINUTE;
}

/** The greatest key of a pickup at `at`, ms UTC, or in the same minute. */
export function lastKeyAt(at: number): number {
  return firstKeyAt(at) + NUMBERS_PER_MINUTE - 1;
}

/** The minute of a key, since 1970. */
export function minuteOfKey(key: number): number {
  return Math.floor(key / NUMBERS_PER_MINUTE);
}

/** The minute of a time, ms UTC, since 1970. */
export function minuteAt(at: number): number {
  return Math.floor(at / MINUTE_MS);
}

/** The number of a key. */
export function numberFromKey(key: number): number {
  return key % NUMBERS_PER_MINUTE;
}
