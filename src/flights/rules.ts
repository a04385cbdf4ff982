/**
 * Rules for the effect of flights on trips. A pickup is the rule's number of minutes after the landing, or the time
 * that people chose if it is longer. Changes of less than a quarter of an hour are ignored: nobody is notified and
 * nothing moves. All times are in ms UTC.
 */
import type { ReservationRow, ReservationState } from "../reservations/contract";
import { LATE_FLIGHT_MS } from "../reservations/rules";
import type { FlightRule } from "./contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pickups are rounded to these steps. */
const PICKUP_ROUNDING_MS = 5 * MINUTE_MS;
/** A passenger who leaves more time than this between landing and pickup has other plans in between. */
export const MAX_MARGIN_MINUTES = 240;
/** A flight of the same number further away in time is on another day. */
const SAME_FLIGHT_MS = 14 * HOUR_MS;
/**
 * Times further from the schedule than these limits are left to people. No flight is that early, and few are that late.
 */
const MAX_EARLY_MS = 3 * HOUR_MS;
const MAX_DELAY_MS = 14 * HOUR_MS;
/** How long after the expected time a flight that the provider no longer finds counts as unknown. */
const MISSING_FLIGHT_AFTER_MS = HOUR_MS;
/** How long after its expected time a flight is no longer followed. */
const STOP_FOLLOWING_AFTER_MS = 8 * HOUR_MS;

/** The rule that applies until rules are saved. */
export const defaultRule: FlightRule = {
  airport: "",
  mode: "propose",
  domesticMinutes: 20,
  internationalMinutes: 40,
  bagsMinutes: 10,
  repricesHours: false,
  domesticCheckInMinutes: 60,
  internationalCheckInMinutes: 120,
};

/** Returns the rule of an airport, or the one for all others. */
export function ruleFor(rules: readonly FlightRule[], airport: string | null): FlightRule {
  return (
    rules.find((rule) => rule.airport !== "" && rule.airport === airport) ??
    rules.find((rule) => rule.airport === "") ??
    defaultRule
  );
}

type FlightTimes = {
  direction: "arrival" | "departure";
  state: string;
  expectedAt: number;
  scheduledOut: number | null;
  estimatedOut: number | null;
  actualOut: number | null;
  scheduledIn: number | null;
  estimatedIn: number | null;
  actualIn: number | null;
};

/** Returns the times of the end at the trips' airport. */
export function endTimes(flight: FlightTimes) {
  return flight.direction === "arrival"
    ? {
        scheduledAt: flight.scheduledIn,
        estimatedAt: flight.estimatedIn,
        actualAt: flight.actualIn,
      }
    : {
        scheduledAt: flight.scheduledOut,
        estimatedAt: flight.estimatedOut,
        actualAt: flight.actualOut,
      };
}

/** Returns the best known time of arrival or departure, or null if none is known. */
export function bestTime(flight: FlightTimes): number | null {
  const { scheduledAt, estimatedAt, actualAt } = endTimes(flight);
  return actualAt ?? estimatedAt ?? scheduledAt;
}

/** Whether the time of a flight is plausible enough to use. */
export function isTimePlausible(flight: FlightTimes): boolean {
  const at = bestTime(flight);
  const plannedAt = endTimes(flight).scheduledAt ?? flight.expectedAt;
  return at === null || (at >= plannedAt - MAX_EARLY_MS && at <= plannedAt + MAX_DELAY_MS);
}

/** Returns the time to use: the best known one, or the scheduled one if that is not plausible. */
export function plausibleTime(flight: FlightTimes): number | null {
  return isTimePlausible(flight) ? bestTime(flight) : endTimes(flight).scheduledAt;
}

/** Returns the expected time of arrival or departure. */
export function expectedTime(flight: FlightTimes): number {
  return plausibleTime(flight) ?? flight.expectedAt;
}

/** Returns the scheduled time after an answer. The known time stays if the answer has none, or one of another day. */
export function mergedScheduledAt(foundAt: number | null, known: number | null): number | null {
  if (foundAt === null || known === null) return foundAt ?? known;
  return Math.abs(foundAt - known) <= SAME_FLIGHT_MS ? foundAt : known;
}

/** Returns the state of a flight that the provider does not find now. */
export function stateWhenMissing<State extends string>(
  flight: FlightTimes & { state: State; providerRef: string | null },
  now: number,
): State | "unknown" {
  const isMissing = now > expectedTime(flight) + MISSING_FLIGHT_AFTER_MS;
  return flight.providerRef === null || isMissing ? "unknown" : flight.state;
}

