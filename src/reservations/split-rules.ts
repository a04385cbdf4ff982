/**
 * One reservation becomes two: some of its passengers and bags leave it for a reservation of their own, at
 * the same time and by the same way. The first keeps its number, its driver, its extras and its promotion;
 * both are priced again. Only before the driver sets out, and never so that one of the two has nobody.
 */
import type { ServiceType } from "../fares/contract";
import { isChangeable } from "./change-rules";
import type { ReservationState } from "./contract";

/** Why a reservation cannot be split at `now`; null where it can. */
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
  // Attendants and companions go with their patient.
  if (trip.serviceType === "home_care") return "care";
  if (trip.willCall) return "waits";
  return trip.passengers < 2 ? "alone" : null;
}

/** Whether a vehicle can be added to a booking at `now`: as for a split, but nobody has to leave. */
export const canAddVehicle = (
  trip: Omit<Parameters<typeof splitRefusal>[0], "passengers">,
  now: number,
): boolean => splitRefusal({ ...trip, passengers: 2 }, now) === null;

/** What stays and what leaves; null where one of the two would have nobody, or bags that are not there. */
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
