/** When the office answers, and what is said while nobody may book. Times are texts such as `08:30`, which sort as they follow. */

/** What riders are told while booking is closed and the owner says nothing of their own. */
export const CLOSED_TEXT =
  "We are not taking bookings here right now. Please call us, or come back later.";

type Hours = { from: string; until: string };

/** What is wrong with the hours of a day, in words; null when nothing is. */
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

/** Days that follow each other with the same hours. `first` and `last` count from Monday, 0. */
type HoursLine = { first: number; last: number; hours: readonly Hours[] };

/** The week in as few lines as tell it. */
export function hoursLines(days: readonly (readonly Hours[])[]): HoursLine[] {
  const lines: HoursLine[] = [];
  for (const [at, hours] of days.entries()) {
    const before = lines.at(-1);
    if (before && JSON.stringify(before.hours) === JSON.stringify(hours)) before.last = at;
    else lines.push({ first: at, last: at, hours });
  }
  return lines;
}
