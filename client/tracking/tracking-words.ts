/** The texts for a trip's state, for somebody who follows it with a link. */
import type { ReservationState } from "../../src/reservations/contract";
import type { TrackedTrip } from "../../src/tracking/contract";
import { formatMoment } from "../ui/moment";
import { phrase, type Say } from "../words/words";

/** Returns the current state, and what it means. */
export function trackedStatus(
  trip: TrackedTrip,
  timeZone: string,
  t: Say,
): { title: string; detail: string } {
  const name = trip.driver?.firstName ?? t("The driver");
  const pickup = formatMoment(trip.pickupAt, timeZone, "date-time", t);
  switch (trip.state) {
    case "quote":
    case "pending":
      return {
        title: t("Waiting for confirmation"),
        detail: t("The pickup is planned for {pickup}.", { pickup }),
      };
    case "confirmed":
    case "offered":
      return {
        title: t("The trip is confirmed"),
        detail: t("Pickup on {pickup}. The driver will appear here.", { pickup }),
      };
    case "assigned":
      return {
        title: t("{name} is the driver", { name }),
        detail: t("Pickup on {pickup}. The car will appear here once it is on its way.", {
          pickup,
        }),
      };
    case "en_route":
      return {
        title: t("{name} is on the way", { name }),
        detail: t("The car is on its way to the pickup."),
      };
    case "on_location":
      return {
        title: t("{name} has arrived", { name }),
        detail: t("The car is waiting at the pickup."),
      };
    case "passenger_on_board":
      return { title: t.in("a trip", "On board"), detail: rideStatusText(trip, t) };
    case "completed":
    case "settled":
      return {
        title: t.in("a trip", "Arrived"),
        detail: t("The trip has reached its destination."),
      };
    case "cancelled":
    case "rejected":
      return { title: t("The trip is cancelled"), detail: t("No car is on its way.") };
    case "no_show":
      return {
        title: t("The trip did not take place"),
        detail: t("Driver and passenger did not meet."),
      };
  }
}

/** Returns the passenger's progress between stops, once on board. */
function rideStatusText({ stop }: TrackedTrip, t: Say): string {
  if (!stop) return t("The car is on its way to the destination.");
  const { n, count } = stop;
  return stop.isThere
    ? t("At stop {n} of {count}.", { n, count })
    : t("The car is on its way to stop {n} of {count}.", { n, count });
}

/** The steps of a trip from the driver's departure on. */
export const trackedSteps = [
  phrase("On the way", "a step"),
  phrase("At the pickup", "a step"),
  phrase("On board", "a step"),
  phrase("Arrived", "a step"),
] as const;

/** Returns how many of `trackedSteps` are reached; null if the trip did not take place. */
export function countReachedSteps(state: ReservationState): number | null {
  if (state === "cancelled" || state === "rejected" || state === "no_show") return null;
  const reachedStepsByState: Partial<Record<ReservationState, number>> = {
    en_route: 1,
    on_location: 2,
    passenger_on_board: 3,
    completed: 4,
    settled: 4,
  };
  return reachedStepsByState[state] ?? 0;
}
