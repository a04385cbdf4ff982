/**
 * From when a trip can be under way. A driver sets off so many minutes before the pickup at the earliest, and
 * no step lies before that: a tap that comes sooner is refused, unless dispatch lets the driver start early.
 * What a cancellation costs, and what a rider may change, goes by the clock as well: until that moment the
 * driver counts as not on the way, whatever was tapped.
 */
import type { ReservationState } from "./contract";

/** The moment (ms UTC) from which the driver of a trip may set off to it. */
export function startOf(trip: { pickupAt: number }, setOffMinutes: number): number {
  return trip.pickupAt - setOffMinutes * 60_000;
}

/** Whether dispatch lets the driver start early: for this pickup time, and no other that it is moved to. */
export function startsEarly(trip: {
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
