/**
 * The rules for return trips. A trip and its return trip are two linked reservations: each has its own price, state and
 * driver, and can exist without the other. They are quoted and booked together, or not at all. The return trip leads
 * from the end of the trip to its start, and cannot begin before the trip ends. A passenger with an appointment may
 * leave the time of the return trip open and call when ready. Until then its time is estimated as an hour after the
 * appointment (or the arrival), for sorting and pricing. No driver or vehicle is bound to it.
 */
import type { z } from "zod";
import type { ServiceType } from "../../fares/contract";
import { localTimeAt, readLocalTime } from "../../settings/local-time";
import type { TripRequest, ReturnTrip } from "./quote-contract";
import { plannedEnd, endsAtPickup } from "../rules";

type Trip = z.output<typeof TripRequest>;

/** Whether a trip can have a return trip: it must end at another place. */
export function canHaveReturnTrip(trip: Pick<Trip, "serviceType" | "pickup" | "dropoff">): boolean {
  return trip.serviceType !== "roadside_assistance" && !endsAtPickup(trip);
}

/** Whether the return trip may wait for a call. */
export function canCallLater(serviceType: ServiceType): boolean {
  return serviceType === "home_care";
}

/**
 * Returns the service of the return trip. An airport drop-off has an airport pickup as its return trip, and the
 * reverse.
 */
function returnServiceType(serviceType: ServiceType): ServiceType {
  if (serviceType === "airport_pickup") return "airport_dropoff";
  if (serviceType === "airport_dropoff") return "airport_pickup";
  return serviceType;
}

/** Returns the return trip to price. The caller removes extras that are not offered on it. */
export function returnTripFrom(
  trip: Trip,
  back: Pick<z.output<typeof ReturnTrip>, "stops" | "repeatedHour">,
  pickupLocal: string,
): Trip {
  const { way: _, repeatedHour: _hour, ...same } = trip;
  return {
    ...same,
    serviceType: returnServiceType(trip.serviceType),
    pickup: trip.dropoff,
    dropoff: trip.pickup,
    stops: back.stops === "reversed" ? trip.stops.toReversed() : [],
    pickupLocal,
    ...(back.repeatedHour && { repeatedHour: back.repeatedHour }),
  };
}

/** Whether a return trip (ms UTC) would begin before the outbound trip ends. */
export function beginsTooEarly(
  outbound: { pickupAt: number; durationSeconds: number; hours: number | null },
  returnPickupAt: number,
): boolean {
  return returnPickupAt < plannedEnd(outbound);
}

/** The estimated time after the appointment at which a passenger is ready. */
const READY_AFTER_APPOINTMENT_MS = 60 * 60_000;

/** Returns when a passenger who will call is probably ready (ms UTC), for sorting and pricing. */
export function estimatedReturnTime(
  outbound: {
    pickupAt: number;
    durationSeconds: number;
    hours: number | null;
    pickupLocal: string;
  },
  appointmentTime: string | null,
  timeZone: string,
): number {
  const reading = appointmentTime
    ? readLocalTime(`${outbound.pickupLocal.slice(0, 10)}T${appointmentTime}`, timeZone)
    : null;
  const appointment =
    reading?.kind === "ok" ? reading.at : reading?.kind === "ambiguous" ? reading.earlier : 0;
  return Math.max(plannedEnd(outbound), appointment) + READY_AFTER_APPOINTMENT_MS;
}

/** Returns a time as a trip stores it: local time, and which of the two if a clock change repeats the hour. */
export function localTimeOf(
  at: number,
  timeZone: string,
): { pickupLocal: string; repeatedHour?: "earlier" | "later" } {
  const pickupLocal = localTimeAt(at, timeZone);
  const reading = readLocalTime(pickupLocal, timeZone);
  if (reading.kind !== "ambiguous") return { pickupLocal };
  return { pickupLocal, repeatedHour: at < reading.later ? "earlier" : "later" };
}
