/** The rider's words for what happens to a trip. An offer to a driver is none of their business. */
import type {
  Reservation,
  ReservationState,
  TimelineEntry,
} from "../../../src/reservations/contract";
import { isOver } from "../../../src/reservations/rules";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";

export interface TripNews {
  title: string;
  detail: string;
}

/** What a trip's state means for its rider now. */
export function tripNews(trip: Reservation, brand: string): TripNews {
  const driver = trip.driver?.firstName ?? "Your driver";
  const time = formatMoment(trip.pickupAt, trip.timeZone, "time");
  if (trip.willCall && !isOver(trip.state))
    return {
      title: "Your way back waits for your call",
      detail: "Tell us when you are ready, and the next car comes. The price stays the same.",
    };
  switch (trip.state) {
    case "quote":
      return {
        title: "We look for the place",
        detail: "Then we tell you the price. Cancelling costs nothing until we have confirmed.",
      };
    case "pending":
      return {
        title: "Waiting for confirmation",
        detail: "We have your booking and are looking at it. You need to do nothing.",
      };
    case "confirmed":
    case "offered":
      return {
        title: "Your trip is confirmed",
        detail: "We are finding your driver. Name and car will stand here.",
      };
    case "assigned":
      return {
        title: `${driver} drives you`,
        detail: `At ${trip.pickup.name} at ${time}.`,
      };
    case "en_route":
      return {
        title: "Your driver is on the way",
        detail: `${driver} comes to ${trip.pickup.name}.`,
      };
    case "on_location":
      return {
        title: "Your driver has arrived",
        detail: `${driver} waits for you at ${trip.pickup.name}.`,
      };
    case "passenger_on_board":
      return { title: "Enjoy the ride", detail: `You are on the way to ${trip.dropoff.name}.` };
    case "completed":
    case "settled":
      return { title: "You have arrived", detail: `Thank you for riding with ${brand}.` };
    case "cancelled":
      return {
        title: "This trip is cancelled",
        detail: trip.cancellationFeeMinor
          ? `The cancellation fee is ${formatMoney(trip.cancellationFeeMinor, trip.currency)}.`
          : "There is nothing to pay.",
      };
    case "no_show":
      return { title: "We did not meet", detail: "The driver waited and could not find you." };
    case "rejected":
      return {
        title: "We cannot take this trip",
        detail: reasonOf(trip) ?? "There is nothing to pay. Please try another time.",
      };
  }
}

/** The steps on the way to being on board, for the bar above; `reached` counts those behind. */
export const tripSteps = ["Booked", "Confirmed", "Driver", "On the way", "Arrived", "On board"];

/** How many of `tripSteps` are reached; null where the trip came to nothing. */
export function stepsReached(state: ReservationState): number | null {
  const reached: Partial<Record<ReservationState, number>> = {
    quote: 1,
    pending: 1,
    confirmed: 2,
    offered: 2,
    assigned: 3,
    en_route: 4,
    on_location: 5,
    passenger_on_board: 6,
    completed: 6,
    settled: 6,
  };
  return reached[state] ?? null;
}

/** The entries a rider sees: asking drivers around, and being turned down by one, is left out. */
export function riderTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline.filter(
    ({ from, to }) => to !== "offered" && !(from === "offered" && to === "confirmed"),
  );
}

/** What one entry of the timeline means, and why it happened. */
export function entryWords(entry: TimelineEntry, trip: Reservation): TripNews {
  const { to, from, actor, reason } = entry;
  const driver = actor.kind === "driver" ? firstWord(actor.name) : "The driver";
  const by = actor.kind === "rider" ? "You" : actor.kind === "driver" ? driver : "We";
  if (entry.detail.tipMinor !== undefined)
    return entry.detail.tipMinor === 0
      ? { title: "Tip taken back", detail: "" }
      : { title: "Tip given", detail: "Thank you for your tip." };
  if (from === to && to !== "quote") return { title: "Changed", detail: `${by} changed the trip.` };
  switch (to) {
    case "quote":
      return from === "quote"
        ? { title: "Place found", detail: "" }
        : { title: "Price asked for", detail: "We look for the place on the map." };
    case "pending":
      if (from === "quote")
        return {
          title: "Price named",
          detail: "We found the place. Cancelling costs nothing until we have confirmed.",
        };
      return { title: "Booked", detail: "Your booking reached us. We confirm each one by hand." };
    case "confirmed":
      return from === "pending"
        ? { title: "Confirmed", detail: "The trip is taken on. We look for the right driver." }
        : { title: "Another driver is sought", detail: "The trip itself stands as booked." };
    case "offered":
      return { title: "Confirmed", detail: "" };
    case "assigned":
      return { title: "Driver assigned", detail: "Driver and car are reserved for you." };
    case "en_route":
      return { title: "On the way to you", detail: `${driver} set out for ${trip.pickup.name}.` };
    case "on_location":
      return { title: "Arrived", detail: `${driver} reached ${trip.pickup.name}.` };
    case "passenger_on_board":
      return { title: "On board", detail: `The ride to ${trip.dropoff.name} began.` };
    case "completed":
      return from === "settled"
        ? { title: "Reopened", detail: reason || "We look at the bill again." }
        : { title: "Completed", detail: `You reached ${trip.dropoff.name}.` };
    case "settled":
      return { title: "Settled", detail: "The bill of this trip is closed." };
    case "cancelled":
      return {
        title: trip.late ? "Cancelled late" : "Cancelled",
        detail: sentence(`${by} cancelled the trip`, reason),
      };
    case "no_show":
      return { title: "Not met", detail: sentence(`${driver} waited and left`, reason) };
    case "rejected":
      return { title: "Declined", detail: sentence("We could not take the trip", reason) };
  }
}

function reasonOf(trip: Reservation): string | null {
  return trip.timeline.findLast(({ to }) => to === trip.state)?.reason || null;
}

function sentence(what: string, reason: string): string {
  return reason ? `${what}: ${reason}` : `${what}.`;
}

function firstWord(name: string): string {
  return name.split(" ")[0] || "The driver";
}
