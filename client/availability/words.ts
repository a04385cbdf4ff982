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
    hours: "When you can usually drive. Dispatch sees this before assigning trips.",
    unsaid: "You have not entered your hours. Dispatch assumes that you can drive at any time.",
    daysOff: "Days you don’t drive, including the night that starts on them.",
    preferences: "What you prefer to drive. If you choose nothing, you get all trips.",
    training: "Needs you are trained for",
  },
  dispatch: {
    hours: "Trips outside these hours can still be assigned, with a warning.",
    unsaid: "No hours entered: this driver can drive at any time.",
    daysOff: "The night that starts on them is off too.",
    preferences: "If nothing is chosen, the driver takes all trips.",
    training: "Needs they are trained for",
  },
};
