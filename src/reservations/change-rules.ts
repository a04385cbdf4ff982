/**
 * What a rider may change of a trip online. Everything, until the driver is on the way, by their tap
 * and by the clock; then it is for dispatch and the driver to agree. Once cancelling costs a fee, what would get round it is for
 * dispatch as well: another time, and a lower price, of which the fee is a part.
 */
import type { ServiceType } from "../fares/contract";
import type { ReservationState } from "./contract";
import { isOnTheWay } from "./rules";

/** Whether a trip may be changed at `now`. One without a price has nothing to compare. */
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

/** Whether a change would get round the fee that cancelling costs now. Times in ms UTC. */
export function isFeeEvasion(
  feeMinor: number,
  before: { pickupAt: number; fareMinor: number },
  after: { pickupAt: number; fareMinor: number },
): boolean {
  return feeMinor > 0 && (after.pickupAt !== before.pickupAt || after.fareMinor < before.fareMinor);
}
