/**
 * The rules for splitting a reservation: some of its passengers and bags move to a new reservation at the same time and
 * with the same route. The first keeps its number, driver, extras and promotion. Both are priced again. A split is only
 * possible before the driver sets off, and each part must keep a passenger.
 */
import type { ServiceType } from "../fares/contract";
import { isChangeable } from "./change-rules";
import type { ReservationState } from "./contract";

/** Returns why a reservation cannot be split at `now`. Null if it can. */
export function splitRefusal(
  trip: {
    state: ReservationState;
    startsAt: number;
    serviceType: ServiceType;
    passengers: number;
    willCall: boolean;
  },
  now: number,
): "started" | "care" | "waits" | "alone" | null {
  if (!isChangeable(trip, now)) return "started";
  // Attendants and companions stay with their patient.
  if (trip.serviceType === "home_care") return "care";
  if (trip.willCall) return "waits";
  return trip.passengers < 2 ? "alone" : null;
}

/**
 * Whether a vehicle can be added to a booking at `now`. The rules are those of a split, without the minimum of
 * passengers.
 */
export const canAddVehicle = (
  trip: Omit<Parameters<typeof splitRefusal>[0], "passengers">,
  now: number,
): boolean => splitRefusal({ ...trip, passengers: 2 }, now) === null;

/**
 * Returns the passengers and bags of both parts. Null if a part would have no passengers, or more bags leave than there
 * are.
 */
export function divideLoad(
  trip: { passengers: number; luggage: number },
  leaving: { passengers: number; luggage: number },
): Record<"stays" | "leaves", { passengers: number; luggage: number }> | null {
  const remainingLoad = {
    passengers: trip.passengers - leaving.passengers,
    luggage: trip.luggage - leaving.luggage,
  };
  if (leaving.passengers < 1 || remainingLoad.passengers < 1) return null;
  return leaving.luggage < 0 || remainingLoad.luggage < 0
    ? null
    : { stays: remainingLoad, leaves: { ...leaving } };
}
