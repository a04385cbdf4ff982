/** The waiting fee shown while a driver waits is the one that is charged. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Reservation } from "../../src/reservations/contract";
import { waitingOf } from "../../src/reservations/waiting/waiting-rules";
import { look as lookAs } from "../pages/driver/scene";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, json, type Scene } from "../tracking/scene";

const MINUTE = 60_000;

let scene: Scene;
let pickup: number;
beforeEach(async () => {
  scene = await createScene();
  pickup = Date.parse(scene.trip.pickupAt);
});
afterEach(() => scene.server.close());

type Answer = { reservation: Reservation };

/** Makes the driver tap at these minutes after the pickup time, and returns the trip as the driver then sees it. */
async function tap(...taps: [minutes: number, to: string][]): Promise<Reservation> {
  const last = pickup + (taps.at(-1)?.[0] ?? 0) * MINUTE;
  const path = `/driver/reservations/${scene.trip.id}`;
  let trip = (await json<Answer>(await scene.phone.get(path))).reservation;
  scene.server.advance(last - scene.server.deps.now());
  for (const [minutes, to] of taps) {
    const tappedAt = new Date(pickup + minutes * MINUTE).toISOString();
    const body = { version: trip.version, to, tappedAt };
    trip = (await json<Answer>(await scene.phone.post(`${path}/progress`, body))).reservation;
  }
  return trip;
}
const look = async () => lookAs({ staff: await signInAdmin(scene.server) }, scene.trip.id);

test.each([
  ["early and the passenger boards in time", -10, 50, 0],
  ["early and the passenger boards late", -10, 75.5, 16],
  ["late but within the free time", 20, 61, 1],
  ["after the free time, which then starts on arrival", 70, 135, 5],
])(
  "the waiting shown is the waiting charged if the driver comes %s",
  async (_, arrivalMinute, boardingMinute, minutes) => {
    await tap([arrivalMinute - 20, "en_route"]);
    const there = await tap([arrivalMinute, "on_location"]);
    const waiting = waitingOf(there);
    const shown = waiting?.waitingCostAt(pickup + boardingMinute * MINUTE);
    expect(shown?.minutes).toBe(minutes);
    expect(shown?.costMinor ?? 0).toBe((shown?.minutes ?? 0) * 118);
    await tap([boardingMinute, "passenger_on_board"], [boardingMinute + 30, "completed"]);
    const done = await look();
    expect(done.fareMinor - there.fareMinor).toBe(shown?.costMinor ?? -1);
  },
);

test("a landing entered by dispatch moves the start of waiting for rider, driver and dispatch", async () => {
  const there = await tap([-30, "en_route"], [0, "on_location"]);
  expect(waitingOf(there)).toMatchObject({ from: "pickup", countsFrom: pickup });
  scene.server.advance(20 * MINUTE);
  const staff = await signInAdmin(scene.server);
  const landingAnswer = await staff.post(`/admin/reservations/${there.id}/landing`, {
    version: there.version,
    landedLocal: "2026-11-20T14:50",
  });
  expect(landingAnswer.status).toBe(200);
  const { browser: rider } = await signInRider(scene.server);
  for (const [reader, path] of [
    [rider, "/reservations"],
    [scene.phone, "/driver/reservations"],
    [staff, "/admin/reservations"],
  ] as const) {
    const { reservation } = await json<Answer>(await reader.get(`${path}/${there.id}`));
    expect(waitingOf(reservation)).toMatchObject({
      from: "landing",
      countsFrom: pickup + 20 * MINUTE,
      endedAt: null,
    });
  }
});

test("no waiting counts before the driver arrives, and boarding ends it", async () => {
  expect(waitingOf(await tap([-30, "en_route"]))).toBeNull();
  const boarded = await tap([0, "on_location"], [5, "passenger_on_board"]);
  expect(waitingOf(boarded)?.endedAt).toBe(pickup + 5 * MINUTE);
});
