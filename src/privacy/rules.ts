/**
 * The rules for a rider's data: they can get a copy of all of it, and have it erased.
 *
 * The person must have shown within the last 10 minutes that the account is theirs: for the copy by signing in or by a
 * code, for the erasure by a separate code. Five copies a day are allowed. An erasure must wait until no trip is in
 * progress and upcoming ones are cancelled. What the law requires to be kept of an agreed trip (its number, times,
 * price and who drove) stays, and names nobody.
 */
import type { ReservationState } from "../reservations/contract";
import { ReservationEvent } from "../reservations/event-contract";
import { isOver } from "../reservations/rules";

/** How many copies are allowed within 24 hours. */
export const MAX_COPIES = 5;
export const COPIES_WINDOW_MS = 86_400_000;

/** The text that replaces a removed name. */
export const ERASED_RIDER = "Erased rider";
export const ERASED_PLACE = "Erased place";

/** Returns whether and how a trip prevents its rider's account from being erased. */
export function erasureBlockedBy(state: ReservationState): "under_way" | "ahead" | null {
  if (isOver(state)) return null;
  return ["en_route", "on_location", "passenger_on_board"].includes(state) ? "under_way" : "ahead";
}

/** The fields of a log entry's event that name no person and no place. */
const impersonalFieldNames = [
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

/** Returns a log entry's event without persons and places. */
export function eraseEvent(event: ReservationEvent): ReservationEvent {
  const impersonalFields = Object.entries(event).filter(([name]) =>
    impersonalFieldNames.includes(name),
  );
  return ReservationEvent.parse(Object.fromEntries(impersonalFields));
}
