/**
 * Decides when people are reminded of a trip.
 *
 * A reminder is due a number of hours before the pickup, three by default. If that is at night, it is due at seven the
 * evening before. It is sent once for each pickup time, and only if the trip is confirmed and has not begun. It is left
 * out if the rider was notified of the trip in the hour before (it was booked, confirmed or changed that late). Other
 * log entries, such as a declined offer or a closed conversation, do not count. A reminder that is late, because the
 * server was stopped, is still sent until an hour before the pickup, or until half of the time if that is less than two
 * hours.
 */
import { localTimeAt } from "../../settings/local-time";
import type { EventKind, ReservationEvent } from "../event-contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns how long before the pickup a late reminder is sent at the latest (ms). `hours` is the time before the pickup.
 */
export function latestReminderMs(hours: number): number {
  return Math.min(1, hours / 2) * HOUR_MS;
}

/**
 * Returns how long before the pickup a reminder can be sent at the earliest (ms). A reminder that is due at night is
 * sent the evening before, which is up to 14 hours sooner.
 */
export function earliestReminderMs(hours: number): number {
  return (hours + 14) * HOUR_MS;
}

/** A message this recent replaces the reminder. */
export const FRESH_NEWS_MS = HOUR_MS;

const EVENING_MINUTE = 19 * 60;
/** The night, in minutes of the day, during which no reminder is sent. */
const NIGHT_FROM_MINUTE = 21 * 60;
const NIGHT_UNTIL_MINUTE = 7 * 60;

/** Returns when to send a reminder (ms), this many hours before a pickup, in the operator's local time. */
export function remindAt(pickupAt: number, timeZone: string, hours: number): number {
  const at = pickupAt - hours * HOUR_MS;
  const minute = minuteOf(at, timeZone);
  if (minute >= NIGHT_UNTIL_MINUTE && minute < NIGHT_FROM_MINUTE) return at;
  // After midnight, the evening is that of the previous day.
  const back =
    minute >= NIGHT_FROM_MINUTE ? minute - EVENING_MINUTE : minute + 24 * 60 - EVENING_MINUTE;
  return at - back * MINUTE_MS;
}

/** Whether a reminder is due now and not yet too late. Times in ms. */
export function isReminderDue(
  pickupAt: number,
  timeZone: string,
  now: number,
  hours: number,
): boolean {
  return now >= remindAt(pickupAt, timeZone, hours) && now <= pickupAt - latestReminderMs(hours);
}

/** Events of which the rider is notified. A change counts only if it is a change of time, place or person. */
const NOTIFIED_EVENT_KINDS: readonly EventKind[] = [
  ...(["price_requested", "booked", "priced", "confirmed", "assigned", "called"] as const),
  ...(["set_off", "arrived", "boarded", "completed", "settled", "reopened"] as const),
  ...(["cancelled", "no_show", "rejected"] as const),
];

/** Whether the rider was notified of an event of a trip that has not begun. */
export function isRiderNotifiedOf(event: ReservationEvent): boolean {
  if (event.kind !== "changed") return NOTIFIED_EVENT_KINDS.includes(event.kind);
  const { kind: _, flight, splitInto, splitIntoId, ...news } = event;
  return Object.keys(news).length > 0;
}

function minuteOf(at: number, timeZone: string): number {
  const clock = localTimeAt(at, timeZone);
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}
