/**
 * A trip and its return trip are two linked reservations: each has its own price, state and
 * driver, and either can exist without the other. They are quoted together and booked together, or not
 * at all. The return trip leads from where the trip ends to where it began; it cannot begin before the trip
 * ends. A passenger with an appointment may leave the time of the return trip open and call when
 * ready: until then its time is an hour after the appointment (or the arrival), as a guess by which it is
 * sorted and priced, and nobody is bound to it.
 */
import type { z } from "zod";
import type { ServiceType } from "../../fares/contract";
import { localTimeAt, readLocalTime } from "../../settings/local-time";
import type { TripRequest, ReturnTrip } from "./quote-contract";
import { plannedEnd, endsAtPickup } from "../rules";

type Trip = z.output<typeof TripRequest>;

/** Whether a trip of this kind can have a return trip: it leads away and ends there. */
export function canHaveReturnTrip(trip: Pick<Trip, "serviceType" | "pickup" | "dropoff">): boolean {
  return trip.serviceType !== "roadside_assistance" && !endsAtPickup(trip);
}

/** Whether the return trip may wait for a call. */
export function canCallLater(serviceType: ServiceType): boolean {
  return serviceType === "home_care";
}

/** What kind of trip leads back: who is brought to a flight is fetched from one. */
function returnServiceType(serviceType: ServiceType): ServiceType {
  if (serviceType === "airport_pickup") return "airport_dropoff";
  if (serviceType === "airport_dropoff") return "airport_pickup";
  return serviceType;
}

/** The trip back, as it is priced. Which of the extras can be had on it is for the caller to say. */
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

/** Whether a return trip (ms UTC) would begin before the trip there ends. */
export function beginsTooEarly(
  outbound: { pickupAt: number; durationSeconds: number; hours: number | null },
  returnPickupAt: number,
): boolean {
  return returnPickupAt < plannedEnd(outbound);
}

/** So long after the appointment a passenger may be ready, as a guess. */
const PREPARATION_MS = 60 * 60_000;

/** When a passenger who will call may be ready (ms UTC): an estimate to sort and price by. */
export function guessedReturnTime(
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
  return Math.max(plannedEnd(outbound), appointment) + PREPARATION_MS;
}

/** An instant as a trip says it: wall time, and which of two where the clocks repeat an hour. */
export function localTimeOf(
  at: number,
  timeZone: string,
): { pickupLocal: string; repeatedHour?: "earlier" | "later" } {
  const pickupLocal = localTimeAt(at, timeZone);
  const reading = readLocalTime(pickupLocal, timeZone);
  if (reading.kind !== "ambiguous") return { pickupLocal };
  return { pickupLocal, repeatedHour: at < reading.later ? "earlier" : "later" };
}
