/** Drivers at the stops of a trip, through the real calls. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Reservation } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look as lookAs,
  market,
  museum,
} from "../pages/driver/scene";
import { createDriver } from "../support/fleet";
import { refusal } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const MINUTE = 60_000;

let scene: DriverScene;
let trip: Reservation;
beforeEach(async () => {
  scene = await createDriverScene();
  trip = await assign(scene, await book(scene, { stops: [market, museum] }));
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
});
afterEach(() => scene.server.close());

const at = (minutes: number) => new Date(scene.server.deps.now() + minutes * MINUTE).toISOString();

function tap(key: string, body: object, phone = scene.phone) {
  return phone.post(`/driver/reservations/${trip.id}/stops`, body, { "idempotency-key": key });
}
const look = async () => lookAs({ staff: await signInAdmin(scene.server) }, trip.id);
const stopsOf = ({ timeline }: Reservation) =>
  timeline.flatMap(({ at, event, reason, from, to }) =>
    event.kind === "stop_visited" ? [[at, event.stop, event.stopNumber, reason, from === to]] : [],
  );

test("stops that a driver taps offline are recorded once each with their true times", async () => {
  const { version } = trip;
  scene.server.advance(60 * MINUTE);
  const times = [at(-50), at(-40), at(-30)];
  const bodies = [
    { version, tappedAt: times[0], stop: 1, action: "arrived" },
    { version: version + 1, tappedAt: times[1], stop: 1, action: "left" },
    { version: version + 2, tappedAt: times[2], stop: 2, action: "skipped", reason: "Road closed" },
  ];
  for (const [n, body] of bodies.entries())
    for (let time = 0; time < 2; time++) expect((await tap(`key-${n}`, body)).status).toBe(200);
  const now = await look();
  expect(now.state).toBe("passenger_on_board");
  expect(stopsOf(now)).toEqual([
    [times[0], "arrived", 1, "", true],
    [times[1], "left", 1, "", true],
    [times[2], "skipped", 2, "Road closed", true],
  ] as never);
  // The end of the trip cannot be before its last stop.
  const earlyAnswer = await scene.phone.post(`/driver/reservations/${trip.id}/progress`, {
    version: version + 3,
    to: "completed",
    tappedAt: at(-35),
  });
  expect(await refusal(earlyAnswer)).toEqual([422, "tap.before_former_step"]);
  trip = await drive(scene, now, "completed");
  expect(trip.state).toBe("completed");
});

test("the rider sees the stop that the driver has reached, without data for driver and dispatch", async () => {
  await tap("a", { version: trip.version, stop: 1, action: "arrived" });
  const answer = await scene.rider.get(`/reservations/${trip.id}`);
  const { reservation } = (await answer.json()) as { reservation: Reservation };
  expect(reservation.timeline.at(-1)?.event).toEqual({
    kind: "stop_visited",
    stop: "arrived",
    stopNumber: 1,
  });
});

test("the server refuses a stop that is not the next, a repeated stop and an unknown stop", async () => {
  const { version } = trip;
  const next = [409, "stop.not_next"];
  expect(await refusal(await tap("a", { version, stop: 2, action: "arrived" }))).toEqual(next);
  expect(await refusal(await tap("b", { version, stop: 1, action: "left" }))).toEqual(next);
  expect(await refusal(await tap("c", { version, stop: 3, action: "arrived" }))).toEqual(next);
  expect((await tap("d", { version, stop: 1, action: "arrived" })).status).toBe(200);
  const repeatedStep = { version: version + 1, stop: 1, action: "arrived" };
  expect(await refusal(await tap("e", repeatedStep))).toEqual(next);
  expect(stopsOf(await look())).toHaveLength(1);
});

test("a skipped stop needs a reason, and an arrival refuses one", async () => {
  const { version } = trip;
  for (const body of [
    { version, stop: 1, action: "skipped" },
    { version, stop: 1, action: "skipped", reason: "  " },
    { version, stop: 1, action: "arrived", reason: "Because" },
    { version, stop: 0, action: "arrived" },
  ])
    expect((await tap("a", body)).status).toBe(400);
});

test("a stop is refused on another driver's trip, with an old version and with no passenger on board", async () => {
  const { version } = trip;
  createDriver(scene.server, { email: "jean@example.com", phone: "+250780010002" });
  const { browser } = await signInDriver(scene.server, "jean@example.com");
  const body = { version, stop: 1, action: "arrived" };
  expect(await refusal(await tap("a", body, browser))).toEqual([404, "request.not_found"]);
  expect(await refusal(await tap("a", { ...body, version: version - 1 }))).toEqual([
    409,
    "reservation.stale",
  ]);
  trip = await drive(scene, trip, "completed");
  expect(await refusal(await tap("a", { ...body, version: trip.version }))).toEqual([
    409,
    "reservation.illegal_transition",
  ]);
  expect(stopsOf(await look())).toEqual([]);
});
