/** A summary of a driver and of a vehicle, and the trips of one vehicle. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { driverShifts } from "../../db/schema/tracking";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { DriverOverview, VehicleDrivers } from "../../src/desk/fleet-contract";
import type { ReservationList } from "../../src/reservations/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let desk: Browser;
let number: number;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  desk = await signInAdmin(server, { role: "dispatcher" });
  number = 1000;
  createVehicle(server, { id: "car", plate: "RAD 123 B" });
  createDriver(server, {
    id: "ann",
    firstName: "Ann",
    lastName: "Uwase",
    email: "ann@example.com",
    vehicleId: "car",
    licenseExpiresAt: START + 20 * DAY,
  });
});
afterEach(() => server.close());

function addTrip(row: Partial<typeof reservations.$inferInsert>) {
  const [vehicleClass] = server.deps.db.select().from(vehicleClasses).all();
  const values = reservationValues({
    number: ++number,
    vehicleClassId: vehicleClass?.id ?? "",
    pickupAt: START,
    ...row,
  });
  server.deps.db.insert(reservations).values(values).run();
  return values;
}

const read = async <T>(path: string) => (await (await desk.get(path)).json()) as T;
const overview = () => read<DriverOverview>("/admin/drivers/ann/overview");

test("a driver's overview has vehicle, shift, trips, documents and the pay rule in force", async () => {
  const pair = { driverId: "ann", vehicleId: "car" };
  const trips = [0.5, 4, 8, 12, 16].map((hours) => addTrip({ pickupAt: START + hours * HOUR }));
  for (const { id } of trips) {
    const answer = await desk.post(`/admin/reservations/${id}/assignment`, { version: 1, ...pair });
    expect(answer.status).toBe(200);
  }
  const { browser } = await signInDriver(server, "ann@example.com");
  await browser.post(`/driver/reservations/${trips[0]?.id}/progress`, {
    version: 2,
    to: "en_route",
  });
  server.deps.db
    .insert(driverShifts)
    .values({ driverId: "ann", startedAt: START - HOUR })
    .run();
  const found = await overview();
  expect(found).toMatchObject({
    vehicle: { id: "car", plate: "RAD 123 B", className: "Standard", state: "active" },
    onShiftSince: new Date(START - HOUR).toISOString(),
    upcoming: 4,
    papers: { waiting: 0, ending: 1, expired: 0, missing: 0 },
    applicationId: null,
    pay: { currency: "RWF", farePercent: expect.any(Number) },
  });
  expect(found.now.map(({ id, state }) => [id, state])).toEqual([[trips[0]?.id ?? "", "en_route"]]);
  expect(found.next.map(({ id }) => id)).toEqual(trips.slice(1, 4).map(({ id }) => id));
});

test("a driver's overview ignores a shift that was never ended, and counts expired documents", async () => {
  server.deps.db
    .insert(driverShifts)
    .values({ driverId: "ann", startedAt: START - 17 * HOUR })
    .run();
  server.advance(25 * DAY);
  desk = await signInAdmin(server, { role: "dispatcher" });
  expect(await overview()).toMatchObject({
    onShiftSince: null,
    papers: { ending: 0, expired: 1 },
    now: [],
    next: [],
    upcoming: 0,
  });
});

test("a vehicle's drivers are listed with its usual driver first, then those who drove it last", async () => {
  for (const name of ["ben", "cleo", "dan"]) createDriver(server, { id: name, firstName: name });
  const over = { state: "completed" as const, vehicleId: "car" };
  addTrip({ ...over, driverId: "ben", pickupAt: START - 9 * DAY });
  addTrip({ ...over, driverId: "ben", pickupAt: START - 8 * DAY, state: "settled" });
  addTrip({ ...over, driverId: "cleo", pickupAt: START - 2 * DAY });
  addTrip({ ...over, driverId: "dan", pickupAt: START - 91 * DAY });
  addTrip({ ...over, driverId: "dan", state: "cancelled", pickupAt: START - DAY });
  const { drivers } = await read<VehicleDrivers>("/admin/vehicles/car/drivers");
  expect(drivers.map(({ driver, usual, trips }) => [driver.id, usual, trips])).toEqual([
    ["ann", true, 0],
    ["cleo", false, 1],
    ["ben", false, 2],
  ]);
  expect(drivers[1]?.lastAt).toBe(new Date(START - 2 * DAY).toISOString());
});

test("the trips of a vehicle or driver are listed by state and by page, the latest first", async () => {
  const mine = { vehicleId: "car", driverId: "ann" };
  const old = addTrip({ ...mine, state: "settled", pickupAt: START - 3 * DAY });
  const late = addTrip({ ...mine, state: "cancelled", pickupAt: START - 2 * DAY });
  const next = addTrip({ ...mine, state: "assigned", pickupAt: START + DAY });
  addTrip({ state: "confirmed", pickupAt: START + 2 * DAY });
  for (const of of ["vehicle=car", "driver=ann"]) {
    const path = `/admin/reservations?${of}&sort=-pickupAt`;
    const all = await read<ReservationList>(path);
    expect(all.reservations.map(({ id }) => id)).toEqual([next.id, late.id, old.id]);
    const first = await read<ReservationList>(`${path}&limit=1&state=settled&state=cancelled`);
    expect(first.reservations.map(({ id }) => id)).toEqual([late.id]);
    const second = await read<ReservationList>(
      `${path}&limit=1&state=settled&state=cancelled&cursor=${first.nextCursor}`,
    );
    expect(second.reservations.map(({ id }) => id)).toEqual([old.id]);
    expect(second.nextCursor).toBeNull();
  }
});

test("an unknown driver or vehicle answers 404", async () => {
  for (const path of ["/admin/drivers/none/overview", "/admin/vehicles/none/drivers"])
    expect((await desk.get(path)).status).toBe(404);
});

test("an accountant sees a driver's overview without documents and application", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  const answer = await accountant.get("/admin/drivers/ann/overview");
  expect((await answer.json()) as DriverOverview).toMatchObject({
    vehicle: { id: "car" },
    papers: null,
    applicationId: null,
  });
  expect((await overview()).papers).not.toBeNull();
});
