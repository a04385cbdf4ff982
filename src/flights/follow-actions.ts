/**
 * Follows flights: decides when to ask the provider, once for all trips of a flight, and stores the answers.
 * `link-actions.ts` decides which trips wait for which flight, and `apply-flight-actions.ts` applies an answer to its
 * trips.
 */
import { and, asc, eq, inArray, isNotNull, lte, ne, notExists, type SQL } from "drizzle-orm";
import { findRow } from "../../db/rows";
import { flightQuestions, flights, flightTrips, type StoredFlight } from "../../db/schema/flights";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import type { FlightProvider, ProviderFlight, Span } from "../flight-providers/flight-provider";
import { openFlightProvider } from "../flight-providers/open-flight-provider";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { connectedConfig } from "../settings/connections/connection-queries";
import { todayOf } from "../settings/queries";
import { announceFlightTrips, applyFlight } from "./apply-flight-actions";
import type { FlightAlert } from "./contract";
import { linkTrip, scheduleFetchNow, unlinkedTrips, waitingStates } from "./link-actions";
import {
  chooseFlight,
  expectedTime,
  nextFetchAt,
  ALERTS_UNAVAILABLE,
  mergedScheduledAt,
  stateWhenMissing,
} from "./rules";

const HOUR_MS = 3_600_000;
/** The longest flight. */
const MAX_FLIGHT_MS = 22 * HOUR_MS;
/** The most flights to ask about in one round. */
const MAX_FLIGHTS_PER_ROUND = 60;
const CONCURRENT_REQUESTS = 4;

/** Runs one round: links trips to flights, and asks about those that are due. Runs every minute. */
export async function followFlights(deps: Deps): Promise<void> {
  const provider = openFlightProvider(connectedConfig(deps));
  if (!provider) return;
  if (unlinkedTrips(deps).length > 0) {
    const linkedFlights = await deps.write((tx) =>
      unlinkedTrips({ ...deps, db: tx }).map((trip) => linkTrip(tx, deps, trip)),
    );
    // The provider is no longer asked about a flight that has landed, was cancelled or has typed times, so what is
    // known is applied at once.
    for (const { id, nextAskAt } of linkedFlights)
      if (nextAskAt === null) await reapplyFlight(deps, id);
  }
  const isDue = and(isNotNull(flights.nextAskAt), lte(flights.nextAskAt, deps.now()));
  await stopFollowingFlights(deps, isDue);
  const dueFlights = deps.db
    .select()
    .from(flights)
    .where(isDue)
    .orderBy(asc(flights.expectedAt))
    .limit(MAX_FLIGHTS_PER_ROUND)
    .all();
  for (let at = 0; at < dueFlights.length; at += CONCURRENT_REQUESTS) {
    const fetches = dueFlights
      .slice(at, at + CONCURRENT_REQUESTS)
      .map((flight) => fetchFlight(deps, provider, flight));
    // Without budget, the other flights cannot be asked about either.
    if ((await Promise.all(fetches)).includes("no budget")) return;
  }
}

/** Stops asking about flights for which no trip waits, until another trip does. */
async function stopFollowingFlights(deps: Deps, isDue: SQL | undefined): Promise<void> {
  const trips = deps.db
    .select()
    .from(flightTrips)
    .innerJoin(reservations, eq(reservations.id, flightTrips.reservationId))
    .where(
      and(
        eq(flightTrips.flightId, flights.id),
        eq(flightTrips.number, reservations.flightNumber),
        // The flight still matters while the passenger is on the way to a departure.
        inArray(reservations.state, [...waitingStates, "passenger_on_board"]),
      ),
    );
  const hasNoTrips = and(isDue, notExists(trips));
  if (deps.db.select().from(flights).where(hasNoTrips).get())
    await deps.write((tx) => tx.update(flights).set({ nextAskAt: null }).where(hasNoTrips).run());
}

/** Applies what is known of a flight to a trip that was linked late. */
async function reapplyFlight(deps: Deps, id: string): Promise<void> {
  const appliedTrips = await deps
    .write((tx) => {
      const flight = findRow(tx, flights, { id });
      return flight ? applyFlight(deps, tx, flight, flight) : [];
    })
    .catch((error: unknown) => {
      deps.log.error("A pickup could not be moved to the new time of its flight: {error}", {
        error,
      });
      return [];
    });
  announceFlightTrips(deps, appliedTrips);
}

/**
 * Takes a request from the day's budget, and tells dispatch once if none is left. For flight numbers that people type,
 * the request is refused once the `share` of the budget is used, by whatever requests, because the rest is for
 * following flights.
 */
