/**
 * A rider gets a copy of all that is kept of them, and may have it erased.
 *
 * Either wants a person who has shown within the last 10 minutes that the account is theirs: by
 * signing in or by a code for the copy, by a code of its own for the erasure. Five copies a day. Not
 * while a trip is under way, nor before upcoming ones are cancelled. What the law wants kept of a
 * trip that was agreed (its number, times, price and who drove) stays and names nobody.
 */
import type { ReservationState } from "../reservations/contract";
import { ReservationEvent } from "../reservations/event-contract";
import { isOver } from "../reservations/rules";

/** Copies within 24 hours. */
export const MAX_COPIES = 5;
export const COPIES_WINDOW_MS = 86_400_000;

/** Replaces a removed name. */
export const ERASED_RIDER = "Erased rider";
export const ERASED_PLACE = "Erased place";

/** Whether and how a trip blocks erasing its rider. */
export function erasureBlockedBy(state: ReservationState): "under_way" | "ahead" | null {
  if (isOver(state)) return null;
  return ["en_route", "on_location", "passenger_on_board"].includes(state) ? "under_way" : "ahead";
}

/** What of a log entry's event names no person and no place. */
const impersonalEvents = [
  ...["kind", "repeating", "currency", "feeMinor", "fareMinor", "tipMinor", "correctedFromMinor"],
  ...[
    "driver",
    "vehicle",
    "affiliate",
    "costMinor",
    "answer",
    "withdrawalReason",
    "proof",
    "onlyWithCode",
  ],
  ...["stop", "stopNumber", "waitedMinutes", "hasPosition", "distanceMeters", "called", "messages"],
  ...["collectedMinor", "dueMinor", "entry", "method", "amountMinor", "trip", "outcome"],
  ...["expense", "chargesCustomer", "paysDriver", "quote", "validUntil", "agreedFromMinor"],
  "fareFromMinor",
];

/** A log entry's event without the places of the trip. */
export function eraseEvent(event: ReservationEvent): ReservationEvent {
  const impersonalFields = Object.entries(event).filter(([name]) =>
    impersonalEvents.includes(name),
  );
  return ReservationEvent.parse(Object.fromEntries(impersonalFields));
}
