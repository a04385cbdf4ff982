/**
 * The text of a pattern in the page's language. `src/reservations/standing-orders/standing-order-words.ts` has it in English.
 */
import type { RepeatEnd } from "../../src/reservations/standing-orders/order-contract";
import { dayWords, weekdayWord } from "../../src/reservations/standing-orders/standing-order-words";
import type { Say } from "../words/words";

/** Returns "Monday" for 1, "Sunday" for 7. */
export function weekdayText(number: number, t: Say): string {
  return t.known(weekdayWord(number));
}

/** Returns the short form, such as "Mon". In Arabic it is without the article that starts all weekdays. */
export function shortWeekday(number: number, t: Say): string {
  return t.known(weekdayWord(number).slice(0, 3), "short").replace(/\.$|^ال/, "");
}

/** Returns "23 November 2026" for `2026-11-23`. */
export function dayText(day: string, t: Say): string {
  const [number = "", month = "", year = ""] = dayWords(day).split(" ");
  return t("{day} {month} {year}", { day: number, month: t.known(month), year });
}

/** Returns a text such as "Every Monday and Friday at 07:30" or "Every 2 weeks on Monday at 07:30". */
export function patternText(
  {
    weekdays,
    everyWeeks: weeks,
    pickupTime: time,
  }: { weekdays: readonly number[]; everyWeeks: number; pickupTime: string },
  t: Say,
): string {
  const names = weekdays.map((number) => weekdayText(number, t));
  const lastName = names.at(-1) ?? "";
  const days =
    names.length < 2
      ? lastName
      : t("{days} and {last}", { days: t.list(names.slice(0, -1)), last: lastName });
  if (weeks > 1)
    return t.count(
      weeks,
      "Every {n} week on {days} at {time}",
      "Every {n} weeks on {days} at {time}",
      { days, time },
    );
  if (weekdays.length === 7) return t("Every day at {time}", { time });
  if (weekdays.join() === "1,2,3,4,5") return t("Monday to Friday at {time}", { time });
  return t("Every {days} at {time}", { days, time });
}

/** Returns a text such as "until 18 December 2026", "for 12 trips" or "with no end date". */
export function endText(end: RepeatEnd, t: Say): string {
  if (end.kind === "on") return t("until {day}", { day: dayText(end.day, t) });
  if (end.kind === "after") return t.count(end.trips, "for {n} trip", "for {n} trips");
  return t("with no end date");
}
