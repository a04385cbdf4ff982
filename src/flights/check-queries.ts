/** Looks up a flight number that somebody types. */
import type { Deps } from "../deps";
import { openFlightProvider } from "../flight-providers/open-flight-provider";
import type { ProviderFlight } from "../flight-providers/flight-provider";
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
const MAX_CACHED_ANSWERS = 2_000;
/** The share of the day's budget for flight numbers that people type. */
const TYPED_FLIGHTS_QUOTA_SHARE = 0.5;
/** How long before the pickup the flight usually lands. */
const USUAL_MARGIN_MS = 45 * 60_000;

const answersByDatabase = new WeakMap<
  Deps["db"],
  Map<string, { at: number; found: ProviderFlight[] }>
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
  const providerFlights = number === "" ? null : await flightsAround(deps, number, expectedAt);
  if (!providerFlights) return nothing;
  const wantedFlight = { number, direction, airport: null, expectedAt, providerRef: null };
  const chosenFlight = chooseFlight(providerFlights, wantedFlight)?.flight;
  const end = direction === "arrival" ? "destination" : "origin";
  if (!chosenFlight) {
    const weekdays = providerFlights.flatMap((flight) => {
      const at = flight[end].scheduled;
      return at === null
        ? []
        : [Temporal.PlainDate.from(localTimeAt(at, timeZone).slice(0, 10)).dayOfWeek];
    });
    return { flight: null, missing: { flies: [...new Set(weekdays)].sort() } };
  }
  const airport = ({ code, name }: ProviderFlight["origin"]) => airportView(deps, code, name);
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
): Promise<ProviderFlight[] | null> {
  const provider = openFlightProvider(connectedConfig(deps));
  if (!provider) return null;
  const cachedAnswers = answersByDatabase.getOrInsertComputed(deps.db, () => new Map());
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const key = `${number} ${day}`;
  const now = deps.now();
  const cachedAnswer = cachedAnswers.get(key);
  if (cachedAnswer && now - cachedAnswer.at < CACHE_MS) return cachedAnswer.found;
  if (!(await takeFromDailyQuota(deps, TYPED_FLIGHTS_QUOTA_SHARE))) return null;
  const span = { from: day - SEARCH_BEFORE_MS, until: day + SEARCH_AFTER_MS };
  const providerFlights = await provider.fetchTimetable(number, span).catch((error: unknown) => {
    deps.log.warning("The flight provider did not answer about {flight}: {reason}", {
      flight: number,
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  });
  if (cachedAnswers.size >= MAX_CACHED_ANSWERS) cachedAnswers.clear();
  if (providerFlights) cachedAnswers.set(key, { at: now, found: providerFlights });
  return providerFlights;
}
