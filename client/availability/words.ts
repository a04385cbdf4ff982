/** Texts for days and hours, and the people to whom they are addressed. */
import type { DayOff, HoursSpan } from "../../src/availability/contract";
import { spanText } from "../../src/availability/rules";
import { formatMoment } from "../ui/moment";
import { type Phrase, phrase, type Say } from "../words/words";

export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** "Monday" for 1. */
export function weekdayWords(weekday: number, t: Say): string {
  return t.known(weekdays[weekday - 1] ?? "");
}

/** Returns the hours of one day in a row: "08:00–12:00, 18:00–02:00". */
export function hoursWords(spans: readonly HoursSpan[], t: Say): string {
  return t.list(spans.map((span) => t.known(spanText(span))));
}

/** Returns "Tue 24 Nov 2026", or "Tue 24 Nov to Thu 26 Nov 2026". */
export function dayRangeText(
  { fromDay, untilDay }: Pick<DayOff, "fromDay" | "untilDay">,
  t: Say,
): string {
  const dayText = (day: string, style: "date" | "day") =>
    formatMoment(`${day}T12:00:00Z`, "UTC", style, t);
  if (fromDay === untilDay) return dayText(fromDay, "date");
  const isSameYear = fromDay.slice(0, 4) === untilDay.slice(0, 4);
  return t("{from} to {until}", {
    from: dayText(fromDay, isSameYear ? "day" : "date"),
    until: dayText(untilDay, "date"),
  });
}

/** Whom the screen speaks to: the driver, or dispatch about them. */
export type Audience = "driver" | "dispatch";

export const words: Record<
  Audience,
  { hours: Phrase; noHours: Phrase; daysOff: Phrase; preferences: Phrase; training: Phrase }
> = {
  driver: {
    hours: phrase(
      "The hours when you can usually drive. Dispatch checks them before assigning trips.",
    ),
    noHours: phrase(
      "You have not entered your hours. Dispatch assumes that you can drive at any time.",
    ),
    daysOff: phrase("Days when you don’t drive. Each day off includes the following night."),
    preferences: phrase(
      "The trips you prefer to drive. If you choose none, you’ll get all kinds of trips.",
    ),
    training: phrase("Kinds of assistance you are trained for"),
  },
  dispatch: {
    hours: phrase("You can still assign trips outside these hours, but you’ll see a warning."),
    noHours: phrase("No hours entered: this driver can drive at any time."),
    daysOff: phrase("Each day off includes the following night."),
    preferences: phrase("If no kind of trip is chosen, this driver gets all kinds."),
    training: phrase("Kinds of assistance the driver is trained for"),
  },
};
