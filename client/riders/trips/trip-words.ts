/** The rider's texts for the states and events of a trip. Riders don't see offers to drivers. */
import type {
  Reservation,
  ReservationState,
  TimelineEntry,
} from "../../../src/reservations/contract";
import type { EventOf } from "../../../src/reservations/event-contract";
import { isOver } from "../../../src/reservations/rules";
import { currentStopNumber, stopVisits } from "../../../src/reservations/waiting/stop-rules";
import { waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { phrase, type Say } from "../../words/words";

interface TripStatus {
  title: string;
  detail: string;
}

/** Returns what the trip's state means for its rider now. */
export function tripStatus(trip: Reservation, brand: string, t: Say): TripStatus {
  const driver = trip.driver?.firstName ?? t("Your driver");
  const time = formatMoment(trip.pickupAt, trip.timeZone, "time");
  if (trip.willCall && !isOver(trip.state))
    return {
      title: t("Your return trip is waiting for your call"),
      detail: t(
        "Tell us when you are ready and we’ll send the next car. The price stays the same.",
      ),
    };
  switch (trip.state) {
    case "quote":
      if (trip.quoteUrl) return { title: t("Price set"), detail: "" };
      return {
        title: t("We’re working out your price"),
        detail: t("We’ll tell you the price soon. Cancelling costs nothing until we confirm."),
      };
    case "pending":
      if (trip.prepayment?.state === "waiting")
        return {
          title: t("Waiting for your payment"),
          detail: t("We have your booking. We’ll review it once you have paid."),
        };
      return {
        title: t("Waiting for confirmation"),
        detail: t("We have your booking and are looking at it. You don’t need to do anything."),
      };
    case "confirmed":
    case "offered":
      return {
        title: t("Your trip is confirmed"),
        detail: t("We are finding your driver. The name and car will appear here."),
      };
    case "assigned":
      return {
        title: t("{driver} is your driver", { driver }),
        detail: t("At {place} at {time}.", { place: trip.pickup.name, time }),
      };
    case "en_route":
      return {
        title: t("Your driver is on the way"),
        detail: t("{driver} is coming to {place}.", { driver, place: trip.pickup.name }),
      };
    case "on_location":
      return {
        title: t("Your driver has arrived"),
        detail: [
          t("{driver} is waiting for you at {place}.", { driver, place: trip.pickup.name }),
          ...waitTexts(trip, t),
        ].join(" "),
      };
    case "passenger_on_board":
      return { title: t("Enjoy the ride"), detail: rideStatusText(trip, t) };
    case "completed":
    case "settled":
      return {
        title: t("You have arrived"),
        detail: t("Thank you for riding with {brand}.", { brand }),
      };
    case "cancelled":
      return {
        title: t("This trip is cancelled"),
        detail: trip.cancellationFeeMinor
          ? t("The cancellation fee is {fee}.", {
              fee: formatMoney(trip.cancellationFeeMinor, trip.currency, t),
            })
          : [
              ...(trip.prepayment?.state === "lapsed" ? [t("The trip was not paid in time.")] : []),
              t("There is nothing to pay."),
            ].join(" "),
      };
    case "no_show":
      return {
        title: t("We missed you"),
        detail: t("The driver waited and could not find you."),
      };
    case "rejected":
      return {
        title: t("We cannot take this trip"),
        detail: stateReasonOf(trip) ?? t("There is nothing to pay. Please try another time."),
      };
  }
}

/** Returns until when waiting is free, and the price per minute after that. */
function waitTexts(trip: Reservation, t: Say): string[] {
  const waitingTime = waitingOf(trip);
  if (!waitingTime || waitingTime.terms.perMinuteMinor === 0) return [];
  const until = new Date(waitingTime.chargedFrom).toISOString();
  const time = formatMoment(until, trip.timeZone, "time");
  const { costMinor } = waitingTime.waitingCostAt(waitingTime.chargedFrom + 60_000);
  const price = formatMoney(costMinor, trip.currency, t);
  return [t("Waiting is free until {time}, then it costs {price} a minute.", { time, price })];
}

/** Returns the passenger's progress between stops, once on board. */
function rideStatusText(trip: Reservation, t: Say): string {
  const visits = stopVisits(trip.stops.length, trip.timeline);
  const n = currentStopNumber(visits);
  if (n === null) return t("You are on the way to {place}.", { place: trip.dropoff.name });
  const stop = { n, count: visits.length, place: trip.stops[n - 1]?.name ?? "" };
  return visits[n - 1]?.standing === "here"
    ? t("At stop {n} of {count}: {place}.", stop)
    : t("You are on the way to stop {n} of {count}: {place}.", stop);
}

/** The steps up to being on board, for the progress bar. `countReachedSteps` says how many are reached. */
export const tripSteps = [
  phrase("Booked", "a step"),
  phrase("Confirmed", "a step"),
  phrase("Driver", "a step"),
  phrase("On the way", "a step"),
  phrase("Arrived", "a step"),
  phrase("On board", "a step"),
];

/** Returns how many of `tripSteps` are reached; null if the trip did not take place. */
export function countReachedSteps(state: ReservationState): number | null {
  const reachedStepsByState: Partial<Record<ReservationState, number>> = {
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
  return reachedStepsByState[state] ?? null;
}

/** Returns the text of one timeline entry, and its reason. */
export function entryWords(entry: TimelineEntry, trip: Reservation, t: Say): TripStatus {
  const { event, actor, reason } = entry;
  const driver = (actor.kind === "driver" && actor.name.split(" ")[0]) || t("The driver");
  const by = actor.kind === "rider" || actor.kind === "driver" ? actor.kind : "us";
  switch (event.kind) {
    case "price_requested":
      return {
        title: t("Price requested"),
        detail: t("We’ll tell you the price before anything is agreed."),
      };
    case "pinned":
      return { title: t("Place found"), detail: "" };
    case "priced":
      return {
        title: t("Price set"),
        detail: t("Cancelling costs nothing until we confirm."),
      };
    case "quote_sent":
      return { title: t("Price set"), detail: "" };
    case "quote_accepted":
      return { title: t("Booked"), detail: "" };
    case "booked":
      return {
        title: t("Booked"),
        detail: t("We have your booking. Our team will check it and confirm it."),
      };
    case "confirmed":
      return {
        title: t.in("a trip", "Confirmed"),
        detail: t("We have confirmed the trip and are finding the right driver."),
      };
    case "assigned":
      return {
        title: t.in("a trip", "Driver assigned"),
        detail: t("Driver and car are reserved for you."),
      };
    case "set_off":
      return {
        title: t("On the way to you"),
        detail: t("{driver} set out for {place}.", { driver, place: trip.pickup.name }),
      };
    case "arrived":
      return {
        title: t.in("a trip", "Arrived"),
        detail: t("{driver} reached {place}.", { driver, place: trip.pickup.name }),
      };
    case "boarded":
      return {
        title: t.in("a trip", "On board"),
        detail: t("The ride to {place} started.", { place: trip.dropoff.name }),
      };
    case "stop_visited":
      return stopStatus(event, reason, trip, t);
    case "completed":
      return {
        title: t.in("a trip", "Completed"),
        detail: t("You reached {place}.", { place: trip.dropoff.name }),
      };
    case "reopened":
      return { title: t("Reopened"), detail: t("We are checking the bill again.") };
    case "settled":
      return { title: t.in("a trip", "Settled"), detail: t("The bill for this trip is closed.") };
    case "tip_given":
      return event.tipMinor === 0
        ? { title: t("Tip removed"), detail: "" }
        : { title: t("Tip added"), detail: t("Thank you for your tip.") };
    case "cancelled":
      return {
        title: trip.isLateCancellation ? t("Cancelled late") : t.in("a trip", "Cancelled"),
        detail: cancelledText(by, driver, reason, t),
      };
    case "no_show":
      return {
        title: t("No-show"),
        detail: reason
          ? t("{driver} waited and left: {reason}", { driver, reason })
          : t("{driver} waited and left.", { driver }),
      };
    case "rejected":
      return {
        title: t.in("a trip", "Declined"),
        detail: reason
          ? t("We could not take the trip: {reason}", { reason })
          : t("We could not take the trip."),
      };
    default: {
      const changedTexts = {
        rider: t("You changed the trip."),
        driver: t("{driver} changed the trip.", { driver }),
        us: t("We changed the trip."),
      };
      return { title: t("Changed"), detail: changedTexts[by] };
    }
  }
}

function stopStatus(
  { stop, stopNumber: n }: EventOf<"stop_visited">,
  reason: string,
  trip: Reservation,
  t: Say,
): TripStatus {
  const place = trip.stops[n - 1]?.name ?? "";
  if (stop === "skipped") return { title: t("Stop {n} skipped", { n }), detail: reason };
  return stop === "arrived"
    ? { title: t("At stop {n}", { n }), detail: place }
    : { title: t("Left stop {n}", { n }), detail: place };
}

function stateReasonOf(trip: Reservation): string | null {
  return trip.timeline.findLast(({ to }) => to === trip.state)?.reason || null;
}

function cancelledText(
  by: "rider" | "driver" | "us",
  driver: string,
  reason: string,
  t: Say,
): string {
  if (by === "rider") {
    return reason
      ? t("You cancelled the trip: {reason}", { reason })
      : t("You cancelled the trip.");
  }
  if (by === "driver") {
    return reason
      ? t("{driver} cancelled the trip: {reason}", { driver, reason })
      : t("{driver} cancelled the trip.", { driver });
  }
  return reason ? t("We cancelled the trip: {reason}", { reason }) : t("We cancelled the trip.");
}
