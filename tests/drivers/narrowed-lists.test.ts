/** The filtered lists of drivers and vehicles, with their counts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { driverPreferences } from "../../db/schema/drivers";
import { driverShifts } from "../../db/schema/tracking";
import { vehicleClasses, vehicleOutages } from "../../db/schema/vehicles";
import type { Drivers } from "../../src/drivers/contract";
import type { Vehicles } from "../../src/vehicles/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let desk: Browser;

beforeAll(async () => {
  server = await createTestServer();
  desk = await signInAdmin(server, { role: "dispatcher" });
  const { db } = server.deps;
  const [standardClass, suv] = db
    .select()
    .from(vehicleClasses)
    .orderBy(vehicleClasses.position)
    .all();
  createDriver(server, { id: "ann", firstName: "Ann", lastName: "A" });
  createDriver(server, {
    id: "ben",
    firstName: "Ben",
    lastName: "B",
    licenseExpiresAt: START + 20 * DAY,
  });
  createDriver(server, {
    id: "cleo",
    firstName: "Cleo",
    lastName: "C",
    state: "suspended",
    licenseExpiresAt: START - DAY,
  });
  db.insert(driverShifts)
    .values([
      { driverId: "ann", startedAt: START - 2 * HOUR },
      // Nobody ended this shift; it ended automatically.
      { driverId: "ben", startedAt: START - 17 * HOUR },
    ])
    .run();
  db.insert(driverPreferences)
    .values([
      { driverId: "ann", serviceTypes: ["home_care"], zoneIds: [], mobility: [], updatedAt: START },
      { driverId: "ben", serviceTypes: [], zoneIds: ["north"], mobility: [], updatedAt: START },
    ])
    .run();

  createVehicle(server, {
    id: "a",
    plate: "A 1",
    vin: "1HGCM82633A004352",
    classId: standardClass?.id ?? "",
  });
  createVehicle(server, {
    id: "b",
    plate: "B 2",
    classId: suv?.id ?? "",
    mobility: ["wheelchair", "can_transfer"],
    insuranceExpiresAt: START + 5 * DAY,
  });
  createVehicle(server, { id: "c", plate: "C 3", classId: suv?.id ?? "", state: "out_of_service" });
  createVehicle(server, { id: "d", plate: "D 4", classId: suv?.id ?? "" });
  const outage = (
    vehicleId: string,
    from: number,
    until: number,
    liftedAt: number | null = null,
  ) => ({
    id: `${vehicleId} ${from}`,
    vehicleId,
    startsAt: START + from,
    endsAt: START + until,
    reason: "Brakes",
    version: 1,
    createdAt: START,
    createdBy: "Ada",
    liftedAt,
  });
  db.insert(vehicleOutages)
    .values([
      outage("d", -HOUR, 3 * HOUR),
      outage("a", HOUR, 2 * HOUR),
      outage("b", -HOUR, HOUR, START),
    ])
    .run();
});
afterAll(() => server.close());

const drivers = async (query: string) =>
  (await (await desk.get(`/admin/drivers?${query}`)).json()) as Drivers;
const vehicles = async (query: string) =>
  (await (await desk.get(`/admin/vehicles?${query}`)).json()) as Vehicles;

test.each([
  ["", ["ann", "ben", "cleo"]],
  ["state=active", ["ann", "ben"]],
  ["state=suspended", ["cleo"]],
  ["onShift=true", ["ann"]],
  ["ending=true", ["ben", "cleo"]],
  ["ending=true&state=active", ["ben"]],
  // A driver without preferences takes every trip.
  ["service=home_care", ["ann", "ben", "cleo"]],
  ["service=hourly", ["ben", "cleo"]],
  ["zone=north", ["ann", "ben", "cleo"]],
  ["zone=south", ["ann", "cleo"]],
  ["zone=south&service=hourly&state=active", []],
  ["q=ben&state=suspended", []],
])("dispatch filters drivers by %s", async (query, found) => {
  const { drivers: rows, counts } = await drivers(query);
  expect(rows.map(({ id }) => id)).toEqual(found);
  expect(counts).toEqual({ all: 3, active: 2, suspended: 1, onShift: 1, ending: 2 });
});

test("a driver's row shows the start of their shift and the number of expiring documents", async () => {
  const rows = (await drivers("")).drivers;
  expect(rows.map(({ onShiftSince, ending }) => [onShiftSince, ending])).toEqual([
    [new Date(START - 2 * HOUR).toISOString(), 0],
    [null, 1],
    [null, 1],
  ]);
});

test("the next page of a filtered list of drivers continues after the last row", async () => {
  const first = await drivers("ending=true&limit=1");
  expect(first.drivers.map(({ id }) => id)).toEqual(["ben"]);
  const second = await drivers(`ending=true&limit=1&cursor=${first.nextCursor}`);
  expect(second.drivers.map(({ id }) => id)).toEqual(["cleo"]);
  expect(second.nextCursor).toBeNull();
});

test.each([
  ["", ["a", "b", "c", "d"]],
  ["use=in_service", ["a", "b"]],
  ["use=out", ["c", "d"]],
  ["equipment=wheelchair", ["b"]],
  ["equipment=can_transfer&use=in_service", ["a", "b"]],
  ["equipment=stretcher", []],
  ["ending=true", ["b"]],
  ["q=82633a", ["a"]],
  ["class=none", []],
])("dispatch filters vehicles by %s", async (query, found) => {
  const { vehicles: rows, counts } = await vehicles(query);
  expect(rows.map(({ id }) => id)).toEqual(found);
  expect(counts).toEqual({ all: 4, inService: 2, out: 2, ending: 1 });
});

test("dispatch filters vehicles by class and sees until when one is out of service", async () => {
  const [, suv] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(vehicleClasses.position)
    .all();
  const { vehicles: rows } = await vehicles(`class=${suv?.id}`);
  expect(rows.map(({ id, outUntil }) => [id, outUntil])).toEqual([
    ["b", null],
    ["c", null],
    ["d", new Date(START + 3 * HOUR).toISOString()],
  ]);
});

test("the server answers 400 to an unknown filter value", async () => {
  for (const path of [
    "drivers?state=away",
    "drivers?service=flying",
    "drivers?onShift=no",
    "vehicles?use=maybe",
    "vehicles?equipment=wings",
  ])
    expect([path, (await desk.get(`/admin/${path}`)).status]).toEqual([path, 400]);
});
