/** Routes take longer at some hours: the effect on quotes, and the times measured on the operator's own trips. */
import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { driverPositions } from "../../db/schema/tracking";
import { vehicleClasses } from "../../db/schema/vehicles";
import { candidatesFor } from "../../src/dispatch/assignment/candidate-queries";
import { tightConnectionsById } from "../../src/dispatch/board/day-rules";
import { findRoute, speedKmhByHour } from "../../src/routing/queries";
import type { TrafficRulesAnswer } from "../../src/routing/traffic-contract";
import { measureTraffic, noTraffic, trafficHour } from "../../src/routing/traffic-rules";
import { readTripAttention } from "../../src/tracking/attention-queries";
import { importStreets } from "../../src/streets/import-actions";
import { LIECHTENSTEIN } from "../streets/random";
import { AIRPORT, HOTEL, quote } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { createTestServer, START, type TestServer } from "../support/server";
import { until } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { startRouter } from "../support/upstreams";

let server: TestServer;
let isOpen = false;
afterEach(() => {
  if (isOpen) server.close();
  isOpen = false;
});

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await createTestServer(env);
  isOpen = true;
}

const PATH = "/admin/settings/traffic";
/** Slow on weekdays from eight to nine. */
const slowPercents = noTraffic.with(8, 150);

async function save(trafficPercents: readonly number[]) {
  const owner = await signInAdmin(server);
  const { version } = (await (await owner.get(PATH)).json()) as TrafficRulesAnswer;
  return (await owner.put(PATH, { trafficPercents, version })).status;
}

const secondsAt = async (pickupLocal: string) =>
  (await quote(server.browser(), { pickupLocal })).durationSeconds;

test("trafficHour uses the local hour and separates weekends", () => {
  expect(trafficHour("2026-11-23T08:59")).toBe(8);
  expect(trafficHour("2026-11-27T23:00")).toBe(23);
  expect(trafficHour("2026-11-28T00:00")).toBe(24);
  expect(trafficHour("2026-11-29T08:00")).toBe(32);
});

test("a quote takes longer at a slow hour, but not at other hours or on weekends", async () => {
  await start();
  const before = await secondsAt("2026-11-24T08:30");
  expect(await save(slowPercents)).toBe(200);
  expect(await secondsAt("2026-11-24T08:30")).toBe(Math.round(before * 1.5));
  for (const local of ["2026-11-24T09:00", "2026-11-21T08:30"])
    expect(await secondsAt(local)).toBe(before);
});

test("routes on imported streets take longer at a slow hour, alternatives included", async () => {
  await start();
  const { deps, folder } = server;
  importStreets(
    { dataDir: folder, file: LIECHTENSTEIN, bounds: null, ferries: true, now: 1 },
    () => {},
  );
  await until("the streets", () => deps.streets.current());
  const points = [
    { latitude: 47.141, longitude: 9.5209 },
    { latitude: 47.1652, longitude: 9.5087 },
  ];
  const at = Date.parse("2026-11-24T06:30:00Z");
  const before = await findRoute(deps, points, { alternatives: true, at });
  expect(before.estimate).toBe(false);
  expect(await save(slowPercents)).toBe(200);
  const after = await findRoute(deps, points, { alternatives: true, at });
  const seconds = ({ durationSeconds, alternatives }: typeof before) => [
    durationSeconds,
    ...alternatives.map((way) => way.durationSeconds),
  ];
  expect(seconds(after)).toEqual(seconds(before).map((each) => Math.round(each * 1.5)));
  expect(after.distanceMeters).toBe(before.distanceMeters);
});

test("the traffic percentages do not change the times of a connected router", async () => {
  const router = startRouter();
  await start({ ROUTER_URL: router.url });
  const before = await findRoute(server.deps, [AIRPORT, HOTEL], { at: START });
  expect(before.estimate).toBe(false);
  expect(await save(noTraffic.map(() => 300))).toBe(200);
  expect(await findRoute(server.deps, [AIRPORT, HOTEL], { at: START })).toEqual(before);
  await router.stop();
});

