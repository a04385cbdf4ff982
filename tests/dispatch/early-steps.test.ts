/**
 * Steps depend on the clock: a driver who taps days ahead costs the rider nothing, is not visible, and blocks nothing.
 * Dispatch may allow an early start, with the reason.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { CancellationPreview, Reservation } from "../../src/reservations/contract";
import type { DriversOnDuty, Shift, TripTracking } from "../../src/tracking/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  hotel,
  look,
} from "../pages/driver/scene";
import type { Browser } from "../support/server";
import { signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";
import { at, json, report, shift } from "../tracking/scene";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Nine days after the test's start, 10:00 in Kigali. */
const NINE_DAYS_LATER = "2026-11-29T10:00";
const TOMORROW = "2026-11-21T20:00";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
  setOff(120);
});
afterEach(() => scene.server.close());

const setOff = (minutes: number) => allowSettingOff(scene.server, minutes);
const given = async (pickupLocal: string) => assign(scene, await book(scene, { pickupLocal }));
const code = async (answer: Response) =>
  answer.ok ? [200] : [answer.status, ((await answer.json()) as { code: string }).code];

const own = async ({ id }: Reservation) => {
  const answer = await scene.phone.get(`/driver/reservations/${id}`);
  return ((await answer.json()) as { reservation: Reservation }).reservation;
};
async function tap(trip: Reservation, to: string, tappedAt?: number): Promise<Response> {
  const { version } = await own(trip);
  return scene.phone.post(`/driver/reservations/${trip.id}/progress`, {
    version,
    to,
    ...(tappedAt !== undefined && { tappedAt: new Date(tappedAt).toISOString() }),
  });
}
/** Moves the clock to a time before a trip's pickup. */
const moveClockBefore = (trip: Reservation, milliseconds: number) =>
  scene.server.advance(Date.parse(trip.pickupAt) - milliseconds - scene.server.deps.now());
async function costs(trip: Reservation): Promise<number> {
  const answer = await scene.rider.get(`/reservations/${trip.id}/cancellation`);
  return ((await answer.json()) as CancellationPreview).feeMinor;
}
async function change(
  trip: Reservation,
  wanted: object,
  browser: Browser = scene.rider,
): Promise<Response> {
  const { version } = await own(trip);
  const area = browser === scene.staff ? "/admin" : "";
  const path = `${area}/reservations/${trip.id}`;
  const quotedAnswer = await browser.post(`${path}/change-quote`, { version, ...wanted });
  if (!quotedAnswer.ok) return quotedAnswer;
  const { quote } = (await quotedAnswer.json()) as { quote: string };
  return browser.put(path, { version, quote });
}
const seen = async (trip: Reservation) => {
  const answer = await scene.rider.get(`/reservations/${trip.id}/tracking`);
  return ((await answer.json()) as TripTracking).position;
};
const allow = async (
  trip: Reservation,
  reason = "A long way to the pickup",
  browser: Browser = scene.staff,
) => {
  const { version } = await look(scene, trip.id);
  return browser.post(`/admin/reservations/${trip.id}/early-start`, { version, reason });
};
/** Puts a trip into the state in which an old release left it, when a tap at any time counted. */
const tapStepOnce = (trip: Reservation, state: "en_route" | "on_location") =>
  scene.server.deps.db
    .update(reservations)
    .set({ state, version: trip.version + 1 })
    .where(eq(reservations.id, trip.id))
    .run();

