/**
 * When people are reminded of a trip.
 *
 * So many hours before the pickup as the operator says, three until then; where that is at night, at seven the
 * evening before. Once for each pickup time, and only of a trip that is confirmed and has not begun. Who was told
 * something of the trip within the hour before (it was booked, confirmed or changed so late) needs no reminder;
 * anything else in its log, such as an offer that was declined or a conversation that was closed, is no news to
 * them. A reminder that is late, because the server was stopped, still helps until an hour before the pickup, or
 * half of the time where that is less than two hours.
 */
import { localTimeAt } from "../../settings/local-time";
import type { EventKind, ReservationEvent } from "../event-contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A reminder so many hours before the pickup is of no use later than this before it, ms. */
export function latestReminderMs(hours: number): number {
  return Math.min(1, hours / 2) * HOUR_MS;
}

/** No reminder comes earlier than this before the pickup, ms: the evening before the end of a night. */
export function earliestReminderMs(hours: number): number {
  return (hours + 14) * HOUR_MS;
}

/** News this fresh is a reminder itself. */
export const FRESH_NEWS_MS = HOUR_MS;

const EVENING_MINUTE = 19 * 60;
/** From here to there, in minutes of the day, nobody is woken. */
const NIGHT_FROM_MINUTE = 21 * 60;
const NIGHT_UNTIL_MINUTE = 7 * 60;

/** When to remind of a pickup (ms) so many hours before it, on the operator's clocks. */
export function remindAt(pickupAt: number, timeZone: string, hours: number): number {
  const at = pickupAt - hours * HOUR_MS;
  const minute = minuteOf(at, timeZone);
  if (minute >= NIGHT_UNTIL_MINUTE && minute < NIGHT_FROM_MINUTE) return at;
  // After midnight the evening is that of the day before.
  const back =
    minute >= NIGHT_FROM_MINUTE ? minute - EVENING_MINUTE : minute + 24 * 60 - EVENING_MINUTE;
  return at - back * MINUTE_MS;
}

/** Whether a reminder is due now, or was not sent in time. All in ms. */
export function isReminderDue(
  pickupAt: number,
  timeZone: string,
  now: number,
  hours: number,
): boolean {
  return now >= remindAt(pickupAt, timeZone, hours) && now <= pickupAt - latestReminderMs(hours);
}

/** What a rider is sent word of; of a change, as far as it is one of when, where or who. */
const NOTIFIED_EVENT_KINDS: readonly EventKind[] = [
  ...(["price_requested", "booked", "priced", "confirmed", "assigned", "called"] as const),
  ...(["set_off", "arrived", "boarded", "completed", "settled", "reopened"] as const),
  ...(["cancelled", "no_show", "rejected"] as const),
];

/** Whether the rider was sent word of an event, of a trip that has not begun. */
export function isRiderNotifiedOf(event: ReservationEvent): boolean {
  if (event.kind !== "changed") return NOTIFIED_EVENT_KINDS.includes(event.kind);
  const { kind: _, flight, splitInto, splitIntoId, ...news } = event;
  return Object.keys(news).length > 0;
}

function minuteOf(at: number, timeZone: string): number {
  const clock = localTimeAt(at, timeZone);
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}
