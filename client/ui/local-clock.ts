/** The operator's local time, for the booking form. */
import { formatMoment, localDay } from "./moment";
import type { Say } from "../words/words";

/** A date and time such as `2026-11-21` and `09:30` in the operator's time zone. */
export interface LocalClock {
  date: string;
  time: string;
}

const quarterHourMs = 15 * 60_000;
/** The least notice the form proposes, in ms. Dispatch may accept less. */
const leadTimeMs = 60 * 60_000;

/** Returns the operator's local time at `now` (ms UTC). */
export function localClock(now: number, timeZone: string): LocalClock {
  const at = new Date(now).toISOString();
  return { date: localDay(at, timeZone), time: formatMoment(at, timeZone, "time") };
}

/**
 * Returns the pickup time proposed at first: rounded up to a quarter of an hour, at least an hour and at least the
 * operator's notice ahead.
 */
export function proposedPickup(now: number, timeZone: string, leadMinutes = 0): LocalClock {
  const noticeMs = Math.max(leadTimeMs, leadMinutes * 60_000);
  return localClock(Math.ceil((now + noticeMs) / quarterHourMs) * quarterHourMs, timeZone);
}

/** Returns the local time this many hours later by the calendar, for a first proposal. */
export function hoursLater({ date, time }: LocalClock, hours: number): LocalClock {
  const at = new Date(Date.parse(`${date}T${time}:00Z`) + hours * 3_600_000).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
}

/** Returns the calendar day `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns "Saturday 21 November" for `2026-11-21`, in any time zone of the screen. */
export function dayWords(date: string, t?: Say): string {
  return formatMoment(`${date}T12:00:00Z`, "UTC", "weekday", t);
}

/** Returns every quarter hour of the day, and `extraTime` if it is between two. */
export function timesOfDay(extraTime: string): string[] {
  const times = Array.from({ length: 96 }, (_, at) => {
    const hour = String(Math.floor(at / 4)).padStart(2, "0");
    return `${hour}:${String((at % 4) * 15).padStart(2, "0")}`;
  });
  if (/^\d\d:\d\d$/.test(extraTime) && !times.includes(extraTime)) times.push(extraTime);
  return times.sort();
}
