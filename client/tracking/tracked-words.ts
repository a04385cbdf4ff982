/** What a trip's state means to somebody who follows it by its link. */
import type { ReservationState } from "../../src/reservations/contract";
import type { TrackedTrip } from "../../src/tracking/contract";
import { formatMoment } from "../ui/moment";

/** What happens now, and what that means. */
export function trackedNews(
  trip: TrackedTrip,
  timeZone: string,
): { title: string; detail: string } {
  const name = trip.driver?.firstName ?? "The driver";
  const pickup = formatMoment(trip.pickupAt, timeZone, "date-time");
  switch (trip.state) {
    case "quote":
    case "pending":
      return {
        title: "Waiting for confirmation",
        detail: `The pickup is planned for ${pickup}.`,
      };
    case "confirmed":
    case "offered":
      return {
        title: "The trip is confirmed",
        detail: `Pickup on ${pickup}. The driver will be shown here.`,
      };
    case "assigned":
      return {
        title: `${name} is the driver`,
        detail: `Pickup on ${pickup}. The car shows here once it is on its way.`,
      };
    case "en_route":
      return { title: `${name} is on the way`, detail: "The car drives to the pickup." };
    case "on_location":
      return { title: `${name} has arrived`, detail: "The car waits at the pickup." };
    case "passenger_on_board":
      return { title: "On board", detail: "The car drives to the destination." };
    case "completed":
    case "settled":
      return { title: "Arrived", detail: "The trip has reached its destination." };
    case "cancelled":
    case "rejected":
      return { title: "The trip is cancelled", detail: "No car is on its way." };
    case "no_show":
      return {
        title: "The trip did not take place",
        detail: "Driver and passenger did not meet.",
      };
  }
}

/** The way of a trip from the driver's departure on. */
export const trackedSteps = ["On the way", "At the pickup", "On board", "Arrived"] as const;

/** How many of `trackedSteps` are reached; null where the trip came to nothing. */
export function stepsReached(state: ReservationState): number | null {
  if (state === "cancelled" || state === "rejected" || state === "no_show") return null;
  const reached: Partial<Record<ReservationState, number>> = {
    en_route: 1,
    on_location: 2,
    passenger_on_board: 3,
    completed: 4,
    settled: 4,
  };
  return reached[state] ?? 0;
}
