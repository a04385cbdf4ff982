/**
 * The opening hours of the office, and the text for riders while booking is closed. Times are texts such as `08:30`, so
 * that text order is time order.
 */

/** The text for riders while booking is closed, unless the owner has written one. */
export const CLOSED_TEXT =
  "We are not taking bookings here right now. Please call us, or come back later.";

type Hours = { from: string; until: string };

/** Returns the error in the hours of a day, in words. Null if they are valid. */
export function hoursFault(day: readonly Hours[]): string | null {
  let last = "";
  for (const { from, until } of day) {
    if (until <= from)
      return "The end must be after the start. Enter hours past midnight on the next day.";
    if (from < last) return "These hours overlap or are not in order.";
    last = until;
  }
  return null;
}

/** Consecutive days with the same hours. `first` and `last` count from Monday, 0. */
type HoursLine = { first: number; last: number; hours: readonly Hours[] };

/** Returns the week in as few lines as possible. */
export function hoursLines(days: readonly (readonly Hours[])[]): HoursLine[] {
  const lines: HoursLine[] = [];
  for (const [at, hours] of days.entries()) {
    const before = lines.at(-1);
    if (before && JSON.stringify(before.hours) === JSON.stringify(hours)) before.last = at;
    else lines.push({ first: at, last: at, hours });
  }
  return lines;
}
