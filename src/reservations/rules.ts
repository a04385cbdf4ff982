/**
 * The life of a reservation. A booking waits (`pending`) until dispatch takes it on
 * (`confirmed`); a driver is asked (`offered`) or told (`assigned`), drives (`en_route`,
 * `on_location`, `passenger_on_board`) and ends the trip (`completed`); the money closes it
 * (`settled`). Every way out is in the one table below and nowhere else. A rider may cancel until
 * they are on board; what that costs says the price list under which the trip was agreed.
 * A trip with a stop that nobody has pinned on the map has no price: it waits as `quote` until dispatch
 * pins it, which names the price and makes it `pending`.
 */
import { cancellationFee, type FeeDecision } from "../fares/cancellation-rules";
import type { FeeSchedule, ServiceType } from "../fares/contract";
import type { Point } from "../places/contract";
import type { ReservationState, ServiceDetails } from "./contract";
import type { Stop } from "./quotes/quote-contract";

/** From each state to the states that may follow. */
export const transitions: Readonly<Record<ReservationState, readonly ReservationState[]>> = {
  quote: ["pending", "rejected", "cancelled"],
  pending: ["confirmed", "rejected", "cancelled"],
  confirmed: ["offered", "assigned", "cancelled"],
  offered: ["assigned", "confirmed", "cancelled"],
  assigned: ["en_route", "confirmed", "cancelled"],
  en_route: ["on_location", "confirmed", "cancelled"],
  on_location: ["passenger_on_board", "no_show", "cancelled"],
  passenger_on_board: ["completed"],
  completed: ["settled"],
  settled: ["completed"],
  cancelled: [],
  no_show: [],
  rejected: [],
};

/** Whether the table has the step. */
export function canMove(from: ReservationState, to: ReservationState): boolean {
  return transitions[from].includes(to);
}

/** Only settling follows: the trip has ended, or never happens. */
export function isOver(state: ReservationState): boolean {
  return ["completed", "settled", "cancelled", "no_show", "rejected"].includes(state);
}

/** Whether a trip can be repeated: one that has its price and its time, and that was taken. */
export function canRepeat(trip: {
  state: ReservationState;
  onRequest: boolean;
  willCall: boolean;
}): boolean {
  return trip.state !== "rejected" && !trip.onRequest && !trip.willCall;
}

/** Whether the driver on the reservation is committed to it now. */
export function hasDriver(state: ReservationState): boolean {
  return ["assigned", "en_route", "on_location", "passenger_on_board"].includes(state);
}

/** What the driver's big button does in a state; null when it is not the driver's turn. */
export function nextStep(
  state: ReservationState,
): "en_route" | "on_location" | "passenger_on_board" | "completed" | null {
  if (state === "assigned") return "en_route";
  if (state === "en_route") return "on_location";
  if (state === "on_location") return "passenger_on_board";
  if (state === "passenger_on_board") return "completed";
  return null;
}

/**
 * The moment (ms UTC) from which the driver of a trip may set off to it. No step lies before that: a tap that comes
 * sooner is refused, unless dispatch lets the driver start early. What a cancellation costs, and what a rider may
 * change, follows the clock as well: until then the driver counts as not on the way, whatever was tapped.
 */
export function earliestStartOf(trip: { pickupAt: number }, setOffMinutes: number): number {
  return trip.pickupAt - setOffMinutes * 60_000;
}

/** Whether dispatch lets the driver start early: for this pickup time, and no other that it is moved to. */
export function canStartEarly(trip: {
  pickupAt: number;
  earlyStartForPickupAt: number | null;
}): boolean {
  return trip.earlyStartForPickupAt === trip.pickupAt;
}

/** Whether the driver is on the way to the passenger at `now`, by the steps and by the clock. */
export function isOnTheWay(
  trip: { state: ReservationState; startsAt: number },
  now: number,
): boolean {
  return (trip.state === "en_route" || trip.state === "on_location") && now >= trip.startsAt;
}

/** What cancelling means; late is inside the time that costs a fee. */
export type CancellationDecision =
  ({ allowed: true; isLateCancellation: boolean } & FeeDecision) | { allowed: false };

/**
 * Whether a reservation can be cancelled at `now` (ms UTC) and what that costs under the prices it
 * was agreed with, in minor units: once and for all when the driver is on the way. A booking that dispatch has not
 * confirmed costs nothing, however late; so do one whose prices cannot be found and a return trip that was
 * never called for.
 */
export function cancellation(
  schedule: FeeSchedule | null,
  reservation: {
    state: ReservationState;
    /** From when its driver may set off. */
    startsAt: number;
    createdAt: number;
    pickupAt: number;
    fareMinor: number;
    willCall?: boolean;
  },
  now: number,
): CancellationDecision {
  const { state, createdAt, pickupAt, fareMinor, willCall } = reservation;
  if (!canMove(state, "cancelled")) return { allowed: false };
  const free = { feeMinor: 0, driverShareMinor: 0, line: null };
  if (state === "quote" || state === "pending" || willCall || !schedule)
    return { allowed: true, isLateCancellation: false, ...free };
  const onTheWay = isOnTheWay(reservation, now);
  const trip = { bookedAt: createdAt, pickupAt, fareMinor, onTheWay };
  const fee = cancellationFee(schedule, trip, now);
  return { allowed: true, isLateCancellation: fee.feeMinor > 0, ...fee };
}

