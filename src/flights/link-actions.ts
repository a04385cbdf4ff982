/** Links trips to the flights that they wait for. */
import { and, eq, gt, inArray, isNotNull, lte } from "drizzle-orm";
import { findRow, insertRow } from "../../db/rows";
import { flights, flightTrips, type StoredFlight } from "../../db/schema/flights";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { airportOf } from "./queries";
import { nextFetchAt } from "./rules";

const HOUR_MS = 3_600_000;
/** How far ahead trips are linked, which is also when the provider is first asked. */
const LINK_AHEAD_MS = 24 * HOUR_MS;
const LINK_LOOKBACK_MS = 12 * HOUR_MS;
/**
 * How far apart the pickups of two trips may be to share a flight of the same number. Trips further apart each get
 * their own flight, and the provider's answers show whether they are the same one.
 */
const SAME_FLIGHT_MS = 4 * HOUR_MS;

/** The states in which a trip waits for its flight. */
export const waitingStates = [
  "pending",
  "confirmed",
  "offered",
  "assigned",
  "en_route",
  "on_location",
] as const;

/** Returns airport trips in the near future that have no flight yet, or one whose number no longer is theirs. */
export function unlinkedTrips(deps: Pick<Deps, "db" | "now">): StoredTrip[] {
  const now = deps.now();
  return deps.db
    .select({ trip: reservations, link: flightTrips })
    .from(reservations)
    .leftJoin(flightTrips, eq(flightTrips.reservationId, reservations.id))
    .where(
      and(
        inArray(reservations.serviceType, ["airport_pickup", "airport_dropoff"]),
        inArray(reservations.state, [...waitingStates]),
        gt(reservations.pickupAt, now - LINK_LOOKBACK_MS),
        lte(reservations.pickupAt, now + LINK_AHEAD_MS),
        isNotNull(reservations.flightNumber),
        eq(reservations.willCall, false),
      ),
    )
    .all()
    .filter(
      ({ trip, link }) => link?.number !== trip.flightNumber || isForOtherDay(deps, trip, link),
    )
    .map(({ trip }) => trip);
}

/** Whether people moved a trip to a time at which another day's flight belongs to it. */
function isForOtherDay(
  { db }: Pick<Deps, "db">,
  trip: StoredTrip,
  link: typeof flightTrips.$inferSelect | null,
): boolean {
  if (!link || link.seenPickupAt === trip.pickupAt) return false;
  const flight = findRow(db, flights, { id: link.flightId });
  return !flight || Math.abs(flight.expectedAt - trip.pickupAt) > SAME_FLIGHT_MS;
}

/** Finds or creates the flight of a trip, inside the caller's transaction. */
export function linkTrip(tx: Tx, deps: Deps, trip: StoredTrip): StoredFlight {
  const direction = trip.serviceType === "airport_pickup" ? "arrival" : "departure";
  const number = trip.flightNumber ?? "";
  const expectedAt =
    direction === "arrival" ? trip.pickupAt : trip.pickupAt + trip.durationSeconds * 1_000;
  const [existingFlight] = tx
    .select()
    .from(flights)
    .where(
      and(
        eq(flights.number, number),
        eq(flights.direction, direction),
        gt(flights.expectedAt, expectedAt - SAME_FLIGHT_MS),
        lte(flights.expectedAt, expectedAt + SAME_FLIGHT_MS),
      ),
    )
    .all()
    .sort((a, b) => Math.abs(a.expectedAt - expectedAt) - Math.abs(b.expectedAt - expectedAt));
  const id = existingFlight?.id ?? Bun.randomUUIDv7();
  const now = deps.now();
  if (!existingFlight)
    insertRow(tx, flights, {
      id,
      number,
      direction,
      expectedAt,
      airport: airportOf(deps, trip),
      nextAskAt: now,
      updatedAt: now,
    });
  // A trip that joins a known flight follows it at once.
  else scheduleFetchNow(tx, existingFlight, now);
  const values = {
    flightId: id,
    number,
    seenPickupAt: trip.pickupAt,
    marginMinutes: null,
    proposedPickupAt: null,
    declinedPickupAt: null,
    toldState: null,
  };
  tx.insert(flightTrips)
    .values({ reservationId: trip.id, ...values })
    .onConflictDoUpdate({ target: flightTrips.reservationId, set: values })
    .run();
  const flight = findRow(tx, flights, { id });
  if (!flight) throw new Error("There is no flight with this id.");
  return flight;
}

/** Asks the provider about a flight in the next round, unless it is no longer asked about. */
export function scheduleFetchNow(tx: Tx, flight: StoredFlight, now: number): void {
  if (!flight.isTyped && nextFetchAt(flight, now) !== null)
    tx.update(flights).set({ nextAskAt: now }).where(eq(flights.id, flight.id)).run();
}