/** Stored in place of the time from which alerts arrive, if the provider refused to send them. */
export const ALERTS_UNAVAILABLE = 0;

/** How many failed requests in a row take half an hour, with pauses of 1, 2, 4, 8, 10 and 10 minutes. */
export const FAILURES_OF_HALF_AN_HOUR = 7;

/**
 * Returns when to ask the provider next: a day, six hours and two hours before, then every ten minutes. Null for never.
 */
export function nextFetchAt(
  flight: FlightTimes & { failures: number; alertedSince: number | null },
  now: number,
): number | null {
  const at = expectedTime(flight);
  const hasLandedOrLeft = endTimes(flight).actualAt !== null && isTimePlausible(flight);
  if (hasLandedOrLeft || ["cancelled", "diverted"].includes(flight.state)) return null;
  if (now > at + STOP_FOLLOWING_AFTER_MS) return null;
  if (flight.failures > 0) return now + Math.min(10, 2 ** (flight.failures - 1)) * MINUTE_MS;
  for (const hours of [24, 6, 2]) if (at - now > hours * HOUR_MS) return at - hours * HOUR_MS;
  // If the provider sends alerts, requests are only needed for what it missed.
  const pauseMinutes =
    flight.alertedSince === null || flight.alertedSince === ALERTS_UNAVAILABLE ? 10 : 30;
  return now + pauseMinutes * MINUTE_MS;
}

/** Whether people are notified of a changed time. */
export function shouldNotifyOfChange(before: number, after: number): boolean {
  return Math.abs(after - before) >= LATE_FLIGHT_MS;
}

/** Returns the minutes between flight and pickup. */
export function marginMinutesOf(pickupAt: number, flightAt: number): number {
  return Math.round((pickupAt - flightAt) / MINUTE_MS);
}

type LandingMargins = { marginMinutes: number | null; ruleMinutes: number };

/** Returns the minutes from a landing to the pickup: those of the rule, or those that people chose if they are more. */
export function minutesToPickup({ marginMinutes, ruleMinutes }: LandingMargins): number {
  const margin = marginMinutes ?? 0;
  return margin > ruleMinutes && margin <= MAX_MARGIN_MINUTES ? margin : ruleMinutes;
}

/** Returns the pickup that follows from a landing, even if its time has passed. */
export function pickupAfterLanding(landingAt: number, minutes: LandingMargins): number {
  return roundedUpFrom(0, landingAt + minutesToPickup(minutes) * MINUTE_MS);
}

/**
 * Returns the new time of a pickup that should be at `wantedPickupAt`. It is never in the past, and the passing of time
 * alone never moves a pickup. Null if it stays.
 */
export function movedPickupAt(
  pickupAt: number,
  wantedPickupAt: number,
  now: number,
): number | null {
  const target = roundedUpFrom(now, wantedPickupAt);
  const isChange =
    wantedPickupAt > pickupAt
      ? shouldNotifyOfChange(pickupAt, wantedPickupAt)
      : target < pickupAt && shouldNotifyOfChange(pickupAt, target);
  return isChange ? target : null;
}

const roundedUpFrom = (now: number, at: number) =>
  Math.ceil(Math.max(at, now) / PICKUP_ROUNDING_MS) * PICKUP_ROUNDING_MS;

/** Whether the driver has not set off yet, so that the pickup can follow the flight. */
export function isMovable(state: ReservationState): boolean {
  return ["pending", "confirmed", "offered", "assigned"].includes(state);
}

/**
 * Returns the pickup that is proposed for a trip now, or a later one if the proposed time has passed. Null for none.
 */
export function proposedPickup(
  { proposedPickupAt }: { proposedPickupAt: number | null },
  { state }: { state: ReservationState },
  now: number,
): number | null {
  return proposedPickupAt === null || !isMovable(state)
    ? null
    : roundedUpFrom(now, proposedPickupAt);
}

/** Works like `proposedPickup`, for a row of the board. Returns an ISO time. */
export function proposedPickupOfRow(
  { flight, state }: Pick<ReservationRow, "flight" | "state">,
  now: number,
): string | null {
  const at = flight?.proposedPickupAt ? Date.parse(flight.proposedPickupAt) : null;
  const pickupAt = proposedPickup({ proposedPickupAt: at }, { state }, now);
  return pickupAt === null ? null : new Date(pickupAt).toISOString();
}

