/** When a driver is on shift: from one tap to the next, or until the maximum length of a shift has passed. */
import { localTimeAt, localDay } from "../settings/local-time";

const HOUR_MS = 3_600_000;

/** The time after which a shift ends automatically. */
export const MAX_SHIFT_MS = 16 * HOUR_MS;

/** Whether a shift that began at `startedAt` still runs at `now`. Null means no shift. */
export function isOnShift(startedAt: number | null, now: number): startedAt is number {
  return startedAt !== null && now - startedAt < MAX_SHIFT_MS;
}

/** Splits a time (ms UTC) at midnight in a time zone. Returns the seconds for each day, the first day first. */
export function shiftSecondsByDay(
  from: number,
  until: number,
  timeZone: string,
): { day: string; seconds: number }[] {
  const days: { day: string; seconds: number }[] = [];
  for (let at = from; at < until;) {
    const day = localTimeAt(at, timeZone).slice(0, 10);
    const end = Math.min(until, localDay(day, timeZone).until);
    days.push({ day, seconds: Math.round((end - at) / 1_000) });
    at = end;
  }
  return days;
}
