/** A server that follows the flights of a fake provider, with trips and drivers. */
import { asc } from "drizzle-orm";
import { insertRow } from "../../db/rows";
import { flights, flightTrips } from "../../db/schema/flights";
import { places } from "../../db/schema/places";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { assignReservation } from "../../src/dispatch/assignment/assignment-actions";
import type { Actor } from "../../src/deps";
import { followFlights } from "../../src/flights/follow-actions";
import { createDriver, createVehicle } from "../support/fleet";
import { type FakeFlight, type FakeFlights, startFlights } from "../support/flights";
import { reservationValues } from "../support/reservations";
import { createTestServer, START, type TestServer } from "../support/server";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const ADA: Actor = { kind: "admin", id: "ada", name: "Ada Uwase" };

/** Starts the scene at 10:00 in Kigali, with Kigali's airport among the places. */
export async function startScene(
  kind: "aeroapi" | "aerodatabox" = "aeroapi",
  environment: Record<string, string> = {},
) {
  const fakeFlights = startFlights(kind);
  const server = await createTestServer({
    FLIGHT_PROVIDER: kind,
    FLIGHT_API_KEY: fakeFlights.key,
    FLIGHT_API_URL: fakeFlights.url,
    RATE_LIMITS: "off",
    ...environment,
  });
  /** Advances the clock minute by minute, and checks the flights each minute. */
  const letMinutesPass = async (minutes: number, each?: () => unknown) => {
    for (let minute = 0; minute < minutes; minute++) {
      server.advance(MINUTE);
      await each?.();
      await followFlights(server.deps);
    }
  };
  const close = async () => {
    server.close();
    await fakeFlights.stop();
  };
  return {
    ...createSceneHelpers(server, fakeFlights),
    server,
    fake: fakeFlights,
    pass: letMinutesPass,
    close,
  };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

/** Adds Kigali's airport to a server, and returns functions that add trips, flights and drivers. */
export function createSceneHelpers(server: Pick<TestServer, "deps">, fakeFlights: FakeFlights) {
  const { db } = server.deps;
  insertRow(db, places, {
    id: Bun.randomUUIDv7(),
    name: "Kigali International Airport",
    kind: "airport",
    address: "Kanombe",
    latitude: -1.9686,
    longitude: 30.1395,
    iata: "KGL",
    createdAt: START,
  });
  const [first] = db.select().from(vehicleClasses).orderBy(asc(vehicleClasses.position)).all();
  let number = 1000;

  const addTrip = (row: Partial<typeof reservations.$inferInsert> & { pickupAt: number }) => {
    const values = reservationValues({
      number: ++number,
      vehicleClassId: first?.id ?? "",
      serviceType: "airport_pickup",
      flightNumber: "WB711",
      luggage: 0,
      createdAt: START,
      ...row,
    });
    insertRow(db, reservations, values);
    return values.id;
  };
  const addFlight = (flight: Partial<FakeFlight> & { scheduledIn: number }): FakeFlight => {
    const made = {
      number: "WB711",
      icao: "RWD711",
      origin: "BRU",
      destination: "KGL",
      scheduledOut: flight.scheduledIn - 8 * HOUR,
      ref: `flight-${fakeFlights.flights.length}`,
      ...flight,
    };
    fakeFlights.flights.push(made);
    return made;
  };
  const trip = (id: string): StoredTrip => {
    const found = db
      .select()
      .from(reservations)
      .all()
      .find((row) => row.id === id);
    if (!found) throw new Error("There is no such trip.");
    return found;
  };
  const link = (id: string) =>
    db
      .select()
      .from(flightTrips)
      .all()
      .find(({ reservationId }) => reservationId === id);
  const flightOf = (id: string) =>
    db
      .select()
      .from(flights)
      .all()
      .find((flight) => flight.id === link(id)?.flightId);
  const addPair = () => {
    const driver = createDriver(server);
    const vehicle = createVehicle(server, { classId: first?.id ?? "" });
    return { driverId: driver.id, vehicleId: vehicle.id };
  };
  const assign = async (id: string, pair: { driverId: string; vehicleId: string }) =>
    assignReservation(server.deps, ADA, id, { ...pair, version: trip(id).version });
  return { addTrip, addFlight, trip, link, flightOf, addPair, assign };
}
