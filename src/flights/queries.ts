/** Flights as people read them, with the effect on their trips. */
import { and, asc, count, eq, gte, inArray, isNotNull, lt } from "drizzle-orm";
import type { Db } from "../../db/open";
import { findRow } from "../../db/rows";
import { drivers } from "../../db/schema/drivers";
import {
  flightQuestions,
  flightRules,
  flights,
  flightTrips,
  type StoredFlight,
} from "../../db/schema/flights";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import { fullName } from "../accounts/name-rules";
import type { Deps } from "../deps";
import { candidatesFor } from "../dispatch/assignment/candidate-queries";
import { refusalsAfterChange } from "../dispatch/changes/change-effect-actions";
import { iso } from "../formats/instants";
import type { GazetteerEntry } from "../places/gazetteer";
import { greatCircleMeters } from "../places/rules";
import { readReservation, type Viewer } from "../reservations/queries";
import { refusalsText } from "../reservations/refusal-rules";
import { plannedEnd } from "../reservations/rules";
import { loadTrip } from "../reservations/trip-queries";
import { connectedConfig } from "../settings/connections/connection-queries";
import { localDay } from "../settings/local-time";
import { readOperator, todayOf } from "../settings/queries";
import { places } from "../../db/schema/places";
import type { Flight, FlightDay, FlightRules, TripFlight } from "./contract";
import {
  departureWarning,
  endTimes,
  FAILURES_OF_HALF_AN_HOUR,
  defaultRule,
  plausibleTime,
  proposedPickup,
  ruleFor,
} from "./rules";

/** The radius of an airport, whose terminals are spread around its point. */
const AIRPORT_RADIUS_METERS = 4_000;
/** The most drivers who are named as alternatives. */
const MAX_OTHER_DRIVERS = 3;

/** Returns the IATA code of the airport that a trip is from or to, or null if none is near. */
export function airportOf(deps: Pick<Deps, "db" | "gazetteer">, trip: StoredTrip): string | null {
  const isPickup = trip.serviceType === "airport_pickup";
  if (!(isPickup ? trip.pickupPinned : trip.dropoffPinned)) return null;
  const end = isPickup
    ? { latitude: trip.pickupLatitude, longitude: trip.pickupLongitude }
    : { latitude: trip.dropoffLatitude, longitude: trip.dropoffLongitude };
  const ownAirports = deps.db
    .select()
    .from(places)
    .where(and(eq(places.kind, "airport"), eq(places.active, true), isNotNull(places.iata)))
    .all();
  const [nearest] = [...ownAirports, ...deps.gazetteer.allAirports().map(({ place }) => place)]
    .flatMap(({ iata, latitude, longitude }) =>
      iata ? [{ iata, meters: greatCircleMeters(end, { latitude, longitude }) }] : [],
    )
    .filter(({ meters }) => meters <= AIRPORT_RADIUS_METERS)
    .sort((a, b) => a.meters - b.meters);
  return nearest?.iata ?? null;
}

const airportsByCode = new WeakMap<readonly GazetteerEntry[], Map<string, GazetteerEntry>>();

/** Returns an airport anywhere in the world by its IATA code. */
function findAirport({ gazetteer }: Pick<Deps, "gazetteer">, code: string | null) {
  const allAirports = gazetteer.allAirports();
  const entryByCode = airportsByCode.getOrInsertComputed(
    allAirports,
    () =>
      new Map(
        allAirports.flatMap((entry) => (entry.place.iata ? [[entry.place.iata, entry]] : [])),
      ),
  );
  return code === null ? undefined : entryByCode.get(code);
}

/** Whether both ends of a flight are in one country. False if unknown. */
export function isDomestic(
  deps: Pick<Deps, "gazetteer">,
  { originCode, destinationCode }: Pick<StoredFlight, "originCode" | "destinationCode">,
): boolean {
  const country = findAirport(deps, originCode)?.country;
  return country !== undefined && country === findAirport(deps, destinationCode)?.country;
}

