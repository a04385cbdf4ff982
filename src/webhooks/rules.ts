/** Decides which event of a trip is sent as which type, and when a call is attempted again. */
import type { EventKind, ReservationEvent } from "../reservations/event-contract";
import type { WebhookType } from "./event-contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The pauses between attempts of a call: three days in total. */
const RETRY_DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  18 * HOUR_MS,
  22 * HOUR_MS,
];

/** For how long an endpoint must fail before it is turned off. */
export const TURN_OFF_AFTER_MS = 5 * DAY_MS;

/** For how long after a change calls are also signed with the previous secret. */
export const FORMER_SECRET_MS = DAY_MS;

/** How long calls are kept. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS;

/** The longest pause that an endpoint can ask for. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Returns the pause after that many failed attempts, or what the endpoint asks for if that is longer, extended by up to
 * a tenth by `random` (0 to 1); null after the last attempt.
 */
export function retryDelayMs(
  attempts: number,
  random: number,
  retryAfterMs: number | null = null,
): number | null {
  const scheduledPauseMs = RETRY_DELAYS_MS[attempts - 1];
  if (scheduledPauseMs === undefined) return null;
  const pauseMs = Math.max(scheduledPauseMs, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  return Math.round(pauseMs * (1 + random / 10));
}

const typesByEvent: Partial<Record<EventKind, WebhookType>> = {
  price_requested: "reservation.created",
  booked: "reservation.created",
  confirmed: "reservation.confirmed",
  rejected: "reservation.declined",
  changed: "reservation.changed",
  pinned: "reservation.changed",
  called: "reservation.changed",
  landed: "reservation.changed",
  return_trip_moved: "reservation.changed",
  payment_changed: "reservation.changed",
  priced: "reservation.price_changed",
  quote_accepted: "reservation.price_changed",
  price_agreed: "reservation.price_changed",
  fare_corrected: "reservation.price_changed",
  tip_given: "reservation.price_changed",
  assigned: "reservation.assigned",
  unassigned: "reservation.unassigned",
  set_off: "reservation.en_route",
  arrived: "reservation.arrived",
  boarded: "reservation.started",
  completed: "reservation.completed",
  settled: "reservation.settled",
  reopened: "reservation.reopened",
  cancelled: "reservation.cancelled",
  no_show: "reservation.no_show",
  offered: "offer.sent",
};

/** Returns the webhook types of an event in a trip's log; none for most events that are only recorded. */
export function tripEventTypes(event: ReservationEvent): WebhookType[] {
  if (event.kind === "offer_ended") return [`offer.${event.answer}`];
  if (event.kind === "expense_approved")
    return event.chargesCustomer ? ["reservation.price_changed"] : [];
  const type = typesByEvent[event.kind];
  if (!type) return [];
  return event.kind === "changed" && event.fareMinor !== undefined
    ? [type, "reservation.price_changed"]
    : [type];
}
