/** Suspending a driver and deciding about all their trips in one action, and lifting the suspension. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { offers } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import { driverPositions, driverShiftDays } from "../../db/schema/tracking";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { SuspensionImpact } from "../../src/dispatch/suspension/suspension-contract";
import { suspensionRefusal } from "../../src/dispatch/suspension/suspension-rules";
import type { DriverAnswer, Drivers } from "../../src/drivers/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, refusal, START, type TestServer } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;

let server: TestServer;
let admin: Browser & { admin: { id: string } };
let number: number;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  admin = await signInAdmin(server);
  number = 1000;
  for (const name of ["ann", "ben"]) {
    createVehicle(server, { id: `${name}-car` });
    createDriver(server, {
      id: name,
      firstName: name,
      email: `${name}@example.com`,
      vehicleId: `${name}-car`,
    });
  }
});
afterEach(() => server.close());

/** Adds a confirmed trip that many hours from now, which takes a quarter of an hour. */
function addTrip(hours: number) {
  const [vehicleClass] = server.deps.db.select().from(vehicleClasses).all();
  const values = reservationValues({
    number: ++number,
    pickupAt: START + hours * HOUR,
    vehicleClassId: vehicleClass?.id ?? "",
  });
  server.deps.db.insert(reservations).values(values).run();
  return values;
}

async function assigned(hours: number, driver = "ann") {
  const trip = addTrip(hours);
  const pair = { driverId: driver, vehicleId: `${driver}-car` };
  const path = `/admin/reservations/${trip.id}/assignment`;
  expect((await admin.post(path, { version: 1, ...pair })).status).toBe(200);
  return trip;
}

const path = "/admin/drivers/ann/suspension";
const left = async () => (await (await admin.get(path)).json()) as SuspensionImpact;
const row = (id: string) =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];
const stateOf = (id: string) => {
  const found = row(id);
  return [found?.state, found?.driverId, found?.vehicleId];
};
const ann = () => server.deps.db.select().from(drivers).where(eq(drivers.id, "ann")).all()[0];
const suspend = (trips: unknown[], reason = "Two complaints") =>
  admin.post(path, { reason, trips });

test("a suspension unassigns or reassigns the driver's trips, notifies the driver and signs them out", async () => {
  const { browser } = await signInDriver(server, "ann@example.com");
  const first = await assigned(3);
  const second = await assigned(6);
  const { trips, offers: waiting } = await left();
  expect(waiting).toBe(0);
  expect(trips.map(({ id, movable }) => [id, movable])).toEqual([
    [first.id, true],
    [second.id, true],
  ]);
  const to = { driverId: "ben", vehicleId: "ann-car" };
  const answer = await suspend([
    { id: first.id, version: trips[0]?.version, to: null },
    { id: second.id, version: trips[1]?.version, to },
  ]);
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as DriverAnswer).driver).toMatchObject({
    state: "suspended",
    suspension: { reason: "Two complaints", by: "Ada Uwase" },
  });
  expect(stateOf(first.id)).toEqual(["confirmed", null, null]);
  expect(stateOf(second.id)).toEqual(["assigned", "ben", "ann-car"]);
  expect((await browser.get("/driver/reservations")).status).toBe(401);
  const { $client } = server.deps.db;
  expect(
    $client
      .query(
        "SELECT title, body FROM notifications WHERE account_id = 'ann' ORDER BY id DESC LIMIT 1",
      )
      .get(),
  ).toEqual({
    title: "Your driver account is suspended",
    body: "Reason: Two complaints",
  });
  expect(
    $client
      .query(
        "SELECT count(*) AS n FROM outbox WHERE recipient = 'ann@example.com' AND kind = 'driver_suspended'",
      )
      .get(),
  ).toEqual({ n: 1 });
  // The audit log contains the numbers of trips, but not the reason.
  const lines = $client
    .query<{ action: string; detail: string }, []>(
      "SELECT action, detail FROM audit_log WHERE subject_kind = 'driver' ORDER BY number",
    )
    .all();
  expect(lines).toEqual([
    { action: "driver.suspended", detail: JSON.stringify({ released: 1, assigned: 1 }) },
  ]);
  // The next driver reads that another driver had the trip, but nothing about a suspension.
  const next = (await signInDriver(server, "ben@example.com")).browser;
  const whole = await (await next.get(`/driver/reservations/${second.id}`)).text();
  expect(whole).toContain("The driver is not available");
  expect(whole).not.toMatch(/suspend|complaint/i);
});