describe("a driver's tap days ahead", () => {
  test("is refused with the time from which it works, and costs the rider nothing", async () => {
    const trip = await given(NINE_DAYS_LATER);
    expect(await costs(trip)).toBe(0);
    const answer = await tap(trip, "en_route");
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "tap.too_early",
      message: expect.stringMatching(
        /from Sun,? 29 Nov.*08:00.*2 h before the pickup.*call dispatch/,
      ),
    });
    expect((await look(scene, trip.id)).state).toBe("assigned");
    expect(await costs(trip)).toBe(0);
    expect(await code(await change(trip, { pickupLocal: "2026-11-29T12:00" }))).toEqual([200]);
    await shift(scene.phone, true);
    await report(scene.phone, at(scene.server, 0));
    expect(await seen(trip)).toBeNull();
  });

  test("takes no step of the trip", async () => {
    const trip = await given(NINE_DAYS_LATER);
    for (const to of ["en_route", "on_location", "passenger_on_board", "completed", "no_show"])
      expect((await tap(trip, to)).ok).toBeFalse();
    expect(await look(scene, trip.id)).toMatchObject({ state: "assigned", pay: null });
  });

  test("that an older version accepted costs and shows nothing before that time", async () => {
    const trip = await given(NINE_DAYS_LATER);
    tapStepOnce(trip, "en_route");
    const { db } = scene.server.deps;
    expect(await costs(trip)).toBe(0);
    expect(await code(await change(trip, { dropoff: { ...hotel, name: "Another door" } }))).toEqual(
      [200],
    );
    expect(await code(await tap(trip, "on_location"))).toEqual([422, "tap.too_early"]);
    db.update(reservations).set({ state: "on_location" }).where(eq(reservations.id, trip.id)).run();
    expect(await costs(trip)).toBe(0);
    expect(await code(await tap(trip, "passenger_on_board"))).toEqual([422, "tap.too_early"]);
    moveClockBefore(trip, 2 * HOUR);
    expect(await costs(trip)).toBeGreaterThan(0);
  });
});

describe("the time from which a driver may set off", () => {
  test.each([
    ["two hours before the pickup", 120],
    ["45 minutes before the pickup if the operator sets that", 45],
  ])("is %s, to the millisecond", async (_, minutes) => {
    setOff(minutes);
    const trip = await given("2026-11-20T14:30");
    expect(trip.startsAt).toBe(
      new Date(Date.parse(trip.pickupAt) - minutes * MINUTE).toISOString(),
    );
    moveClockBefore(trip, minutes * MINUTE + 1);
    expect(await code(await tap(trip, "en_route"))).toEqual([422, "tap.too_early"]);
    expect(await code(await change(trip, { pickupLocal: "2026-11-20T14:30" }))).not.toEqual([
      409,
      "reservation.not_changeable",
    ]);
    scene.server.advance(1);
    expect(await code(await tap(trip, "en_route"))).toEqual([200]);
    expect(await code(await change(trip, { pickupLocal: "2026-11-20T15:30" }))).toEqual([
      409,
      "reservation.not_changeable",
    ]);
    expect(await costs(trip)).toBeGreaterThan(0);
    for (const to of ["on_location", "passenger_on_board", "completed"])
      expect(await code(await tap(trip, to))).toEqual([200]);
  });

  test("has come already for a trip that starts within the two hours", async () => {
    // 10:00 in Kigali is the start, so this is half an hour later.
    const trip = await given("2026-11-20T10:30");
    expect(await code(await tap(trip, "en_route"))).toEqual([200]);
  });

  test.each([
    { serviceType: "hourly", hours: 8 },
    { serviceType: "roadside_assistance" },
    { serviceType: "home_care" },
    { serviceType: "airport_dropoff" },
  ] as const)(
    "depends on the pickup of $serviceType too, however long the trip takes",
    async (kind) => {
      const trip = await given("2026-11-20T18:30");
      const row = eq(reservations.id, trip.id);
      scene.server.deps.db.update(reservations).set(kind).where(row).run();
      expect(await code(await tap(trip, "en_route"))).toEqual([422, "tap.too_early"]);
      moveClockBefore(trip, 2 * HOUR);
      expect(await code(await tap(trip, "en_route"))).toEqual([200]);
    },
  );

  test("moves with the pickup time", async () => {
    const trip = await given("2026-11-20T14:30");
    const answer = await change(trip, { pickupLocal: "2026-11-20T18:30" }, scene.staff);
    expect(await code(answer)).toEqual([200]);
    moveClockBefore(trip, HOUR);
    expect(await code(await tap(trip, "en_route"))).toEqual([422, "tap.too_early"]);
    moveClockBefore(trip, -2 * HOUR);
    expect(await code(await tap(trip, "en_route"))).toEqual([200]);
  });
});