/** How long after the pickup time a driver still arrives in time. */
export const ON_TIME_TOLERANCE_MS = 5 * 60_000;

/** From this delay on a flight is late, and people are notified of a changed time. */
export const LATE_FLIGHT_MS = 15 * 60_000;

/** Minutes before the pickup that a driver is bound to the trip, and after its planned end. */
const BLOCKED_BEFORE_PICKUP_MS = 15 * 60_000;
const BLOCKED_AFTER_TRIP_MS = 10 * 60_000;

/**
 * The time a trip takes of its driver and vehicle, ms UTC, half open: from a quarter of an hour
 * before the pickup until ten minutes after its planned end.
 */
export function occupiedTime(trip: {
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
}): { startsAt: number; endsAt: number } {
  return {
    startsAt: trip.pickupAt - BLOCKED_BEFORE_PICKUP_MS,
    endsAt: plannedEnd(trip) + BLOCKED_AFTER_TRIP_MS,
  };
}

/** When the passengers get out, ms UTC, if all goes as measured or as hired. */
export function plannedEnd(trip: {
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
}): number {
  return trip.pickupAt + Math.max(trip.durationSeconds * 1000, (trip.hours ?? 0) * 3_600_000);
}

/** Where a stop is; null for one that is not pinned. */
export function pointOf({ latitude, longitude }: Stop): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Help and people that are waited for may stay where they are: such a trip can lead nowhere. */
const servicesWithoutRoute: readonly ServiceType[] = [
  "hourly",
  "roadside_assistance",
  "interpreter",
];

/** Whether a trip of this kind may end where it begins. */
export function canReturnToPickup(serviceType: ServiceType): boolean {
  return servicesWithoutRoute.includes(serviceType);
}

/** Whether a trip ends where it begins: by the hour, help on the spot, a meeting there. */
export function endsAtPickup({
  serviceType,
  pickup,
  dropoff,
}: {
  serviceType: ServiceType;
  pickup: Stop;
  dropoff: Stop;
}): boolean {
  if (serviceType === "hourly") return true;
  return (
    canReturnToPickup(serviceType) &&
    pickup.name === dropoff.name &&
    pickup.latitude === dropoff.latitude &&
    pickup.longitude === dropoff.longitude
  );
}

/**
 * What of the details belongs to a kind of service; null when nothing does. A vehicle on standby and
 * an interpreter need theirs: `missing` names the part.
 */
export function detailsOf(
  serviceType: ServiceType,
  { greetingSign, care, roadside, interpreter }: ServiceDetails,
): { details: ServiceDetails | null; missing: keyof ServiceDetails | null } {
  const withNothingMissing = (part: ServiceDetails | false | undefined) => ({
    details: part || null,
    missing: null,
  });
  switch (serviceType) {
    case "airport_pickup":
      return withNothingMissing(greetingSign !== undefined && { greetingSign });
    case "home_care":
      return withNothingMissing(care && { care });
    case "roadside_assistance":
      return roadside ? withNothingMissing({ roadside }) : { details: null, missing: "roadside" };
    case "interpreter":
      return interpreter
        ? withNothingMissing({ interpreter })
        : { details: null, missing: "interpreter" };
    default:
      return withNothingMissing(undefined);
  }
}

/** In place of a wall time: as soon as possible, and for a return trip when its passenger calls. */
export const ASAP = "asap";
export const RETURN_ON_CALL = "when_called";

/** A slow form may take so long. */
const PICKUP_TIME_GRACE_MS = 2 * 60_000;
/** Times that the form proposes are round. */
const PICKUP_ROUNDING_MS = 5 * 60_000;

/** How long before its pickup, and how far ahead, a trip can be booked. */
export type BookingLimits = { leadMinutes: number; maxDaysAhead: number };

/** The soonest pickup that can be booked at `now` (ms UTC), in round minutes. */
export function soonestPickup(now: number, { leadMinutes }: Pick<BookingLimits, "leadMinutes">) {
  return Math.ceil((now + leadMinutes * 60_000) / PICKUP_ROUNDING_MS) * PICKUP_ROUNDING_MS;
}

/** Whether a pickup can be booked now: not past, not within the lead time, not beyond the last day. */
export function checkPickupTime(
  pickupAt: number,
  now: number,
  { leadMinutes, maxDaysAhead }: BookingLimits,
): "ok" | "past" | "too_soon" | "too_far_ahead" {
  if (pickupAt < now - PICKUP_TIME_GRACE_MS) return "past";
  if (pickupAt < now + leadMinutes * 60_000 - PICKUP_TIME_GRACE_MS) return "too_soon";
  // The last day counts to its end, wherever the day begins.
  if (pickupAt > now + (maxDaysAhead + 1) * 86_400_000) return "too_far_ahead";
  return "ok";
}
