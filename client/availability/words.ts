/** How days and hours are called, and who is spoken to. */
import type { DayOff, HoursSpan } from "../../src/availability/contract";
import { spanText } from "../../src/availability/rules";
import { formatMoment } from "../ui/moment";

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
export function weekdayWords(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

/** Hours of one day in a row: "08:00–12:00, 18:00–02:00". */
export function hoursWords(spans: readonly HoursSpan[]): string {
  return spans.map(spanText).join(", ");
}

/** "Tue 24 Nov 2026", or "Tue 24 Nov to Thu 26 Nov 2026". */
export function rangeWords({ fromDay, untilDay }: Pick<DayOff, "fromDay" | "untilDay">): string {
  const words = (day: string, style: "date" | "day") =>
    formatMoment(`${day}T12:00:00Z`, "UTC", style);
  if (fromDay === untilDay) return words(fromDay, "date");
  const sameYear = fromDay.slice(0, 4) === untilDay.slice(0, 4);
  return `${words(fromDay, sameYear ? "day" : "date")} to ${words(untilDay, "date")}`;
}

/** Whom the screen speaks to: the driver, or dispatch about them. */
export type Reader = "driver" | "dispatch";

export const words: Record<
  Reader,
  { hours: string; unsaid: string; daysOff: string; preferences: string; training: string }
> = {
  driver: {
    hours: "When you can usually drive. Dispatch sees it before it gives out a trip.",
    unsaid: "You have not said your hours: dispatch takes it that you can drive at any time.",
    daysOff: "Days on which you do not drive, also not in the night that begins on them.",
    preferences: "What you would rather drive. Nothing chosen means that you take whatever comes.",
    training: "Needs you are trained for",
  },
  dispatch: {
    hours: "A trip outside these hours can be assigned all the same; it shows a warning.",
    unsaid: "No hours said: counted as able to drive at any time.",
    daysOff: "They count for the night that begins on them too.",
    preferences: "Where nothing is chosen the driver takes whatever comes.",
    training: "Needs they are trained for",
  },
};