test("a suspension is refused as a whole, naming the trip, if the new driver cannot take it", async () => {
  await assigned(3, "ben");
  const mine = await assigned(3);
  const to = { driverId: "ben", vehicleId: "ann-car" };
  const answer = await suspend([{ id: mine.id, version: 2, to }]);
  expect(answer.status).toBe(409);
  const body = (await answer.json()) as { code: string; message: string; fields: object };
  expect(body.code).toBe("assignment.driver_overlap");
  expect(body.message).toStartWith(`Trip ${mine.number}: `);
  expect(Object.keys(body.fields)).toEqual([mine.id]);
  expect(stateOf(mine.id)).toEqual(["assigned", "ann", "ann-car"]);
  expect(ann()?.state).toBe("active");
});

test("a suspension is refused if its list of trips is outdated", async () => {
  const mine = await assigned(3);
  for (const trips of [
    [],
    [{ id: mine.id, version: 1, to: null }],
    [
      { id: mine.id, version: 2, to: null },
      { id: "other", version: 1, to: null },
    ],
    [
      { id: mine.id, version: 2, to: null },
      { id: mine.id, version: 2, to: null },
    ],
  ])
    expect(await refusal(await suspend(trips))).toEqual([409, "driver.trips_changed"]);
  expect(ann()?.state).toBe("active");
  expect((await suspend([{ id: mine.id, version: 2, to: null }])).status).toBe(200);
});

test("a driver who has arrived at a pickup cannot be suspended", async () => {
  const { browser } = await signInDriver(server, "ann@example.com");
  const mine = await assigned(0.5);
  for (const [version, to] of [
    [2, "en_route"],
    [3, "on_location"],
  ]) {
    const tap = await browser.post(`/driver/reservations/${mine.id}/progress`, { version, to });
    expect(tap.status).toBe(200);
  }
  expect((await left()).trips).toMatchObject([{ id: mine.id, movable: false }]);
  expect(await refusal(await suspend([]))).toEqual([409, "driver.under_way"]);
});

test("a suspension ends the driver's shift, counts the time worked and deletes their position", async () => {
  const { db } = server.deps;
  const { browser } = await signInDriver(server, "ann@example.com");
  expect((await browser.post("/driver/shift", { on: true })).status).toBe(200);
  server.advance(HOUR / 6);
  const last = { latitude: -1.95, longitude: 30.06, accuracyMeters: 5 };
  const when = { recordedAt: server.deps.now(), receivedAt: server.deps.now() };
  db.insert(driverPositions)
    .values({ driverId: "ann", ...last, ...when })
    .run();
  const onShift = async () =>
    ((await (await admin.get("/admin/drivers")).json()) as Drivers).counts.onShift;
  expect(await onShift()).toBe(1);
  const receivedEvents: unknown[] = [];
  server.deps.bus.listen((event) => {
    if (event.type === "shift") receivedEvents.push(event);
  });
  expect((await suspend([])).status).toBe(200);
  expect(await onShift()).toBe(0);
  expect(receivedEvents).toEqual([{ type: "shift", driverId: "ann", on: false }]);
  expect(db.select().from(driverPositions).all()).toEqual([]);
  expect(db.select().from(driverShiftDays).all()).toMatchObject([
    { driverId: "ann", seconds: 600 },
  ]);
});

