/**
 * Writes a pattern in words for messages, in each language. `standing-order-words.ts` does it in English, in browsers
 * too.
 */
import { wordsIn } from "../../notifications/words/words";
import { written } from "../../settings/languages/language-dates.gen";
import type { Language } from "../../settings/languages/languages-contract";
import type { RepeatEnd } from "./order-contract";

const DAY_MS = 86_400_000;

/** Returns "Every Monday and Friday at 07:30", "Every 2 weeks on Monday at 07:30". */
export function patternPhrase(
  language: Language,
  pattern: { weekdays: readonly number[]; everyWeeks: number; pickupTime: string },
): string {
  const words = wordsIn(language).order;
  const { weekdays, everyWeeks, pickupTime } = pattern;
  const names = weekdays.map((number) => weekdayName(language, number));
  const lastName = names.at(-1) ?? "";
  const days =
    names.length < 2 ? lastName : words.joinDays(names.slice(0, -1).join(", "), lastName);
  if (everyWeeks > 1) return words.everyWeeks(everyWeeks, days, pickupTime);
  if (weekdays.length === 7) return words.everyDay(pickupTime);
  if (weekdays.join() === "1,2,3,4,5") return words.mondayToFriday(pickupTime);
  return words.everyWeek(days, pickupTime);
}

/** Returns "until 18 December 2026", "for 12 trips", "with no end date". */
export function endPhrase(language: Language, end: RepeatEnd): string {
  const words = wordsIn(language).order;
  if (end.kind === "on") return words.until(dayPhrase(language, end.day));
  return end.kind === "after" ? words.forTrips(end.trips) : words.untilStopped;
}

/** Returns "23 November 2026" for `2026-11-23`. */
export function dayPhrase(language: Language, day: string): string {
  const dateFormat = new Intl.DateTimeFormat(written[language].locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const at = Date.parse(`${day}T00:00:00Z`);
  if (language !== "rw") return dateFormat.format(at);
  // The locale's own pattern for Kinyarwanda puts the year first, which nobody writes.
  const parts = new Map(dateFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get("day")} ${parts.get("month")} ${parts.get("year")}`;
}

function weekdayName(language: Language, number: number): string {
  // Counts from 5 January 1970, which was a Monday.
  return new Intl.DateTimeFormat(written[language].locale, {
    weekday: "long",
    timeZone: "UTC",
  }).format((number + 3) * DAY_MS);
}
