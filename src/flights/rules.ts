/**
 * What follows from a flight. A pickup comes after the landing by the operator's minutes, or by what people left between
 * the two where that is more. Changes of less than a quarter of an hour are none: nobody is told and nothing moves.
 * All times in ms UTC.
 */
import type { ReservationRow, ReservationState } from "../reservations/contract";
import { LATE_FLIGHT_MS } from "../reservations/rules";
import type { FlightRule } from "./contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pickups are at round minutes. */
const PICKUP_ROUNDING_MS = 5 * MINUTE_MS;
/** Who leaves more time than this between landing and pickup does something else in it. */
export const MAX_MARGIN_MINUTES = 240;
/** A flight of the same number further away in time is that of another day. */
const SAME_FLIGHT_MS = 14 * HOUR_MS;
/** No flight is earlier than this, and few are later: what a provider says beyond it is for people to judge. */
const MAX_EARLY_MS = 3 * HOUR_MS;
const MAX_DELAY_MS = 14 * HOUR_MS;
/** How long after the expected time a flight that the provider no longer finds counts as unknown. */
const MISSING_FLIGHT_AFTER_MS = HOUR_MS;
/** How long after its expected time a flight is no longer followed. */
const STOP_FOLLOWING_AFTER_MS = 8 * HOUR_MS;

/** Until somebody writes rules. */
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

/** The rule of an airport, else the one for all others. */
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

/** The times of the end that its trips are about. */
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

/** When it comes or leaves, as well as that is known; null where it is not. */
export function bestTime(flight: FlightTimes): number | null {
  const { scheduledAt, estimatedAt, actualAt } = endTimes(flight);
  return actualAt ?? estimatedAt ?? scheduledAt;
}

/** Whether the time of a flight is one to act upon. */
export function isTimePlausible(flight: FlightTimes): boolean {
  const at = bestTime(flight);
  const plannedAt = endTimes(flight).scheduledAt ?? flight.expectedAt;
  return at === null || (at >= plannedAt - MAX_EARLY_MS && at <= plannedAt + MAX_DELAY_MS);
}

/** The time to go by: in place of one that is hardly true, the schedule. */
export function plausibleTime(flight: FlightTimes): number | null {
  return isTimePlausible(flight) ? bestTime(flight) : endTimes(flight).scheduledAt;
}

/** When it comes or leaves, as far as anybody knows. */
export function expectedTime(flight: FlightTimes): number {
  return plausibleTime(flight) ?? flight.expectedAt;
}

/** The schedule after an answer: it stays where that has none, or the one of another day. */
export function mergedScheduledAt(foundAt: number | null, known: number | null): number | null {
  if (foundAt === null || known === null) return foundAt ?? known;
  return Math.abs(foundAt - known) <= SAME_FLIGHT_MS ? foundAt : known;
}

/** The state of a flight that the provider does not find now. */
export function stateWhenMissing<State extends string>(
  flight: FlightTimes & { state: State; providerRef: string | null },
  now: number,
): State | "unknown" {
  const isMissing = now > expectedTime(flight) + MISSING_FLIGHT_AFTER_MS;
  return flight.providerRef === null || isMissing ? "unknown" : flight.state;
}

/** In place of the time since when the provider calls: it was asked to and does not. */
export const ALERTS_UNAVAILABLE = 0;

/** So many questions in a row without an answer take half an hour, with their pauses of 1, 2, 4, 8, 10 and 10 minutes. */
export const FAILURES_OF_HALF_AN_HOUR = 7;

/** When the provider is asked again: a day, six and two hours before, then every ten minutes; null for never. */
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
  // Where the provider calls, asking is only for what it forgot.
  const pause =
    flight.alertedSince === null || flight.alertedSince === ALERTS_UNAVAILABLE ? 10 : 30;
  return now + pause * MINUTE_MS;
}

/** Whether people are notified of a changed time. */
export function shouldNotifyOfChange(before: number, after: number): boolean {
  return Math.abs(after - before) >= LATE_FLIGHT_MS;
}

/** The time that people left between flight and pickup, if it is plausible. */
export function marginMinutesOf(pickupAt: number, flightAt: number): number {
  return Math.round((pickupAt - flightAt) / MINUTE_MS);
}

type LandingMargins = { marginMinutes: number | null; ruleMinutes: number };

/** Minutes from a landing to the pickup: those of the rule, or what people left where that is more. */
export function minutesToPickup({ marginMinutes, ruleMinutes }: LandingMargins): number {
  const margin = marginMinutes ?? 0;
  return margin > ruleMinutes && margin <= MAX_MARGIN_MINUTES ? margin : ruleMinutes;
}

/** The pickup that follows from a landing, whether or not its time has passed. */
export function pickupAfterLanding(landingAt: number, minutes: LandingMargins): number {
  return atLeast(0, landingAt + minutesToPickup(minutes) * MINUTE_MS);
}