test("a suspension can reassign a trip whose driver is already on the way", async () => {
  const { browser } = await signInDriver(server, "ann@example.com");
  const mine = await assigned(0.5);
  await browser.post(`/driver/reservations/${mine.id}/progress`, { version: 2, to: "en_route" });
  const to = { driverId: "ben", vehicleId: "ben-car" };
  expect((await suspend([{ id: mine.id, version: 3, to }])).status).toBe(200);
  expect(stateOf(mine.id)).toEqual(["assigned", "ben", "ben-car"]);
});

test("a suspension withdraws the driver's offers, keeps others and offers to the next in turn", async () => {
  const alone = addTrip(3);
  const sharedTrip = addTrip(6);
  const tripOfferedInTurn = addTrip(9);
  const pair = (name: string) => ({ driverId: name, vehicleId: `${name}-car` });
  const ask = (id: string, how: string) =>
    admin.post(`/admin/reservations/${id}/offers`, {
      version: 1,
      how,
      to: [pair("ann"), pair("ben")],
    });
  const one = await admin.post(`/admin/reservations/${alone.id}/offer`, {
    version: 1,
    ...pair("ann"),
  });
  expect(one.status).toBe(200);
  expect((await ask(sharedTrip.id, "at_once")).status).toBe(200);
  expect((await ask(tripOfferedInTurn.id, "in_turn")).status).toBe(200);
  expect((await left()).offers).toBe(3);
  expect((await suspend([])).status).toBe(200);
  expect(row(alone.id)?.state).toBe("confirmed");
  expect(row(sharedTrip.id)?.state).toBe("offered");
  expect(row(tripOfferedInTurn.id)?.state).toBe("offered");
  const open = server.deps.db.select().from(offers).where(eq(offers.state, "open")).all();
  expect(open.map(({ driverId }) => driverId)).toEqual(["ben", "ben"]);
});

test("a suspended driver cannot be suspended again, and drives again once it is lifted", async () => {
  expect(await refusal(await admin.delete(path))).toEqual([409, "driver.not_suspended"]);
  expect((await suspend([])).status).toBe(200);
  expect(await refusal(await suspend([]))).toEqual([409, "driver.already_suspended"]);
  const liftAnswer = await admin.delete(path);
  expect(((await liftAnswer.json()) as DriverAnswer).driver).toMatchObject({
    state: "active",
    suspension: null,
  });
  expect(ann()).toMatchObject({ suspendedAt: null, suspendedBy: "", suspensionReason: "" });
  await signInDriver(server, "ann@example.com");
  const trip = await assigned(3);
  expect(stateOf(trip.id)).toEqual(["assigned", "ann", "ann-car"]);
});

test("a suspension needs a reason and a known driver, and accountants cannot suspend", async () => {
  expect((await suspend([], "  ")).status).toBe(400);
  expect(
    (await admin.post("/admin/drivers/none/suspension", { reason: "x", trips: [] })).status,
  ).toBe(404);
  expect((await admin.get("/admin/drivers/none/suspension")).status).toBe(404);
  const accountant = await signInAdmin(server, { role: "accountant" });
  expect((await accountant.get(path)).status).toBe(403);
  expect((await accountant.post(path, { reason: "x", trips: [] })).status).toBe(403);
  expect(ann()?.state).toBe("active");
});

test("suspensionRefusal wants a decision on exactly the current trips and no passenger on board", () => {
  const trip = { id: "a", version: 2, state: "assigned" } as const;
  expect(suspensionRefusal([], [])).toBeNull();
  expect(suspensionRefusal([trip], [{ id: "a", version: 2 }])).toBeNull();
  expect(suspensionRefusal([trip], [{ id: "a", version: 3 }])).toBe("driver.trips_changed");
  expect(suspensionRefusal([], [{ id: "a", version: 2 }])).toBe("driver.trips_changed");
  expect(suspensionRefusal([{ ...trip, state: "passenger_on_board" }], [])).toBe(
    "driver.under_way",
  );
});
