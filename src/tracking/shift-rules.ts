/** How long a shift lasted on each of the operator's days. */
import { localAt, localDay } from "../settings/local-time";

/** A time (ms UTC) cut at the midnights of a zone: seconds by day, the first day first. */
export function secondsByDay(
  from: number,
  until: number,
  timeZone: string,
): { day: string; seconds: number }[] {
  const days: { day: string; seconds: number }[] = [];
  for (let at = from; at < until;) {
    const day = localAt(at, timeZone).slice(0, 10);
    const end = Math.min(until, localDay(day, timeZone).until);
    days.push({ day, seconds: Math.round((end - at) / 1_000) });
    at = end;
  }
  return days;
}