/**
 * Where a pickup moves that should be at `wantedPickupAt`: never to a time that has passed, and never because time passes alone.
 * Null where it stays.
 */
export function movedPickupAt(
  pickupAt: number,
  wantedPickupAt: number,
  now: number,
): number | null {
  const target = atLeast(now, wantedPickupAt);
  const isChange =
    wantedPickupAt > pickupAt
      ? shouldNotifyOfChange(pickupAt, wantedPickupAt)
      : target < pickupAt && shouldNotifyOfChange(pickupAt, target);
  return isChange ? target : null;
}

const atLeast = (now: number, at: number) =>
  Math.ceil(Math.max(at, now) / PICKUP_ROUNDING_MS) * PICKUP_ROUNDING_MS;

/** Whether the driver of a trip has not set off: its pickup can follow. */
export function isMovable(state: ReservationState): boolean {
  return ["pending", "confirmed", "offered", "assigned"].includes(state);
}

/** The pickup that is proposed for a trip now. If the proposed time has passed, it is a later one. Null for none. */
export function proposedPickup(
  { proposedPickupAt }: { proposedPickupAt: number | null },
  { state }: { state: ReservationState },
  now: number,
): number | null {
  return proposedPickupAt === null || !isMovable(state) ? null : atLeast(now, proposedPickupAt);
}

/** The same for a row of the board. */
export function proposedPickupOfRow(
  { flight, state }: Pick<ReservationRow, "flight" | "state">,
  now: number,
): string | null {
  const at = flight?.proposedPickupAt ? Date.parse(flight.proposedPickupAt) : null;
  const pickupAt = proposedPickup({ proposedPickupAt: at }, { state }, now);
  return pickupAt === null ? null : new Date(pickupAt).toISOString();
}

/** Minutes from a landing to the pickup by the operator's rule. */
export function minutesAfterLanding(
  rule: FlightRule,
  trip: { isDomestic: boolean; luggage: number },
): number {
  const minutes = trip.isDomestic ? rule.domesticMinutes : rule.internationalMinutes;
  return minutes + (trip.luggage > 0 ? rule.bagsMinutes : 0);
}

/** What is wrong with the arrival of a drop-off before its flight; null where there is time enough. */
export function departureWarning(
  rule: FlightRule,
  { leavesAt, arrivesAt, isDomestic }: { leavesAt: number; arrivesAt: number; isDomestic: boolean },
): string | null {
  const checkInMinutes = isDomestic
    ? rule.domesticCheckInMinutes
    : rule.internationalCheckInMinutes;
  const left = Math.floor((leavesAt - arrivesAt) / MINUTE_MS);
  if (left >= checkInMinutes) return null;
  const kind = isDomestic ? "a domestic" : "an international";
  return left <= 0
    ? `The trip arrives after the flight has left. Allow ${checkInMinutes} minutes for ${kind} flight.`
    : `The trip arrives only ${left} minutes before the flight leaves. Allow ${checkInMinutes} minutes for ${kind} flight.`;
}

const partsOf = (number: string) => /^(\D{2,3}|\D\d|\d\D)(\d+\D?)$/.exec(number);

/**
 * Whether a flight is sold under a number. Where it is only known by the other form, IATA or ICAO, the same digits are
 * enough: which airline has which two codes is not known here.
 */
function hasFlightNumber(numbers: readonly string[], wantedNumber: string): boolean {
  if (numbers.includes(wantedNumber)) return true;
  const [, code = "", digits] = partsOf(wantedNumber) ?? [];
  const knownParts = numbers.map(partsOf).filter((parts) => parts !== null);
  return (
    knownParts.every((parts) => parts[1]?.length !== code.length) &&
    knownParts.some((parts) => parts[2] === digits)
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
 * Which of the found flights a trip waits for: of its number, at its airport, nearest in time. An answer about other
 * flights, days or airports is none. `divertedTo` is where it went instead.
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
  const distance = (of: Of) =>
    Math.abs((of[end].scheduled ?? Number.MAX_SAFE_INTEGER) - wantedFlight.expectedAt);
  // One that is followed already stays the one, however late it is: that of tomorrow may be nearer by then.
  const isFollowed = ({ ref }: Of) => ref !== null && ref === wantedFlight.providerRef;
  const near = found
    .filter(
      (of) =>
        isFollowed(of) ||
        (hasFlightNumber(of.numbers, wantedFlight.number) && distance(of) <= SAME_FLIGHT_MS),
    )
    .sort((a, b) => Number(isFollowed(b)) - Number(isFollowed(a)) || distance(a) - distance(b));
  const flightsAtAirport =
    wantedFlight.airport === null
      ? near
      : near.filter((of) => of[end].code === wantedFlight.airport);
  const [flight] = flightsAtAirport;
  const followedFlight = near.find(isFollowed);
  if (!flight || (followedFlight && !isFollowed(flight))) {
    // The one that was coming goes elsewhere now.
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
