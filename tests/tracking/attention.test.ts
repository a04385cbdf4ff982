/**
 * Matters on the road that need a person: drivers who stand still or have not set off, trips that nobody took, flights.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { autoDispatchRuns } from "../../db/schema/auto-dispatch";
import { offers } from "../../db/schema/dispatch";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { driverPositions, trackPoints } from "../../db/schema/tracking";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { TripAttention } from "../../src/tracking/attention-contract";
import {
  landingWarning,
  lateStartWarning,
  standstillWarning,
} from "../../src/tracking/attention-rules";
import { createDriver } from "../support/fleet";
import { addPayment, reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const MINUTE = 60_000;
const airport = { latitude: -1.9686, longitude: 30.1395 };
const hotel = { latitude: -1.9489, longitude: 30.0615 };

describe("standstillWarning", () => {
  const trip = { enRouteAt: 0, pickup: airport };
  const at = (minutes: number, point = hotel) => ({ ...point, recordedAt: minutes * MINUTE });

  test("warns after a driver has stood still for five minutes", () => {
    const samePositions = { last: at(10), before: hotel };
    expect(standstillWarning(trip, samePositions, 10 * MINUTE)).toBe("standing for 5 min");
    expect(
      standstillWarning({ ...trip, enRouteAt: 6 * MINUTE }, samePositions, 10 * MINUTE),
    ).toBeNull();
    expect(standstillWarning(trip, { last: at(10), before: airport }, 10 * MINUTE)).toBeNull();
    expect(standstillWarning(trip, { last: at(10), before: null }, 10 * MINUTE)).toBeNull();
  });

  test("warns after a phone has been silent for five minutes since the driver set off", () => {
    expect(standstillWarning(trip, { last: at(3), before: null }, 10 * MINUTE)).toBe(
      "not seen for 7 min",
    );
    expect(standstillWarning(trip, { last: null, before: null }, 8 * MINUTE)).toBe(
      "not seen for 8 min",
    );
    expect(standstillWarning(trip, { last: at(6), before: null }, 10 * MINUTE)).toBeNull();
  });

  test("does not warn at the pickup", () => {
    expect(
      standstillWarning(trip, { last: at(10, airport), before: airport }, 10 * MINUTE),
    ).toBeNull();
  });
});

test("lateStartWarning uses the drive to the pickup, or 15 minutes without a position", () => {
  const trip = { pickupAt: 60 * MINUTE, pickup: airport };
  const seen = { ...hotel, recordedAt: 0 };
  // 11.6 km at 28 km/h: 25 minutes, and two of grace.
  expect(lateStartWarning(trip, seen, 28, 30 * MINUTE)).toBeNull();
  expect(lateStartWarning(trip, seen, 28, 38 * MINUTE)).toMatch(/^2\d min away$/);
  expect(lateStartWarning(trip, null, 28, 47 * MINUTE)).toBeNull();
  expect(lateStartWarning(trip, null, 28, 48 * MINUTE)).toBe("not on the way");
});

test("landingWarning warns if a flight lands well before or after the pickup time", () => {
  expect(landingWarning(60 * MINUTE, 50 * MINUTE)).toBeNull();
  expect(landingWarning(60 * MINUTE, 40 * MINUTE)).toBe("landed 20 min before the pickup");
  expect(landingWarning(300 * MINUTE, 55 * MINUTE)).toBe("landed 4 h 5 min before the pickup");
  expect(landingWarning(60 * MINUTE, 90 * MINUTE)).toBe("landed 30 min after the pickup");
});

describe("GET /backend/admin/attention", () => {
  let server: TestServer;
  let admin: Browser;
  let number: number;
  beforeEach(async () => {
    server = await createTestServer();
    admin = await signInAdmin(server, { role: "accountant" });
    number = 1000;
  });
  afterEach(() => server.close());

  const addTrip = (row: Partial<typeof reservations.$inferInsert>) => {
    const { db } = server.deps;
    const [first] = db.select().from(vehicleClasses).orderBy(asc(vehicleClasses.position)).all();
    const values = reservationValues({
      number: ++number,
      pickupAt: START + 5 * MINUTE,
      vehicleClassId: first?.id ?? "",
      ...row,
    });
    db.insert(reservations).values(values).run();
    return values.id;
  };
  const read = async () => (await (await admin.get("/admin/attention")).json()) as TripAttention;

  test("lists nothing if nothing is wrong", async () => {
    addTrip({ pickupAt: START + 10 * 60 * MINUTE });
    expect(await read()).toEqual({
      notMoving: [],
      notStarted: [],
      unanswered: [],
      flights: [],
      cash: [],
      expenses: [],
    });
  });

  test("lists cash that a driver has not confirmed two hours after the trip", async () => {
    const { db } = server.deps;
    const { id: driverId } = createDriver(server, { firstName: "Eric", lastName: "Mugisha" });
    const addEndedTrip = (
      minutesAgo: number,
      row: Partial<typeof reservations.$inferInsert> = {},
    ) => {
      const pickupAt = START - (minutesAgo + 30) * MINUTE;
      const id = addTrip({ state: "completed", driverId, pickupAt, ...row });
      const event = {
        reservationId: id,
        actorKind: "driver",
        actorName: "Eric",
        kind: "completed",
        facts: {},
      } as const;
      db.insert(reservationEvents)
        .values({
          ...event,
          id: `over ${id}`,
          at: START - minutesAgo * MINUTE,
          fromState: "passenger_on_board",
          toState: "completed",
        })
        .run();
      return id;
    };
    addEndedTrip(121);
    addEndedTrip(119);
    addPayment(db, addEndedTrip(500), 0, { recordedByKind: "driver" });
    addEndedTrip(600, { payment: "card" });
    addEndedTrip(700, { state: "settled" });
    // If the driver's week is closed or the trip was days ago, nobody is asked any more.
    addEndedTrip(800, { statementVersion: 1 });
    addEndedTrip(4 * 24 * 60);
    const { cash } = await read();
    expect(cash.map(({ number, driver, why }) => [number, driver, why])).toEqual([
      [1001, "Eric Mugisha", "trip 1001"],
    ]);
  });

  test("lists stopped and late drivers, unanswered trips and early flights", async () => {
    const { db } = server.deps;
    const driver = createDriver(server, { firstName: "Eric", lastName: "Mugisha" });
    const other = createDriver(server, { firstName: "Grace", lastName: "Umutoni" });
    const movingTrip = addTrip({ state: "en_route", driverId: driver.id });
    db.insert(reservationEvents)
      .values({
        id: "e",
        reservationId: movingTrip,
        at: START - 20 * MINUTE,
        actorKind: "driver",
        actorName: "Eric",
        fromState: "assigned",
        toState: "en_route",
        kind: "set_off",
        facts: {},
      })
      .run();
    db.insert(driverPositions)
      .values({
        driverId: driver.id,
        ...hotel,
        accuracyMeters: 5,
        recordedAt: START - MINUTE,
        receivedAt: START - MINUTE,
      })
      .run();
    db.insert(trackPoints)
      .values({ reservationId: movingTrip, recordedAt: START - 6 * MINUTE, ...hotel })
      .run();
    addTrip({ state: "assigned", driverId: other.id });
    addTrip({ state: "assigned", driverId: other.id, pickupAt: START - MINUTE });
    const refused = addTrip({ pickupAt: START + 9 * 60 * MINUTE });
    const offer = { reservationId: refused, driverId: other.id, vehicleId: "v" };
    db.$client.run("PRAGMA foreign_keys = OFF");
    db.insert(offers)
      .values([
        { ...offer, id: "1", state: "declined", createdAt: START - 9, expiresAt: START },
        { ...offer, id: "2", state: "expired", createdAt: START - 5, expiresAt: START },
      ])
      .run();
    const cancelledTrip = addTrip({ pickupAt: START + 10 * 60 * MINUTE });
    const tripWithoutPosition = addTrip({ pickupAt: START + 11 * 60 * MINUTE });
    const waiting = addTrip({ pickupAt: START + 12 * 60 * MINUTE });
    const run = { at: START, reasons: {} };
    db.insert(autoDispatchRuns)
      .values([
        { ...run, reservationId: cancelledTrip, outcome: "offered", alertedAt: START },
        { ...run, reservationId: tripWithoutPosition, outcome: "nobody" },
        { ...run, reservationId: waiting, outcome: "suggested" },
      ])
      .run();
    addTrip({ serviceType: "airport_pickup", landedAt: START - 30 * MINUTE });
    const found = await read();
    const said = (trips: TripAttention["flights"]) =>
      trips.map(({ number: of, driver: who, why }) => [of, who, why]);
    expect(said(found.notMoving)).toEqual([[1001, "Eric Mugisha", "standing for 5 min"]]);
    expect(said(found.notStarted)).toEqual([[1002, "Grace Umutoni", "not on the way"]]);
    expect(said(found.unanswered)).toEqual([
      [1004, null, "no answer"],
      [1005, null, "auto-dispatch gave up"],
      [1006, null, "auto-dispatch found nobody"],
    ]);
    expect(said(found.flights)).toEqual([[1008, null, "landed 35 min before the pickup"]]);
  });
});
