/**
 * Decides what a rider may change of a trip online: everything, until the driver is on the way by their tap and by the
 * clock. After that, dispatch and the driver decide. Once cancelling costs a fee, dispatch also decides on changes that
 * would avoid it: another time, or a lower price, because the fee is a share of the price.
 */
import type { ServiceType } from "../fares/contract";
import type { ReservationState } from "./contract";
import { isOnTheWay } from "./rules";

/** Whether a trip may be changed at `now`. A trip without a price cannot, because there is no price to compare. */
export function isChangeable(
  trip: { state: ReservationState; startsAt: number },
  now: number,
): boolean {
  if (trip.state === "en_route") return !isOnTheWay(trip, now);
  return ["pending", "confirmed", "offered", "assigned"].includes(trip.state);
}

/** Whether a trip is to or from a flight. */
export function isAirportTrip(serviceType: ServiceType): boolean {
  return serviceType === "airport_pickup" || serviceType === "airport_dropoff";
}

/** Whether a change would avoid the fee that cancelling costs now. Times in ms UTC. */
export function isFeeEvasion(
  feeMinor: number,
  before: { pickupAt: number; fareMinor: number },
  after: { pickupAt: number; fareMinor: number },
): boolean {
  return feeMinor > 0 && (after.pickupAt !== before.pickupAt || after.fareMinor < before.fareMinor);
}
