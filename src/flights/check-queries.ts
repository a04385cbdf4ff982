/** Looks up a flight number that somebody types. */
import type { Deps } from "../deps";
import { openFlights } from "../flight-providers/open-flights";
import type { FoundFlight } from "../flight-providers/flight-provider";
import { pickupInstantOf } from "../reservations/quotes/trip-facts";
import { connectedConfig } from "../settings/connections/connection-queries";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { z } from "zod";
import type { CheckedFlight, CheckFlight } from "./contract";
import { takeFromDailyQuota } from "./follow-actions";
import { airportView } from "./queries";
import { chooseFlight } from "./rules";
import { iso } from "../formats/instants";

const DAY_MS = 86_400_000;
/**
 * A week around the day, so that the days on which it flies are known. Every provider's plan allows at least a week.
 */
const SEARCH_BEFORE_MS = 3 * DAY_MS;
const SEARCH_AFTER_MS = 4 * DAY_MS;
const CACHE_MS = 6 * 3_600_000;
const MAX_CACHED_FLIGHTS = 2_000;
/** The share of the day's budget for flight numbers that people type. */
const TYPED_FLIGHTS_QUOTA_SHARE = 0.5;
/** How long before the pickup the flight usually lands. */
const USUAL_MARGIN_MS = 45 * 60_000;

const flightsByServer = new WeakMap<
  Deps["db"],
  Map<string, { at: number; found: FoundFlight[] }>
>();

/** Returns the flight, or the days on which it flies. Both are null if there is no provider or it does not answer. */
export async function checkFlight(
  deps: Deps,
  { number, direction, pickupLocal }: z.output<typeof CheckFlight>,
): Promise<CheckedFlight> {
  const nothing = { flight: null, missing: null };
  const { timeZone } = readOperator(deps);
  const pickupAt = pickupInstantOf({ pickupLocal, repeatedHour: "later" }, timeZone);
  const sign = direction === "arrival" ? -1 : 1;
  const expectedAt = pickupAt + sign * USUAL_MARGIN_MS;
  const foundFlights = number === "" ? null : await flightsAround(deps, number, expectedAt);
  if (!foundFlights) return nothing;
  const wantedFlight = { number, direction, airport: null, expectedAt, providerRef: null };
  const chosenFlight = chooseFlight(foundFlights, wantedFlight)?.flight;
  const end = direction === "arrival" ? "destination" : "origin";
  if (!chosenFlight) {
    const days = foundFlights.flatMap((flight) => {
      const at = flight[end].scheduled;
      return at === null
        ? []
        : [Temporal.PlainDate.from(localTimeAt(at, timeZone).slice(0, 10)).dayOfWeek];
    });
    return { flight: null, missing: { flies: [...new Set(days)].sort() } };
  }
  const airport = ({ code, name }: FoundFlight["origin"]) => airportView(deps, code, name);
  const { scheduled, estimated, actual, terminal, gate } = chosenFlight[end];
  return {
    missing: null,
    flight: {
      number,
      direction,
      state: chosenFlight.state,
      airline: chosenFlight.airline,
      operatedAs: chosenFlight.numbers[0] === number ? null : (chosenFlight.numbers[0] ?? null),
      origin: airport(chosenFlight.origin),
      destination: airport(chosenFlight.destination),
      divertedTo: null,
      scheduledAt: iso(scheduled),
      estimatedAt: iso(estimated),
      actualAt: iso(actual),
      terminal,
      gate,
      belt: chosenFlight.belt,
      delayMinutes: null,
      isTyped: false,
    },
  };
}

/** Returns the flights of a number around a day, or null if there is no answer. Answers are cached for hours. */
async function flightsAround(
  deps: Deps,
  number: string,
  at: number,
): Promise<FoundFlight[] | null> {
  const provider = openFlights(connectedConfig(deps));
  if (!provider) return null;
  const knownFlights = flightsByServer.getOrInsertComputed(deps.db, () => new Map());
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const key = `${number} ${day}`;
  const now = deps.now();
  const before = knownFlights.get(key);
  if (before && now - before.at < CACHE_MS) return before.found;
  if (!(await takeFromDailyQuota(deps, TYPED_FLIGHTS_QUOTA_SHARE))) return null;
  const span = { from: day - SEARCH_BEFORE_MS, until: day + SEARCH_AFTER_MS };
  const foundFlights = await provider.schedule(number, span).catch((error: unknown) => {
    deps.log.warning("The flight provider did not answer about {flight}: {reason}", {
      flight: number,
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  });
  if (knownFlights.size >= MAX_CACHED_FLIGHTS) knownFlights.clear();
  if (foundFlights) knownFlights.set(key, { at: now, found: foundFlights });
  return foundFlights;
}