export async function takeFromDailyQuota(deps: Deps, share = 1): Promise<boolean> {
  const limit = Math.ceil((connectedConfig(deps).flights?.dailyQuestions ?? 0) * share);
  const day = todayOf(deps);
  return deps.write((tx) => {
    const row = findRow(tx, flightQuestions, { day });
    const count = row?.count ?? 0;
    if (count < limit) {
      tx.insert(flightQuestions)
        .values({ day, count: 1 })
        .onConflictDoUpdate({ target: flightQuestions.day, set: { count: count + 1 } })
        .run();
      return true;
    }
    if (share === 1 && row && row.notifiedAt === null) {
      tx.update(flightQuestions)
        .set({ notifiedAt: deps.now() })
        .where(eq(flightQuestions.day, day))
        .run();
      recordStaffNews(tx, deps, "flight_budget", day, null);
    }
    return false;
  });
}

async function fetchFlight(
  deps: Deps,
  provider: FlightProvider,
  flight: StoredFlight,
): Promise<"asked" | "no budget"> {
  if (!(await takeFromDailyQuota(deps))) return "no budget";
  const providerAnswer = await findFlights(deps, provider, flight).catch((error: unknown) => {
    if (flight.failures === 0)
      deps.log.warning("The flight provider did not answer about {flight}: {reason}", {
        flight: flight.number,
        reason: error instanceof Error ? error.message : String(error),
      });
    return null;
  });
  const storeAnswer = (answer: ProviderFlight[] | null) =>
    deps.write((tx) => storeProviderAnswer(tx, deps, flight.id, answer));
  const appliedTrips = await storeAnswer(providerAnswer).catch((error: unknown) => {
    deps.log.error("Pickups could not be moved to the new time of flight {flight}: {error}", {
      flight: flight.number,
      error,
    });
    // Postponed like a flight without an answer, so that it does not block the others.
    return storeAnswer(null);
  });
  announceFlightTrips(deps, appliedTrips);
  await requestFlightAlerts(deps, provider, flight.id);
  return "asked";
}

/**
 * Asks for a flight by its number. If the provider no longer finds a known flight under it, asks by the flight's id,
 * because its number may have changed.
 */
async function findFlights(
  deps: Deps,
  provider: FlightProvider,
  flight: StoredFlight,
): Promise<ProviderFlight[]> {
  const flightsByNumber = await provider.fetchLive(flight.number, followSpanOf(flight));
  const { providerRef } = flight;
  if (providerRef === null || !provider.fetchLiveByRef || chooseFlight(flightsByNumber, flight))
    return flightsByNumber;
  return (await takeFromDailyQuota(deps)) ? provider.fetchLiveByRef(providerRef) : flightsByNumber;
}

/** Returns the period of departures that contains the flight. */
function followSpanOf({ direction, expectedAt, scheduledOut }: StoredFlight): Span {
  if (scheduledOut !== null)
    return { from: scheduledOut - 12 * HOUR_MS, until: scheduledOut + 12 * HOUR_MS };
  const before = direction === "arrival" ? MAX_FLIGHT_MS + 12 * HOUR_MS : 12 * HOUR_MS;
  return { from: expectedAt - before, until: expectedAt + 12 * HOUR_MS };
}

/** Stores a provider's answer, or null for none, and applies it to the flight's trips. */
function storeProviderAnswer(
  tx: Tx,
  deps: Deps,
  id: string,
  providerFlights: ProviderFlight[] | null,
) {
  const flight = findRow(tx, flights, { id });
  // The flight was typed or merged while the provider was asked.
  if (!flight || flight.isTyped) return [];
  const now = deps.now();
  const update = (values: Partial<StoredFlight>): StoredFlight => {
    const next = { ...flight, ...values, updatedAt: now };
    const row = { ...next, expectedAt: expectedTime(next), nextAskAt: nextFetchAt(next, now) };
    tx.update(flights).set(row).where(eq(flights.id, id)).run();
    return row;
  };
  if (providerFlights === null) {
    update({ failures: flight.failures + 1 });
    return [];
  }
  const chosen = chooseFlight(providerFlights, flight);
  const fetchValues = { fetchedAt: now, failures: 0 };
  if (!chosen) {
    const missingFlight = update({ ...fetchValues, state: stateWhenMissing(flight, now) });
    return applyFlight(deps, tx, missingFlight, flight);
  }
  const merged = mergeFlights(tx, flight, chosen.flight.ref, now);
  if (merged) return applyFlight(deps, tx, merged, merged);
  const { divertedTo } = chosen;
  const after = update({ ...fetchValues, ...valuesOf(chosen.flight, flight, now), divertedTo });
  return applyFlight(deps, tx, after, flight);
}