/** Returns the rules of all airports with their version, which is 0 until rules are saved. */
export function readRules(db: Db): Pick<FlightRules, "rules" | "version"> {
  const rows = db.select().from(flightRules).orderBy(asc(flightRules.airport)).all();
  const rules = rows.map(({ id: _id, version: _version, updatedAt: _at, ...rule }) => rule);
  return rows[0] ? { rules, version: rows[0].version } : { rules: [defaultRule], version: 0 };
}

/** Returns the rules for their screen, with the used part of the day's budget. */
export function readFlightRules(deps: Deps): FlightRules {
  const limit = connectedConfig(deps).flights?.dailyQuestions;
  const used = findRow(deps.db, flightQuestions, { day: todayOf(deps) })?.count ?? 0;
  return { ...readRules(deps.db), questions: limit === undefined ? null : { used, limit } };
}

/** Counts the followed flights whose provider has not answered for half an hour. */
export function countUnansweredFlights({ db }: Pick<Deps, "db">): number {
  const { nextAskAt, failures } = flights;
  const isUnanswered = and(isNotNull(nextAskAt), gte(failures, FAILURES_OF_HALF_AN_HOUR));
  return db.select({ n: count() }).from(flights).where(isUnanswered).get()?.n ?? 0;
}

/** Returns an airport as people read it, by default with the name of its town. */
export function airportView(
  deps: Pick<Deps, "gazetteer">,
  code: string | null,
  name: string | null,
) {
  return { code, name: name ?? findAirport(deps, code)?.region ?? null };
}

/** Returns a flight as people read it. */
function flightView(deps: Pick<Deps, "gazetteer">, flight: StoredFlight): Flight {
  const { scheduledAt, estimatedAt, actualAt } = endTimes(flight);
  const best = actualAt ?? estimatedAt;
  return {
    number: flight.number,
    direction: flight.direction,
    state: flight.state,
    airline: flight.airline,
    operatedAs: flight.operatedAs === flight.number ? null : flight.operatedAs,
    origin: airportView(deps, flight.originCode, flight.originName),
    destination: airportView(deps, flight.destinationCode, flight.destinationName),
    divertedTo: flight.divertedTo,
    scheduledAt: iso(scheduledAt),
    estimatedAt: iso(estimatedAt),
    actualAt: iso(actualAt),
    terminal: flight.terminal,
    gate: flight.gate,
    belt: flight.belt,
    delayMinutes:
      best === null || scheduledAt === null ? null : Math.round((best - scheduledAt) / 60_000),
    isTyped: flight.isTyped,
  };
}

/** Returns the flight of a loaded trip and the link between them. Undefined if nothing is known. */
export function flightOf(db: Db, trip: Pick<StoredTrip, "id" | "flightNumber">) {
  const link = findRow(db, flightTrips, { reservationId: trip.id });
  const flight = link && findRow(db, flights, { id: link.flightId });
  return flight && link.number === trip.flightNumber ? { flight, link } : undefined;
}

/** Returns the flight of the viewer's own trip, or of a driver's open offer. 404 for other trips. */
export function readFlight(deps: Deps, viewer: Viewer, id: string): { flight: Flight | null } {
  const linkedFlight = flightOf(deps.db, readReservation(deps, id, viewer));
  return { flight: linkedFlight ? flightView(deps, linkedFlight.flight) : null };
}

/**
 * Returns the flight of a trip for dispatch, with a proposal and the drivers who could take it then. 404 if the trip
 * does not exist.
 */
export function readTripFlight(deps: Deps, id: string): TripFlight {
  const row = loadTrip(deps.db, { actor: { kind: "admin" }, id });
  const linkedFlight = flightOf(deps.db, row);
  const isFollowed = connectedConfig(deps).flights !== null;
  if (!linkedFlight) return { flight: null, isFollowed, proposal: null, warning: null };
  const { flight, link } = linkedFlight;
  const pickupAt = proposedPickup(link, row, deps.now());
  return {
    flight: flightView(deps, flight),
    isFollowed,
    proposal: pickupAt === null ? null : proposalOf(deps, row, pickupAt),
    warning: warningOf(deps, row, flight),
  };
}

