/**
 * The states of a reservation. A booking is `pending` until dispatch confirms it (`confirmed`). It is `offered` to a
 * driver or `assigned`. The driver drives it (`en_route`, `on_location`, `passenger_on_board`) and ends it
 * (`completed`). Payment closes it (`settled`). The table below is the only place with all steps. A rider may cancel
 * until they are on board; the price list under which the trip was agreed decides the fee. A trip with a stop that is
 * not pinned on the map has no price. It is a `quote` until dispatch pins the stop, which sets the price and makes it
 * `pending`.
 */
import { cancellationFee, type FeeDecision } from "../fares/cancellation-rules";
import type { FeeSchedule, ServiceType } from "../fares/contract";
import type { Point } from "../places/contract";
import type { ReservationState, ServiceDetails } from "./contract";
import type { Stop } from "./quotes/quote-contract";

/** The states that may follow each state. */
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

/** Whether the table has this step. */
export function canMove(from: ReservationState, to: ReservationState): boolean {
  return transitions[from].includes(to);
}

/** Whether the trip has ended or will not happen, so that it can only be settled. */
export function isOver(state: ReservationState): boolean {
  return ["completed", "settled", "cancelled", "no_show", "rejected"].includes(state);
}

/** Whether a trip can be repeated: it must have a price and a time, and must not have been rejected. */
export function canRepeat(trip: {
  state: ReservationState;
  onRequest: boolean;
  willCall: boolean;
}): boolean {
  return trip.state !== "rejected" && !trip.onRequest && !trip.willCall;
}

/** Whether the trip has an assigned driver who has not yet finished it. */
export function hasDriver(state: ReservationState): boolean {
  return ["assigned", "en_route", "on_location", "passenger_on_board"].includes(state);
}

/** Returns the step of the driver's main button in a state. Null if the driver has no step. */
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
 * Returns the time (ms UTC) from which the driver of a trip may set off. An earlier step is refused, unless dispatch
 * lets the driver start early. Until this time the driver counts as not on the way, whatever they tapped, for
 * cancellation fees and for changes by the rider.
 */
export function earliestStartOf(trip: { pickupAt: number }, setOffMinutes: number): number {
  return trip.pickupAt - setOffMinutes * 60_000;
}

/** Whether dispatch lets the driver start early. It applies only to the pickup time for which it was allowed. */
export function canStartEarly(trip: {
  pickupAt: number;
  earlyStartForPickupAt: number | null;
}): boolean {
  return trip.earlyStartForPickupAt === trip.pickupAt;
}

/** Whether the driver is on the way to the passenger at `now`, by state and by the clock. */
export function isOnTheWay(
  trip: { state: ReservationState; startsAt: number },
  now: number,
): boolean {
  return (trip.state === "en_route" || trip.state === "on_location") && now >= trip.startsAt;
}

/** The result of a cancellation. It is late if it costs a fee. */
export type CancellationDecision =
  ({ allowed: true; isLateCancellation: boolean } & FeeDecision) | { allowed: false };

/**
 * Decides whether a reservation can be cancelled at `now` (ms UTC), and calculates the fee by its own prices, in minor
 * units. Once the driver is on the way, the fee is final. A booking that dispatch has not confirmed is always free, and
 * so are trips whose prices cannot be found and return trips that still wait for a call.
 */
export function cancellation(
  schedule: FeeSchedule | null,
  reservation: {
    state: ReservationState;
    /** From when the driver may set off. */
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

/** A driver who arrives up to this long after the pickup time is on time. */
export const ON_TIME_TOLERANCE_MS = 5 * 60_000;

/** A flight is late, and people are notified of a changed time, from this delay on. */
export const LATE_FLIGHT_MS = 15 * 60_000;

/** How long before the pickup, and after its planned end, a trip occupies its driver. */
const BLOCKED_BEFORE_PICKUP_MS = 15 * 60_000;
const BLOCKED_AFTER_TRIP_MS = 10 * 60_000;

/**
 * Returns the half-open time during which a trip occupies its driver and vehicle (ms UTC): from a quarter of an hour
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

/** Returns when the passengers are expected to get out (ms UTC), by the route or by the hours booked. */
export function plannedEnd(trip: {
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
}): number {
  return trip.pickupAt + Math.max(trip.durationSeconds * 1000, (trip.hours ?? 0) * 3_600_000);
}

/** Returns the position of a stop. Null if it is not pinned. */
export function pointOf({ latitude, longitude }: Stop): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Services that may stay at one place, such as help on the spot or waiting. */
const servicesAtOnePlace: readonly ServiceType[] = ["hourly", "roadside_assistance", "interpreter"];

/** Whether a trip with this service may end where it begins. */
export function canReturnToPickup(serviceType: ServiceType): boolean {
  return servicesAtOnePlace.includes(serviceType);
}

/** Whether a trip ends where it begins: by the hour, for help on the spot, or for a meeting there. */
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
 * Returns the details that belong to a service. Null if there are none. Roadside assistance and interpreters need
 * theirs: `missing` names the part.
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

/** Values in place of a local time: as soon as possible, and for a return trip, when its passenger calls. */
export const ASAP = "asap";
export const RETURN_ON_CALL = "when_called";

/** How long a rider may take to fill in the form. */
const PICKUP_TIME_GRACE_MS = 2 * 60_000;
/** The form proposes round times. */
const PICKUP_ROUNDING_MS = 5 * 60_000;

/** How long before its pickup a trip must be booked, and how far ahead it can be. */
export type BookingLimits = { leadMinutes: number; maxDaysAhead: number };

/** Returns the earliest pickup that can be booked at `now` (ms UTC), in round minutes. */
export function soonestPickup(now: number, { leadMinutes }: Pick<BookingLimits, "leadMinutes">) {
  return Math.ceil((now + leadMinutes * 60_000) / PICKUP_ROUNDING_MS) * PICKUP_ROUNDING_MS;
}

/** Checks whether a pickup can be booked now: not past, not within the lead time, not after the last day. */
export function checkPickupTime(
  pickupAt: number,
  now: number,
  { leadMinutes, maxDaysAhead }: BookingLimits,
): "ok" | "past" | "too_soon" | "too_far_ahead" {
  if (pickupAt < now - PICKUP_TIME_GRACE_MS) return "past";
  if (pickupAt < now + leadMinutes * 60_000 - PICKUP_TIME_GRACE_MS) return "too_soon";
  // Allows the whole last day, whatever the time now.
  if (pickupAt > now + (maxDaysAhead + 1) * 86_400_000) return "too_far_ahead";
  return "ok";
}