/** Returns the columns for a found flight. An arrival or departure in the future has not happened. */
function valuesOf(
  providerFlight: ProviderFlight,
  { direction, scheduledOut, scheduledIn }: StoredFlight,
  now: number,
): Partial<StoredFlight> {
  const { origin, destination, numbers } = providerFlight;
  const { terminal, gate } = direction === "arrival" ? destination : origin;
  const pastOrNull = (at: number | null) => (at !== null && at > now + 60_000 ? null : at);
  const state =
    providerFlight.state === "landed" && pastOrNull(destination.actual) === null
      ? "departed"
      : providerFlight.state;
  return {
    state,
    providerRef: providerFlight.ref,
    airline: providerFlight.airline,
    operatedAs: numbers[0] ?? null,
    originCode: origin.code,
    originName: origin.name,
    destinationCode: destination.code,
    destinationName: destination.name,
    scheduledOut: mergedScheduledAt(origin.scheduled, scheduledOut),
    estimatedOut: origin.estimated,
    actualOut: pastOrNull(origin.actual),
    scheduledIn: mergedScheduledAt(destination.scheduled, scheduledIn),
    estimatedIn: destination.estimated,
    actualIn: pastOrNull(destination.actual),
    belt: providerFlight.belt,
    terminal,
    gate,
  };
}

/** Merges two numbers of one flight: the trips move to the existing row, which is returned. Null if there is none. */
function mergeFlights(
  tx: Tx,
  flight: StoredFlight,
  ref: string | null,
  now: number,
): StoredFlight | null {
  if (ref === null) return null;
  const [other] = tx
    .select()
    .from(flights)
    .where(
      and(
        eq(flights.providerRef, ref),
        eq(flights.direction, flight.direction),
        ne(flights.id, flight.id),
      ),
    )
    .all();
  if (!other) return null;
  if (other.nextAskAt === null) scheduleFetchNow(tx, other, now);
  tx.update(flightTrips)
    .set({ flightId: other.id })
    .where(eq(flightTrips.flightId, flight.id))
    .run();
  tx.delete(flights).where(eq(flights.id, flight.id)).run();
  return other;
}

/** Requests alerts for a flight that is known and near, once, if the provider can reach the server. */
async function requestFlightAlerts(
  deps: Deps,
  provider: FlightProvider,
  id: string,
): Promise<void> {
  const flight = findRow(deps.db, flights, { id });
  const { isHttps, isPublicUrlSet, publicUrl } = deps.config;
  if (!flight?.providerRef || flight.alertedSince !== null || flight.nextAskAt === null) return;
  if (provider.id !== "aeroapi" || !isHttps || !isPublicUrlSet) return;
  if (!(await takeFromDailyQuota(deps))) return;
  const url = `${publicUrl}/backend/flights/alerts/${alertToken(deps)}`;
  const span = {
    from: flight.scheduledOut ?? flight.expectedAt,
    until: flight.expectedAt + 24 * HOUR_MS,
  };
  const isWatching = await provider
    .requestAlerts(flight.number, span, url)
    .catch((error: unknown) => {
      deps.log.warning("No alerts for flight {flight}: {error}", { flight: flight.number, error });
      return false;
    });
  // If the plan has no alerts, polling is enough, and alerts are not requested again.
  const alertedSince = isWatching ? deps.now() : ALERTS_UNAVAILABLE;
  await deps.write((tx) =>
    tx.update(flights).set({ alertedSince }).where(eq(flights.id, id)).run(),
  );
}

/** Returns the secret last part of the address for alerts. */
export function alertToken({ keys }: Pick<Deps, "keys">): string {
  return keys.linkToken("flight", "alerts");
}

/** The shortest time between two requests that alerts cause. */
const MIN_ALERT_INTERVAL_MS = 60_000;

/**
 * Handles an alert: the provider is asked about the flight soon. The content of an alert is not used, so forged,
 * repeated or reordered alerts change nothing.
 */
export async function receiveAlert(
  deps: Deps,
  { flight: { fa_flight_id: ref } }: FlightAlert,
): Promise<void> {
  if (!ref) return;
  await deps.write((tx) => {
    for (const flight of tx.select().from(flights).where(eq(flights.providerRef, ref)).all()) {
      if (flight.nextAskAt === null) continue;
      const soon = Math.max(deps.now(), (flight.fetchedAt ?? 0) + MIN_ALERT_INTERVAL_MS);
      if (soon >= flight.nextAskAt) continue;
      tx.update(flights).set({ nextAskAt: soon }).where(eq(flights.id, flight.id)).run();
    }
  });
}
