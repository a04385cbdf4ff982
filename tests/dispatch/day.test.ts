/** The day by driver, and trips that are moved from one driver to another in one step. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { DayPlan } from "../../src/dispatch/board/day-contract";
import { tightConnectionsById } from "../../src/dispatch/board/day-rules";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
let admin: Browser;
let number: number;
beforeEach(async () => {
  server = await createTestServer();
  admin = await signInAdmin(server, { role: "dispatcher" });
  number = 1000;
});
afterEach(() => server.close());

function addTrip(row: Partial<typeof reservations.$inferInsert> = {}) {
  const [first] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(asc(vehicleClasses.position))
    .all();
  const values = reservationValues({
    number: ++number,
    pickupAt: START + 2 * HOUR,
    vehicleClassId: first?.id ?? "",
    ...row,
  });
  server.deps.db.insert(reservations).values(values).run();
  return values;
}

async function day(query: string): Promise<DayPlan> {
  const answer = await admin.get(`/admin/day?${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as DayPlan;
}

async function assignDriver(trip: { id: string }, body: Record<string, unknown>) {
  const answer = await admin.put(`/admin/reservations/${trip.id}/driver`, body);
  return {
    status: answer.status,
    ...((await answer.json()) as Partial<Failure & ReservationAnswer>),
  };
}
type Failure = { code: string; message: string };

describe("the day plan", () => {
  test("has the trips that match and all trips of its drivers, also one from the day before", async () => {
    const driver = createDriver(server, { firstName: "Grace" });
    createDriver(server, { firstName: "Eric" });
    createDriver(server, { firstName: "Away", state: "suspended" });
    const wanted = addTrip({ state: "pending" });
    const busy = addTrip({ state: "assigned", driverId: driver.id });
    const overnightTrip = addTrip({
      state: "assigned",
      driverId: driver.id,
      pickupAt: Date.parse("2026-11-19T20:00:00Z"),
      hours: 5,
    });
    addTrip({ state: "confirmed" });
    addTrip({ state: "cancelled", driverId: driver.id });
    addTrip({ state: "pending", pickupAt: START + 24 * HOUR });
    const plan = await day("day=2026-11-20&state=pending");
    expect(plan.trips.map(({ id, matches }) => [id, matches])).toEqual([
      [overnightTrip.id, false],
      [wanted.id, true],
      [busy.id, false],
    ]);
    expect(plan.drivers.map(({ driver: { firstName } }) => firstName)).toEqual(["Eric", "Grace"]);
    expect(plan).toMatchObject({
      from: "2026-11-19T22:00:00.000Z",
      until: "2026-11-20T22:00:00.000Z",
      more: false,
    });
    expect(plan.trips[0]?.endsAt).toBe("2026-11-20T01:00:00.000Z");
  });

  test("tells of more trips than it shows, even if a filter leaves out some of those it read", async () => {
    server.deps.db.$client.transaction(() => {
      for (let count = 0; count < 2; count++) addTrip({ state: "confirmed" });
      for (let count = 0; count < 3_000; count++) addTrip({ state: "pending" });
    })();
    expect((await day("day=2026-11-20&state=pending")).more).toBe(true);
  });

  test("takes the list's filters: kinds of service, words, and overdue trips", async () => {
    addTrip({ serviceType: "home_care", passengerName: "Grace Ingabire" });
    addTrip({ serviceType: "airport_pickup", pickupAt: START - 5 * MINUTE });
    addTrip({ serviceType: "airport_pickup", pickupAt: START - 5 * MINUTE, willCall: true });
    const found = async (query: string) =>
      (await day(`day=2026-11-20&${query}`)).trips.map((trip) => trip.number);
    expect(await found("service=home_care")).toEqual([1001]);
    expect(await found("service=airport_pickup&service=airport_dropoff")).toEqual([1002, 1003]);
    expect(await found("q=ingabire")).toEqual([1001]);
    expect(await found("q=%21")).toEqual([]);
    expect(await found("overdue=true")).toEqual([1002]);
  });

  test("has 23 or 25 hours on days when the clocks change", async () => {
    server.close();
    server = await createTestServer({ TIME_ZONE: "Europe/Paris" });
    admin = await signInAdmin(server);
    const length = ({ from, until }: DayPlan) => (Date.parse(until) - Date.parse(from)) / HOUR;
    expect(length(await day("day=2027-03-28"))).toBe(23);
    expect(length(await day("day=2027-10-31"))).toBe(25);
  });

  test("answers 401 without a session, and 400 without a valid day", async () => {
    expect((await server.browser().get("/admin/day?day=2026-11-20")).status).toBe(401);
    expect((await admin.get("/admin/day?day=20-11-2026")).status).toBe(400);
    expect((await admin.get("/admin/day")).status).toBe(400);
  });
});

describe("a tight connection", () => {
  const airport = { latitude: -1.9686, longitude: 30.1395 };
  const hotel = { latitude: -1.9489, longitude: 30.0615 };
  const base = { state: "assigned", driverId: "d", from: airport, to: hotel } as const;
  const first = { ...base, id: "1", number: 1, pickupAt: 0, endsAt: 30 * MINUTE };
  const next = (minutes: number) => ({
    ...base,
    id: "2",
    number: 2,
    pickupAt: minutes * MINUTE,
    endsAt: minutes * MINUTE + 30 * MINUTE,
  });

  test("is one where the drive takes longer than the time between two trips", () => {
    // 11.6 km at 28 km/h from the hotel back to the airport: 25 minutes.
    const found = tightConnectionsById([next(50), first], () => 28).get("2");
    expect(found).toMatchObject({ number: 1, gapSeconds: 1_200 });
    expect(found?.travelSeconds).toBeGreaterThan(1_200);
    expect(tightConnectionsById([first, next(80)], () => 28).size).toBe(0);
  });

  test("can be an overlap, and needs the same driver, an open trip and known places", () => {
    expect(tightConnectionsById([first, { ...next(31), driverId: "e" }], () => 28).size).toBe(0);
    expect(tightConnectionsById([{ ...first, state: "completed" }, next(31)], () => 28).size).toBe(
      0,
    );
    expect(tightConnectionsById([{ ...first, to: null }, next(31)], () => 28).size).toBe(0);
    expect(tightConnectionsById([first, next(20)], () => 28).get("2")?.gapSeconds).toBe(-600);
  });
});

describe("assigning a driver to a trip in one step", () => {
  test("confirms a pending trip and takes the driver's own vehicle", async () => {
    const car = createVehicle(server);
    const driver = createDriver(server, { vehicleId: car.id });
    const trip = addTrip({ state: "pending" });
    const { status, reservation } = await assignDriver(trip, { version: 1, driverId: driver.id });
    expect(status).toBe(200);
    expect(reservation).toMatchObject({
      state: "assigned",
      version: 3,
      driver: { id: driver.id },
      vehicle: { id: car.id },
    });
    expect(reservation?.timeline.map(({ from, to }) => [from, to])).toEqual([
      ["pending", "confirmed"],
      ["confirmed", "assigned"],
    ]);
  });

  test("replaces the previous driver, notifies them and frees their time", async () => {
    const eric = createDriver(server, { vehicleId: createVehicle(server).id });
    const grace = createDriver(server, { vehicleId: createVehicle(server).id });
    const trip = addTrip();
    await assignDriver(trip, { version: 1, driverId: eric.id });
    const { status, reservation } = await assignDriver(trip, { version: 2, driverId: grace.id });
    expect(status).toBe(200);
    expect(reservation).toMatchObject({ state: "assigned", driver: { id: grace.id } });
    const held = server.deps.db.select().from(assignments).all();
    expect(held.map(({ driverId, active }) => [driverId, active])).toEqual([
      [eric.id, false],
      [grace.id, true],
    ]);
    const notices = server.deps.db.select().from(notifications).all();
    const titles = (id: string) =>
      notices.filter(({ accountId }) => accountId === id).map(({ title }) => title);
    expect(titles(eric.id)).toContain("Trip 1001 went to another driver");
    expect(titles(grace.id)).toEqual(["You’ll drive trip 1001"]);
  });

  test("withdraws an open offer first", async () => {
    const offeredDriver = createDriver(server, { vehicleId: createVehicle(server).id });
    const other = createDriver(server, { vehicleId: createVehicle(server).id });
    const trip = addTrip();
    await admin.post(`/admin/reservations/${trip.id}/offer`, {
      version: 1,
      driverId: offeredDriver.id,
      vehicleId: offeredDriver.vehicleId,
    });
    expect((await day("day=2026-11-20")).trips[0]).toMatchObject({
      askedDriverId: offeredDriver.id,
    });
    const { reservation } = await assignDriver(trip, { version: 2, driverId: other.id });
    expect(reservation).toMatchObject({ state: "assigned", driver: { id: other.id } });
    expect(server.deps.db.select().from(offers).all()[0]?.state).toBe("withdrawn");
  });

  test("leaves the previous driver assigned if the new one is refused", async () => {
    const eric = createDriver(server, { vehicleId: createVehicle(server).id });
    const grace = createDriver(server, { vehicleId: createVehicle(server).id });
    const trip = addTrip();
    await assignDriver(trip, { version: 1, driverId: eric.id });
    await assignDriver(addTrip({ pickupAt: START + 2 * HOUR + 5 * MINUTE }), {
      version: 1,
      driverId: grace.id,
    });
    const refused = await assignDriver(trip, { version: 2, driverId: grace.id });
    expect(refused).toMatchObject({
      status: 409,
      code: "assignment.driver_overlap",
      message: "Has trip #1002 at that time.",
    });
    const row = server.deps.db.select().from(reservations).orderBy(reservations.number).all()[0];
    expect(row).toMatchObject({ state: "assigned", driverId: eric.id, version: 2 });
    expect((await assignDriver(trip, { version: 1, driverId: grace.id })).code).toBe(
      "reservation.stale",
    );
  });

  test("finds a vehicle if the driver's own is too small, and gives the reason if all are", async () => {
    const small = createVehicle(server, { passengers: 3 });
    const large = createVehicle(server, { passengers: 6 });
    const driver = createDriver(server, { vehicleId: small.id });
    const six = addTrip({ passengers: 6 });
    const { reservation } = await assignDriver(six, { version: 1, driverId: driver.id });
    expect(reservation?.vehicle?.id).toBe(large.id);
    const tripOfNine = addTrip({ passengers: 9, pickupAt: START + 9 * HOUR });
    expect(await assignDriver(tripOfNine, { version: 1, driverId: driver.id })).toMatchObject({
      status: 422,
      code: "assignment.refused",
      message: "Seats 3, but the trip needs 9.",
    });
  });

  test("is refused for a trip under way or waiting for a call, an unknown driver, and by an accountant", async () => {
    const driver = createDriver(server, { vehicleId: createVehicle(server).id });
    const gone = addTrip({ state: "en_route" });
    const body = { version: 1, driverId: driver.id };
    expect((await assignDriver(gone, body)).code).toBe("reservation.illegal_transition");
    expect((await assignDriver(addTrip({ willCall: true }), body)).code).toBe(
      "reservation.waits_for_call",
    );
    expect((await assignDriver(addTrip(), { ...body, driverId: "nobody" })).status).toBe(404);
    const accountant = await signInAdmin(server, {
      email: "books@example.com",
      role: "accountant",
    });
    const answer = await accountant.put(`/admin/reservations/${addTrip().id}/driver`, body);
    expect(answer.status).toBe(403);
  });
});
