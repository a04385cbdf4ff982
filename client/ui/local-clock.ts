/** The operator's wall clock, as the booking form needs it. */
import { formatMoment, localDay } from "./moment";
import type { Say } from "../words/words";

/** `2026-11-21` and `09:30` in the operator's zone. */
export interface LocalClock {
  date: string;
  time: string;
}

const quarterMs = 15 * 60_000;
/** The least notice the form proposes; dispatch may still do with less. */
const leadMs = 60 * 60_000;

/** What the operator's clocks show at `now` (ms UTC). */
export function localClock(now: number, timeZone: string): LocalClock {
  const at = new Date(now).toISOString();
  return { date: localDay(at, timeZone), time: formatMoment(at, timeZone, "time") };
}

/** The pickup time proposed at first: a quarter of an hour, an hour ahead or what the operator needs. */
export function proposedPickup(now: number, timeZone: string, leadMinutes = 0): LocalClock {
  const least = Math.max(leadMs, leadMinutes * 60_000);
  return localClock(Math.ceil((now + least) / quarterMs) * quarterMs, timeZone);
}

/** The wall time so many hours later, as calendars count: for a first proposal. */
export function hoursLater({ date, time }: LocalClock, hours: number): LocalClock {
  const at = new Date(Date.parse(`${date}T${time}:00Z`) + hours * 3_600_000).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
}

/** The calendar day `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** "Saturday 21 November" for `2026-11-21`, wherever the screen is. */
export function dayWords(date: string, t?: Say): string {
  return formatMoment(`${date}T12:00:00Z`, "UTC", "weekday", t);
}

/** Every quarter of the day, and `also` where it lies between two of them. */
export function timesOfDay(also: string): string[] {
  const times = Array.from({ length: 96 }, (_, at) => {
    const hour = String(Math.floor(at / 4)).padStart(2, "0");
    return `${hour}:${String((at % 4) * 15).padStart(2, "0")}`;
  });
  if (/^\d\d:\d\d$/.test(also) && !times.includes(also)) times.push(also);
  return times.sort();
}