/** Returns the minutes from a landing to the pickup by the operator's rule. */
export function minutesAfterLanding(
  rule: FlightRule,
  trip: { isDomestic: boolean; luggage: number },
): number {
  const minutes = trip.isDomestic ? rule.domesticMinutes : rule.internationalMinutes;
  return minutes + (trip.luggage > 0 ? rule.bagsMinutes : 0);
}

/** Returns a warning if a trip arrives too late for its flight, or null if there is enough time. */
export function departureWarning(
  rule: FlightRule,
  { leavesAt, arrivesAt, isDomestic }: { leavesAt: number; arrivesAt: number; isDomestic: boolean },
): string | null {
  const checkInMinutes = isDomestic
    ? rule.domesticCheckInMinutes
    : rule.internationalCheckInMinutes;
  const spareMinutes = Math.floor((leavesAt - arrivesAt) / MINUTE_MS);
  if (spareMinutes >= checkInMinutes) return null;
  const kind = isDomestic ? "a domestic" : "an international";
  return spareMinutes <= 0
    ? `The trip arrives after the flight has left. Allow ${checkInMinutes} minutes for ${kind} flight.`
    : `The trip arrives only ${spareMinutes} minutes before the flight leaves. Allow ${checkInMinutes} minutes for ${kind} flight.`;
}

const partsOf = (number: string) => /^(\D{2,3}|\D\d|\d\D)(\d+\D?)$/.exec(number);

/**
 * Whether a flight is sold under a number. If only the other form (IATA or ICAO) is known, the same digits are enough,
 * because the table of airline codes is not available here.
 */
function hasFlightNumber(numbers: readonly string[], wantedNumber: string): boolean {
  if (numbers.includes(wantedNumber)) return true;
  const [, code = "", digits] = partsOf(wantedNumber) ?? [];
  const numberParts = numbers.map(partsOf).filter((parts) => parts !== null);
  return (
    numberParts.every((parts) => parts[1]?.length !== code.length) &&
    numberParts.some((parts) => parts[2] === digits)
  );
}

type FlightCandidate = {
  ref: string | null;
  numbers: readonly string[];
  state: string;
  origin: { code: string | null; name: string | null; scheduled: number | null };
  destination: { code: string | null; name: string | null; scheduled: number | null };
};

/**
 * Returns the flight that a trip waits for: with its number, at its airport, nearest in time. Null if only other
 * flights, days or airports were found. `divertedTo` is the airport to which it was diverted.
 */
export function chooseFlight<Of extends FlightCandidate>(
  found: readonly Of[],
  wantedFlight: {
    number: string;
    direction: "arrival" | "departure";
    airport: string | null;
    expectedAt: number;
    providerRef: string | null;
  },
): { flight: Of; divertedTo: string | null } | null {
  const end = wantedFlight.direction === "arrival" ? "destination" : "origin";
  const timeDifferenceMs = (of: Of) =>
    Math.abs((of[end].scheduled ?? Number.MAX_SAFE_INTEGER) - wantedFlight.expectedAt);
  // A flight that is already followed stays, however late it is, because tomorrow's flight may be nearer by then.
  const isFollowed = ({ ref }: Of) => ref !== null && ref === wantedFlight.providerRef;
  const candidates = found
    .filter(
      (of) =>
        isFollowed(of) ||
        (hasFlightNumber(of.numbers, wantedFlight.number) &&
          timeDifferenceMs(of) <= SAME_FLIGHT_MS),
    )
    .sort(
      (a, b) =>
        Number(isFollowed(b)) - Number(isFollowed(a)) || timeDifferenceMs(a) - timeDifferenceMs(b),
    );
  const flightsAtAirport =
    wantedFlight.airport === null
      ? candidates
      : candidates.filter((of) => of[end].code === wantedFlight.airport);
  const [flight] = flightsAtAirport;
  const followedFlight = candidates.find(isFollowed);
  if (!flight || (followedFlight && !isFollowed(flight))) {
    // The followed flight is now going to another airport.
    return followedFlight && wantedFlight.direction === "arrival"
      ? {
          flight: { ...followedFlight, state: "diverted" },
          divertedTo: followedFlight.destination.name,
        }
      : null;
  }
  const reroutedFlight = found.find(
    (of) => flight.ref !== null && of.ref === flight.ref && of[end].code !== flight[end].code,
  );
  const divertedTo =
    flight.state === "diverted" ? (reroutedFlight?.destination.name ?? null) : null;
  return { flight, divertedTo };
}
