/** Writes a pattern in English words. Runs in a browser. */
import type { RepeatEnd } from "./order-contract";

type OrderPattern = { weekdays: readonly number[]; everyWeeks: number; pickupTime: string };

// Formats days counted from 5 January 1970, which was a Monday.
const weekdayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns "Monday" for 1, "Sunday" for 7. */
export function weekdayWord(number: number): string {
  return weekdayFormat.format((number + 3) * 86_400_000);
}

/** Returns "23 November 2026" for `2026-11-23`. */
export function dayWords(day: string): string {
  return dateFormat.format(Date.parse(`${day}T00:00:00Z`));
}

/** Returns "Every Monday and Friday at 07:30", "Every 2 weeks on Monday at 07:30". */
export function patternWords({ weekdays, everyWeeks, pickupTime }: OrderPattern): string {
  const days = listFormat.format(weekdays.map(weekdayWord));
  if (everyWeeks > 1) return `Every ${everyWeeks} weeks on ${days} at ${pickupTime}`;
  if (weekdays.length === 7) return `Every day at ${pickupTime}`;
  if (weekdays.join() === "1,2,3,4,5") return `Monday to Friday at ${pickupTime}`;
  return `Every ${days} at ${pickupTime}`;
}

/** Returns "until 18 December 2026", "for 12 trips", "with no end date". */
export function endWords(end: RepeatEnd): string {
  if (end.kind === "on") return `until ${dayWords(end.day)}`;
  return end.kind === "after" ? `for ${end.trips} trips` : "with no end date";
}