describe("taps on a phone without a network", () => {
  test("count at the time at which they were made", async () => {
    const trip = await given("2026-11-20T14:30");
    const pickup = Date.parse(trip.pickupAt);
    moveClockBefore(trip, -HOUR);
    const steps = { en_route: -100, on_location: -20, passenger_on_board: 0, completed: 40 };
    for (const [to, minutes] of Object.entries(steps))
      expect(await code(await tap(trip, to, pickup + minutes * MINUTE))).toEqual([200]);
    const { timeline } = await own(trip);
    expect(timeline.find(({ to }) => to === "en_route")?.at).toBe(
      new Date(pickup - 100 * MINUTE).toISOString(),
    );
  });

  test("are refused if they were made too early or are dated in the future", async () => {
    const trip = await given("2026-11-20T14:30");
    const pickup = Date.parse(trip.pickupAt);
    const tapTimes = { tooEarly: pickup - 3 * HOUR, ahead: pickup - HOUR };
    expect(await code(await tap(trip, "en_route", tapTimes.ahead))).toEqual([422, "tap.in_future"]);
    moveClockBefore(trip, HOUR);
    expect(await code(await tap(trip, "en_route", tapTimes.tooEarly))).toEqual([
      422,
      "tap.too_early",
    ]);
    expect(await code(await tap(trip, "en_route", pickup - 121 * MINUTE))).toEqual([200]);
  });
});

