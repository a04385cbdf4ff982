/** A driver's shift, the positions of their phone, and a trip's track. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { driverPositions, driverShifts, trackPoints } from "../../db/schema/tracking";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type {
  DriversOnDuty,
  PositionReportAnswer,
  ReservationTracking,
  Shift,
  TripTracking,
} from "../../src/tracking/contract";
import { MAX_TRACK_POINTS } from "../../src/tracking/track-rules";
import { createTestServer } from "../support/server";
import { createDriver, createVehicle } from "../support/fleet";
import { signInDriver } from "../support/sign-in";
import { at, createScene, go, json, report, type Scene, shift } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

const track = () => scene.server.deps.db.select().from(trackPoints).all();
const last = () => scene.server.deps.db.select().from(driverPositions).all()[0];
const driversOnDuty = async () => json<DriversOnDuty>(await scene.staff.get("/admin/positions"));

describe("a shift", () => {
  test("starts once, keeps its start time and ends", async () => {
    const { phone, server } = scene;
    const read = async () => json<Shift>(await phone.get("/driver/shift"));
    expect(await read()).toEqual({
      on: false,
      since: null,
      onTrip: false,
      now: "2026-11-20T08:00:00.000Z",
    });
    const startedShift = await json<Shift>(await shift(phone, true));
    expect(startedShift).toMatchObject({ on: true, since: startedShift.now, onTrip: false });
    server.advance(60_000);
    expect(await json<Shift>(await shift(phone, true))).toMatchObject({ since: startedShift.now });
    expect(await json<Shift>(await shift(phone, false))).toMatchObject({ on: false, since: null });
    expect(await json<Shift>(await shift(phone, false))).toMatchObject({ on: false });
  });

  test("ends automatically after 16 hours", async () => {
    await shift(scene.phone, true);
    scene.server.advance(16 * 3_600_000);
    expect(await json<Shift>(await scene.phone.get("/driver/shift"))).toMatchObject({ on: false });
    expect((await report(scene.phone, at(scene.server, 0))).status).toBe(409);
    await shift(scene.phone, true);
    expect((await report(scene.phone, at(scene.server, 0))).status).toBe(200);
  });

  test("that ends deletes the driver's position, but not during a trip", async () => {
    const { phone, server } = scene;
    await shift(phone, true);
    await report(phone, at(server, 0));
    expect(last()).toBeDefined();
    await shift(phone, false);
    expect(last()).toBeUndefined();
    expect((await driversOnDuty()).drivers).toEqual([]);

    await shift(phone, true);
    await go(scene, "en_route");
    await report(phone, at(server, 0));
    await shift(phone, false);
    expect(last()).toBeDefined();
    expect(await json<Shift>(await phone.get("/driver/shift"))).toMatchObject({ onTrip: true });
  });
});

describe("positions", () => {
  test("are accepted only on shift or on a trip", async () => {
    const { phone, server } = scene;
    const refusedAnswer = await report(phone, at(server, 0));
    expect([refusedAnswer.status, await refusedAnswer.json()]).toMatchObject([
      409,
      { code: "tracking.off_duty" },
    ]);
    expect(last()).toBeUndefined();
    await go(scene, "en_route");
    expect(await json<PositionReportAnswer>(await report(phone, at(server, 0)))).toEqual({
      accepted: 1,
      refused: [],
      now: "2026-11-20T08:00:00.000Z",
    });
    expect(last()).toMatchObject({ accuracyMeters: 6, headingDegrees: 0, speedMps: 8 });
    await go(scene, "on_location", "passenger_on_board", "completed");
    server.advance(1_000);
    expect((await report(phone, at(server, 0))).status).toBe(409);
  });

  test("are checked one by one, each with its own refusal", async () => {
    const { phone, server } = scene;
    await shift(phone, true);
    server.advance(3_600_000);
    const answer = await json<PositionReportAnswer>(
      await report(
        phone,
        at(server, 0, 10),
        at(server, 0, -31),
        at(server, 0, 25 * 3600),
        at(server, 0, 2 * 3600),
        at(server, 0, 5, { accuracyMeters: 5_000 }),
        at(server, 30, -20),
      ),
    );
    expect(answer).toMatchObject({
      accepted: 2,
      refused: [
        { index: 1, code: "future" },
        { index: 2, code: "too_old" },
        { index: 3, code: "off_duty" },
        { index: 4, code: "inaccurate" },
      ],
    });
    // If the phone's clock is a little ahead, the position counts as current.
    expect(last()?.recordedAt).toBe(server.deps.now());
  });

  test("that arrive out of order, late or twice keep the newest one last", async () => {
    const { phone, server } = scene;
    await shift(phone, true);
    server.advance(600_000);
    await report(phone, at(server, 300, 10), at(server, 100, 50), at(server, 200, 30));
    const newest = last();
    expect(newest).toMatchObject({ latitude: at(server, 300).latitude });
    server.advance(5_000);
    expect((await report(phone, at(server, 50, 100))).status).toBe(200);
    expect(last()).toEqual(newest);
    await report(phone, at(server, 300, 15));
    expect(last()).toEqual(newest);
  });

  test("that are malformed, or more than 100, get a 400", async () => {
    const { phone, server } = scene;
    await shift(phone, true);
    const goodPosition = at(server, 0);
    for (const wrongPosition of [
      { latitude: 91 },
      { longitude: -181 },
      { latitude: "0" },
      { accuracyMeters: -1 },
      { headingDegrees: 361 },
      { speedMps: -1 },
      { recordedAt: "yesterday" },
      { recordedAt: 1 },
    ])
      expect([
        wrongPosition,
        (await report(phone, { ...goodPosition, ...wrongPosition })).status,
      ]).toEqual([wrongPosition, 400]);
    expect((await report(phone)).status).toBe(400);
    const many = Array.from({ length: 100 }, (_, i) => at(server, i, 0));
    expect((await report(phone, ...many)).status).toBe(200);
    expect((await report(phone, ...many, goodPosition)).status).toBe(400);
    expect(
      (await report(phone, { ...goodPosition, headingDegrees: null, speedMps: null })).status,
    ).toBe(200);
  });

  test("are limited to 120 reports a minute per session", async () => {
    const server = await createTestServer();
    createDriver(server, { email: "driver@example.com" });
    createDriver(server, { email: "other@example.com" });
    const { browser: phone } = await signInDriver(server, "driver@example.com");
    const { browser: other } = await signInDriver(server, "other@example.com");
    await shift(phone, true);
    await shift(other, true);
    const statuses: number[] = [];
    for (let n = 0; n < 121; n++) statuses.push((await report(phone, at(server, n))).status);
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
    expect(statuses[120]).toBe(429);
    expect((await report(other, at(server, 0))).status).toBe(200);
    server.close();
  });
});

describe("the track", () => {
  test("of a trip is thinned and lasts from en route to completed", async () => {
    const { phone, server, trip } = scene;
    await shift(phone, true);
    await report(phone, at(server, 0));
    server.advance(10_000);
    await go(scene, "en_route");
    await report(phone, at(server, 1_000));
    server.advance(60_000);
    await report(
      phone,
      at(server, 1_010, 58),
      at(server, 1_040, 55),
      at(server, 1_050, 53),
      at(server, 1_080, 50),
    );
    expect(track().map(({ latitude }) => latitude)).toEqual(
      [1_000, 1_040, 1_080].map((meters) => at(server, meters).latitude),
    );
    await go(scene, "on_location", "passenger_on_board");
    server.advance(10_000);
    await report(phone, at(server, 1_500));
    expect(track()).toHaveLength(4);
    server.advance(10_000);
    await go(scene, "completed");
    server.advance(60_000);
    await report(phone, at(server, 1_600, 70), at(server, 2_000, 5));
    expect(track()).toHaveLength(4);

    const seen = await json<ReservationTracking>(
      await scene.staff.get(`/admin/reservations/${trip.id}/tracking`),
    );
    expect(seen.track).toHaveLength(4);
    expect(seen.track[0]).toEqual({
      latitude: at(server, 1_000).latitude,
      longitude: 30.1395,
      recordedAt: "2026-11-20T08:00:10.000Z",
    });
    expect(seen.position).toBeNull();
  });

  test("takes the positions of a phone that was offline, once, after the trip", async () => {
    const { phone, server } = scene;
    await go(scene, "en_route", "on_location", "passenger_on_board");
    server.advance(600_000);
    await go(scene, "completed");
    server.advance(60_000);
    const late = [at(server, 500, 400), at(server, 900, 300), at(server, 5_000, 10)];
    const answer = await json<PositionReportAnswer>(await report(phone, ...late));
    expect(answer).toMatchObject({ accepted: 2, refused: [{ index: 2, code: "off_duty" }] });
    await report(phone, ...late);
    expect(track()).toHaveLength(2);
    // The trip is over, so nobody may see where the driver is now.
    expect(last()).toBeUndefined();
  });

  test("has a maximum number of points", async () => {
    const { phone, server, trip } = scene;
    await go(scene, "en_route");
    const startedAt = server.deps.now();
    server.advance(23 * 3_600_000);
    await server.deps.write((tx) => {
      for (let n = 0; n < MAX_TRACK_POINTS - 1; n++)
        tx.insert(trackPoints)
          .values({
            reservationId: trip.id,
            recordedAt: startedAt + n * 1_000,
            latitude: -1.9,
            longitude: 30 + n / 1_000,
            headingDegrees: null,
          })
          .run();
    });
    await report(phone, at(server, 0, 600), at(server, 5_000, 300), at(server, 9_000, 0));
    expect(track()).toHaveLength(MAX_TRACK_POINTS);
  });
});

describe("dispatch", () => {
  test("sees all drivers on shift or on a trip, with their last position", async () => {
    const { server, phone, row, car, trip } = scene;
    createDriver(server, { email: "idle@example.com" });
    createDriver(server, { email: "other@example.com", firstName: "Grace", lastName: "Umutoni" });
    const { browser: other } = await signInDriver(server, "other@example.com");
    await shift(other, true);
    await go(scene, "en_route");
    await report(phone, at(server, 120, 4));
    expect(await driversOnDuty()).toEqual({
      drivers: [
        {
          driver: { id: row.id, firstName: "Eric", lastName: "Mugisha", phone: "+250780010001" },
          vehicle: expect.objectContaining({ plate: car.plate }),
          onShiftSince: null,
          trips: [
            {
              id: trip.id,
              number: trip.number,
              state: "en_route",
              pickup: "Kigali International Airport",
              dropoff: "Kigali Marriott Hotel",
              // The position is older than the driver's start.
              arrival: null,
            },
          ],
          position: at(server, 120, 4),
        },
        {
          driver: expect.objectContaining({ firstName: "Grace" }),
          vehicle: null,
          onShiftSince: "2026-11-20T08:00:00.000Z",
          trips: [],
          position: null,
        },
      ],
      now: "2026-11-20T08:00:00.000Z",
    });
  });

  test("sees when a driver arrives, and the trip's car instead of the driver's own", async () => {
    const { server, phone, row, car } = scene;
    const own = createVehicle(server, { plate: "RAB 001 A" });
    server.deps.db.update(drivers).set({ vehicleId: own.id }).where(eq(drivers.id, row.id)).run();
    await shift(phone, true);
    const plate = async () => (await driversOnDuty()).drivers[0]?.vehicle?.plate;
    expect(await plate()).toBe("RAB 001 A");
    await go(scene, "en_route");
    await report(phone, at(server, 3_000));
    expect(await plate()).toBe(car.plate);
    const [driver] = (await driversOnDuty()).drivers;
    expect(driver?.trips[0]?.arrival).toMatchObject({ minutes: 9, estimate: true });

    createDriver(server, { email: "other@example.com", firstName: "Grace", vehicleId: car.id });
    const { browser: other } = await signInDriver(server, "other@example.com");
    await shift(other, true);
    const grace = (await driversOnDuty()).drivers.find((one) => one.driver.firstName === "Grace");
    expect(grace?.vehicle).toBeNull();
  });

  test("gets no positions while its session is locked", async () => {
    const { staff, trip } = scene;
    await staff.post("/admin/lock");
    for (const path of ["/admin/positions", `/admin/reservations/${trip.id}/tracking`])
      expect([path, (await staff.get(path)).status]).toEqual([path, 423]);
    expect((await staff.get("/admin/events")).status).toBe(423);
    expect((await staff.delete(`/admin/reservations/${trip.id}/tracking-link`)).status).toBe(423);
  });
});

describe("the arrival", () => {
  const arrival = async () =>
    (await json<TripTracking>(await scene.rider.get(`/reservations/${scene.trip.id}/tracking`)))
      .arrival;

  test("is estimated for the pickup and then for the drop-off", async () => {
    const { phone, server } = scene;
    await go(scene, "en_route");
    await report(phone, at(server, 3_000));
    // 3 km times 1.3, at 28 km/h.
    expect(await arrival()).toEqual({
      at: new Date(server.deps.now() + 502_000).toISOString(),
      minutes: 9,
      estimate: true,
    });
    await go(scene, "on_location");
    expect(await arrival()).toBeNull();
    await go(scene, "passenger_on_board");
    expect((await arrival())?.minutes).toBeGreaterThan(20);
    await go(scene, "completed");
    expect(await arrival()).toBeNull();
  });

  test("is calculated every 20 seconds at most, and not from an old position", async () => {
    const { phone, server } = scene;
    await go(scene, "en_route");
    await report(phone, at(server, 3_000));
    const first = await arrival();
    server.advance(19_000);
    await report(phone, at(server, 2_000));
    expect((await arrival())?.at).toBe(first?.at ?? "");
    server.advance(1_000);
    expect((await arrival())?.at).not.toBe(first?.at ?? "");
    server.advance(5 * 60_000);
    expect(await arrival()).toBeNull();
  });
});

test("positions, tracks and links are deleted after 30 days", async () => {
  const { server, phone, rider, trip } = scene;
  const { db } = server.deps;
  await shift(phone, true);
  await go(scene, "en_route");
  await report(phone, at(server, 0));
  await rider.post(`/reservations/${trip.id}/tracking-link`);
  await go(scene, "on_location", "passenger_on_board", "completed");
  const links = () => db.$client.query("SELECT id FROM tracking_links").all().length;
  server.advance(30 * 86_400_000);
  await sweepExpiredRecords(server.deps);
  expect([track().length, db.select().from(driverShifts).all().length]).toEqual([1, 0]);
  expect(last()).toBeDefined();
  expect(links()).toBe(1);
  server.advance(7 * 3_600_000);
  await sweepExpiredRecords(server.deps);
  expect([track().length, links()]).toEqual([0, 0]);
  expect(last()).toBeUndefined();
});