test("the drive to a pickup takes longer at a slow hour, for suggestions and late drivers", async () => {
  await start();
  const { deps } = server;
  const vehicleClassId = deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "alice", email: "alice@example.com" });
  const { latitude, longitude } = HOTEL;
  const seen = { latitude, longitude, accuracyMeters: 10, recordedAt: START, receivedAt: START };
  deps.db
    .insert(driverPositions)
    .values({ ...seen, driverId: "alice" })
    .run();
  const trip = reservationValues({ number: 1, pickupAt: START + 45 * 60_000, vehicleClassId });
  const driven = {
    ...trip,
    id: "driven",
    number: 2,
    state: "assigned",
    driverId: "alice",
  } as const;
  deps.db.insert(reservations).values([trip, driven]).run();
  const travelSecondsToPickup = () => {
    const [row] = deps.db.select().from(reservations).where(eq(reservations.id, trip.id)).all();
    return row && candidatesFor(deps, deps.db, row).drivers[0]?.ranking.approach?.travelSeconds;
  };
  const late = () => readTripAttention(deps).notStarted.map(({ number }) => number);
  const before = travelSecondsToPickup() ?? 0;
  expect(late()).toEqual([]);
  expect(await save(noTraffic.with(10, 200))).toBe(200);
  expect(travelSecondsToPickup()).toBe(before * 2);
  expect(late()).toEqual([2]);
  const from = (minutes: number) => ({
    id: `${minutes}`,
    number: minutes,
    state: "assigned" as const,
    driverId: "alice",
    pickupAt: START + minutes * 60_000,
    endsAt: START + (minutes + 40) * 60_000,
    from: AIRPORT,
    to: HOTEL,
  });
  expect(tightConnectionsById([from(0), from(80)], speedKmhByHour(deps)).size).toBe(1);
  expect(tightConnectionsById([from(0), from(80)], () => 28).size).toBe(0);
});

test("the traffic settings refuse impossible percentages and answer 401 to a visitor", async () => {
  await start();
  for (const bad of [
    slowPercents.slice(1),
    slowPercents.with(0, 49),
    slowPercents.with(0, 301),
    slowPercents.with(0, 99.5),
  ])
    expect(await save(bad)).toBe(400);
  expect((await server.browser().get(PATH)).status).toBe(401);
});

test("measureTraffic proposes the median of an hour with at least five trips", () => {
  const trips = [1.1, 1.2, 1.31, 3, 1.3].map((factor) => ({
    pickupLocal: "2026-11-24T08:30",
    plannedSeconds: 1_000,
    drivenSeconds: 1_000 * factor,
  }));
  expect(measureTraffic(trips, null)[8]).toEqual({ percent: 130, trips: 5 });
  expect(measureTraffic(trips, slowPercents)[8]).toEqual({ percent: 195, trips: 5 });
  expect(measureTraffic(trips.slice(1), null)[8]).toBeNull();
  expect(measureTraffic(trips, null)[9]).toBeNull();
});

test("the traffic proposal uses only meaningful trips driven since the last change", async () => {
  await start();
  const vehicleClassId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "alice", email: "alice@example.com" });
  const pickupAt = START - 86_400_000;
  let number = 0;
  const drive = (row: Partial<typeof reservations.$inferInsert> = {}) =>
    server.deps.db
      .insert(reservations)
      .values(
        reservationValues({
          number: ++number,
          pickupAt,
          pickupLocal: "2026-11-19T10:00",
          vehicleClassId,
          driverId: "alice",
          vehicleId: "car",
          state: "completed",
          serviceType: "point_to_point",
          durationSeconds: 1_000,
          createdAt: pickupAt - 3_600_000,
          boardedAt: pickupAt,
          endedAt: pickupAt + 1_250_000,
          ...row,
        }),
      )
      .run();
  for (let i = 0; i < 5; i++) drive();
  drive({ serviceType: "hourly", endedAt: pickupAt + 9_000_000 });
  drive({ durationSeconds: 120 });
  drive({ boardedAt: null });
  drive({ pickupAt: START - 200 * 86_400_000 });
  const owner = await signInAdmin(server);
  const measured = async () =>
    ((await (await owner.get(PATH)).json()) as TrafficRulesAnswer).measured;
  expect((await measured())[10]).toEqual({ percent: 125, trips: 5 });
  expect(await save(slowPercents)).toBe(200);
  // These trips were planned with the earlier percentages.
  expect((await measured()).every((hour) => hour === null)).toBe(true);
});
