/**
 * The rules of repeating trips. A pattern has weekdays, every one, two or four weeks counted from the week of the first
 * day, until a last day, after a number of days, or without an end. Days that are left out count towards the number of
 * days, so leaving one out moves no other. The time is local time. If a clock change skips it, the next minute that
 * exists applies; if it occurs twice, the first. Trips are booked four weeks ahead, one for each day.
 */
import { readLocalTime } from "../../settings/local-time";
import type { RepeatEnd } from "./order-contract";

/** How many days ahead trips of an order are booked. */
export const DAYS_BOOKED_AHEAD = 28;
/** The most days that an order or a preview shows. */
export const MAX_LISTED_DAYS = 40;
/**
 * The period in which days can be shown or left out. A pattern of every four weeks has `MAX_LISTED_DAYS` days in it.
 */
export const MAX_PREVIEW_DAYS = 28 * MAX_LISTED_DAYS;

/** The pattern of an order. Days are written `2026-11-23`. */
export type Pattern = {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  everyWeeks: number;
  startsOn: string;
  endsOn: string | null;
  endsAfter: number | null;
};

const DAY_MS = 86_400_000;

/** Returns the days since 1 January 1970, which was a Thursday. */
function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

const weekdayOfNumber = (number: number) => ((number + 3) % 7) + 1;
const weekOfNumber = (number: number) => Math.floor((number + 3) / 7);

/** Returns the weekday of a day: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return weekdayOfNumber(dayNumber(day));
}

/** Returns the day a number of days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + days);
}

/** Returns the later of two days. */
export function laterDay(one: string, other: string): string {
  return dayText(Math.max(dayNumber(one), dayNumber(other)));
}

/** Returns the days of a pattern up to and including `until`, in order. */
export function patternDays(pattern: Pattern, until: string): string[] {
  const { weekdays, everyWeeks, startsOn, endsOn, endsAfter } = pattern;
  const firstDayNumber = dayNumber(startsOn);
  const lastDayNumber = Math.min(dayNumber(until), endsOn === null ? Infinity : dayNumber(endsOn));
  const days: string[] = [];
  for (let number = firstDayNumber; number <= lastDayNumber; number++) {
    if (endsAfter !== null && days.length >= endsAfter) break;
    if ((weekOfNumber(number) - weekOfNumber(firstDayNumber)) % everyWeeks !== 0) continue;
    if (weekdays.includes(weekdayOfNumber(number))) days.push(dayText(number));
  }
  return days;
}

/** Returns the days of a pattern between two days, both included, without skipped ones. */
export function daysBetween(
  pattern: Pattern,
  from: string,
  until: string,
  isSkipped: (day: string) => boolean = () => false,
): string[] {
  return patternDays(pattern, until).filter((day) => day >= from && !isSkipped(day));
}

/** Whether a pattern has a day after this day. */
export function hasDaysAfter(pattern: Pattern, day: string): boolean {
  // Without an end, each period of the pattern after the start has a day.
  const from = laterDay(day, addDays(pattern.startsOn, -1));
  return daysBetween(pattern, addDays(from, 1), addDays(from, 7 * pattern.everyWeeks + 7)).some(
    (each) => each > day,
  );
}

/** This many days reach the end of every pattern that has one: 400 trips, one every four weeks. */
export const MAX_ORDER_DAYS = 400 * 28;

/** Whether a pattern ends later than another that begins on the same day. */
export function hasLaterEnd(pattern: Pattern, other: Pattern): boolean {
  const lastDayOf = (one: Pattern) =>
    one.endsOn === null && one.endsAfter === null
      ? null
      : (patternDays(one, addDays(one.startsOn, MAX_ORDER_DAYS)).at(-1) ?? one.startsOn);
  const [lastDay, otherLastDay] = [lastDayOf(pattern), lastDayOf(other)];
  return otherLastDay !== null && (lastDay === null || lastDay > otherLastDay);
}

/** Returns the columns for an end. */
export function endColumns(end: RepeatEnd): Pick<Pattern, "endsOn" | "endsAfter"> {
  return {
    endsOn: end.kind === "on" ? end.day : null,
    endsAfter: end.kind === "after" ? end.trips : null,
  };
}

/** Returns the end from its columns. */
export function endOf({ endsOn, endsAfter }: Pick<Pattern, "endsOn" | "endsAfter">): RepeatEnd {
  if (endsOn !== null) return { kind: "on", day: endsOn };
  return endsAfter === null ? { kind: "never" } : { kind: "after", trips: endsAfter };
}

/** The time of a trip on a day. */
export type OccurrenceTime = {
  /** ms UTC. */
  at: number;
  /** Wall time, `2026-11-23T07:30`. */
  local: string;
  /** Whether a clock change skips the requested time. */
  moved: boolean;
};

/** Returns when a trip at a time of day (`07:30`) takes place on a day, in a time zone. */
export function timeOnDay(day: string, time: string, timeZone: string): OccurrenceTime {
  const local = `${day}T${time}`;
  const reading = readLocalTime(local, timeZone);
  if (reading.kind === "ok") return { at: reading.at, local, moved: false };
  if (reading.kind === "ambiguous") return { at: reading.earlier, local, moved: false };
  if (reading.kind === "invalid") throw new RangeError(`Not a time of day: ${local.slice(0, 20)}`);
  const before = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, {
    disambiguation: "earlier",
  });
  // The clock change that makes the gap.
  const change = before.getTimeZoneTransition("next") ?? before;
  return {
    at: change.epochMilliseconds,
    local: change.toPlainDateTime().toString({ smallestUnit: "minute" }),
    moved: true,
  };
}

/** Returns the error of a pattern, checked on `today`. Null if it is valid. */
export function patternFault(
  pattern: Pattern,
  today: string,
): { field: "weekdays" | "startsOn" | "end"; words: string } | null {
  const { weekdays, startsOn, endsOn } = pattern;
  if (startsOn < today) return { field: "startsOn", words: "Choose a future day." };
  if (startsOn > addDays(today, 366))
    return { field: "startsOn", words: "Choose a day within the next year." };
  if (!weekdays.includes(weekdayOf(startsOn)))
    return { field: "weekdays", words: "Include the weekday of the first trip." };
  if (endsOn !== null && endsOn < startsOn)
    return { field: "end", words: "The last day is before the first one." };
  if (endsOn !== null && endsOn > addDays(startsOn, 3 * 366))
    return { field: "end", words: "Choose a last day within three years." };
  return null;
}