function proposalOf(deps: Deps, row: StoredTrip, pickupAt: number): TripFlight["proposal"] {
  const after = { ...row, pickupAt };
  const refusals = refusalsAfterChange(deps.db, row, after);
  const availableDrivers = refusals.length === 0 ? [] : candidatesFor(deps, deps.db, after).drivers;
  const others = availableDrivers
    .filter(({ refusals: own, vehicleId }) => own.length === 0 && vehicleId !== null)
    .filter(({ driver }) => driver.id !== row.driverId)
    .slice(0, MAX_OTHER_DRIVERS)
    .map(({ driver }) => fullName(driver));
  return { pickupAt: iso(pickupAt), refusals: refusalsText(refusals), others };
}

function warningOf(deps: Deps, row: StoredTrip, flight: StoredFlight): string | null {
  const leavesAt = plausibleTime(flight);
  if (flight.direction === "arrival" || leavesAt === null || flight.state === "cancelled")
    return null;
  return departureWarning(ruleFor(readRules(deps.db).rules, flight.airport), {
    leavesAt,
    arrivesAt: plannedEnd(row),
    isDomestic: isDomestic(deps, flight),
  });
}

/** Returns the flights of the trips of a day, the earliest first. Today without `day`. */
export function readFlightDay(deps: Deps, day = todayOf(deps)): FlightDay {
  const now = deps.now();
  const { from, until } = localDay(day, readOperator(deps).timeZone);
  const rows = deps.db
    .select({
      trip: reservations,
      link: flightTrips,
      flight: flights,
      driver: { firstName: drivers.firstName, lastName: drivers.lastName },
      plate: vehicles.plate,
    })
    .from(reservations)
    .leftJoin(flightTrips, eq(flightTrips.reservationId, reservations.id))
    .leftJoin(flights, eq(flights.id, flightTrips.flightId))
    .leftJoin(drivers, eq(drivers.id, reservations.driverId))
    .leftJoin(vehicles, eq(vehicles.id, reservations.vehicleId))
    .where(
      and(
        inArray(reservations.serviceType, ["airport_pickup", "airport_dropoff"]),
        isNotNull(reservations.flightNumber),
        gte(reservations.pickupAt, from),
        lt(reservations.pickupAt, until),
      ),
    )
    .orderBy(asc(reservations.pickupAt))
    .all()
    .filter(({ trip }) => !["cancelled", "rejected"].includes(trip.state))
    .map((row) => {
      const isKnown = row.link?.number === row.trip.flightNumber && row.flight !== null;
      const flight = isKnown ? row.flight : null;
      const direction =
        row.trip.serviceType === "airport_pickup" ? ("arrival" as const) : ("departure" as const);
      const at = (flight && plausibleTime(flight)) ?? row.trip.pickupAt;
      return { ...row, flight, direction, at, number: row.trip.flightNumber ?? "" };
    });
  const groups = Map.groupBy(
    rows,
    ({ flight, number, direction }) => flight?.id ?? `${number} ${direction}`,
  );
  const flightGroups = [...groups.values()].flatMap((trips) =>
    trips[0] ? [{ first: trips[0], trips }] : [],
  );
  flightGroups.sort((a, b) => a.first.at - b.first.at);
  return {
    day,
    isFollowed: connectedConfig(deps).flights !== null,
    flights: flightGroups.map(({ first, trips }) => ({
      number: first.number,
      direction: first.direction,
      flight: first.flight && flightView(deps, first.flight),
      trips: trips.map(({ trip, link, flight, driver, plate, direction }) => ({
        id: trip.id,
        number: trip.number,
        state: trip.state,
        version: trip.version,
        pickupAt: iso(trip.pickupAt),
        proposedPickupAt: flight && link ? iso(proposedPickup(link, trip, now)) : null,
        passenger: trip.passengerName,
        place: direction === "arrival" ? trip.dropoffName : trip.pickupName,
        driver: driver && fullName(driver),
        vehicle: plate,
      })),
    })),
  };
}