describe("an early start that dispatch allows", () => {
  test("needs a reason, which the driver sees, and cancelling still costs the rider nothing", async () => {
    const trip = await given(TOMORROW);
    expect((await allow(trip, " ")).status).toBe(400);
    expect(await code(await allow(trip))).toEqual([200]);
    expect(await look(scene, trip.id)).toMatchObject({ earlyStart: true });
    expect((await own(trip)).timeline.at(-1)?.reason).toBe("A long way to the pickup");
    const { db } = scene.server.deps;
    const notices = db
      .select()
      .from(notifications)
      .where(eq(notifications.accountId, scene.row.id))
      .all();
    expect(notices.some(({ body }) => body === "Dispatch has allowed an early start.")).toBeTrue();
    expect(
      db
        .select()
        .from(auditLog)
        .all()
        .map(({ action }) => action),
    ).toContain("trip.early_start");
    expect(await code(await allow(trip))).toEqual([409, "reservation.illegal_transition"]);
    expect(await code(await tap(trip, "en_route"))).toEqual([200]);
    expect(await costs(trip)).toBe(0);
    await report(scene.phone, at(scene.server, 0));
    expect(await seen(trip)).not.toBeNull();
    const riderView = (await (await scene.rider.get(`/reservations/${trip.id}`)).json()) as {
      reservation: Reservation;
    };
    expect(JSON.stringify(riderView.reservation.timeline)).not.toContain("A long way");
  });

  const MONTH_LATER = "2026-12-19T20:00";
  /** Each way in which a pickup can move while its driver is on the way. */
  const pickupMoves: [string, (trip: Reservation) => Promise<Response>][] = [
    ["its rider", (trip) => change(trip, { pickupLocal: MONTH_LATER })],
    ["dispatch", (trip) => change(trip, { pickupLocal: MONTH_LATER }, scene.staff)],
    ["its rider by an hour", (trip) => change(trip, { pickupLocal: "2026-11-21T21:00" })],
    ["the repeating trip that it is of", moveOrder],
  ];
  async function moveOrder(trip: Reservation): Promise<Response> {
    const createdAnswer = await scene.staff.post(`/admin/reservations/${trip.id}/standing-order`, {
      repeat: { weekdays: [6], everyWeeks: 1, end: { kind: "after", trips: 2 } },
    });
    const { standingOrder } = await json<{ standingOrder: { id: string; version: number } }>(
      createdAnswer,
    );
    return scene.rider.post(`/standing-orders/${standingOrder.id}/change`, {
      version: standingOrder.version,
      pickupTime: "21:30",
      from: trip.pickupLocal.slice(0, 10),
    });
  }

  test.each(pickupMoves)(
    "ends if the pickup is moved by %s, and the trip needs a new assignment",
    async (_, move) => {
      const trip = await given(TOMORROW);
      await allow(trip);
      expect(await code(await tap(trip, "en_route"))).toEqual([200]);
      await report(scene.phone, at(scene.server, 0));
      expect(await code(await move(trip))).toEqual([200]);

      const moved = await look(scene, trip.id);
      expect(moved).toMatchObject({ state: "confirmed", driver: null, earlyStart: false });
      expect(moved.pickupAt).not.toBe(trip.pickupAt);
      expect(
        moved.timeline.some(({ event }) => event.kind === "unassigned" && event.setOffTooSoon),
      ).toBeTrue();
      const notices = scene.server.deps.db
        .select()
        .from(notifications)
        .where(eq(notifications.accountId, scene.row.id))
        .all();
      expect(notices.some(({ body }) => body === "The trip is no longer yours.")).toBeTrue();
      expect((await scene.phone.get(`/driver/reservations/${trip.id}`)).status).toBe(404);
      const currentShift = await json<Shift>(await scene.phone.get("/driver/shift"));
      expect(currentShift.onTrip).toBeFalse();
      expect((await report(scene.phone, at(scene.server, 0))).status).toBe(409);
      expect(await costs(trip)).toBe(0);
      expect(await seen(trip)).toBeNull();
      const fleet = await json<DriversOnDuty>(await scene.staff.get("/admin/positions"));
      expect(fleet.drivers.flatMap(({ trips }) => trips)).toEqual([]);

      // Assigned to the same driver again, the trip has the cost and visibility of one whose driver has not set off.
      await assign(scene, moved);
      moveClockBefore(moved, 2 * HOUR);
      await shift(scene.phone, true);
      await report(scene.phone, at(scene.server, 0));
      const costWithoutEarlyStart = await costs(trip);
      expect(costWithoutEarlyStart).toBeLessThan(moved.fareMinor);
      expect(await seen(trip)).toBeNull();
      expect(await code(await tap(trip, "en_route"))).toEqual([200]);
      expect(await costs(trip)).toBeGreaterThan(costWithoutEarlyStart);
      expect(await seen(trip)).not.toBeNull();
    },
  );

  test("stays if anything but the time is changed", async () => {
    const trip = await given(TOMORROW);
    await allow(trip);
    expect(await code(await tap(trip, "en_route"))).toEqual([200]);
    const answer = await change(trip, { dropoff: { ...hotel, name: "Another door" } });
    expect(await code(answer)).toEqual([200]);
    expect(await look(scene, trip.id)).toMatchObject({ state: "en_route", earlyStart: true });
  });

  test("is refused without a driver, if the driver may set off already, and by an accountant or driver", async () => {
    const free = await book(scene, { pickupLocal: TOMORROW });
    expect(await code(await allow(free))).toEqual([409, "reservation.illegal_transition"]);
    const trip = await given("2026-11-20T11:30");
    expect(await code(await allow(trip))).toEqual([409, "reservation.illegal_transition"]);
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    expect((await allow(trip, "Why not", accountant)).status).toBe(403);
    expect((await allow(trip, "Why not", scene.phone)).status).toBe(401);
    const answer = await scene.staff.post(`/admin/reservations/${trip.id}/early-start`, {
      version: 1,
      reason: "Seen long ago",
    });
    expect(await code(answer)).toEqual([409, "reservation.stale"]);
  });
});
