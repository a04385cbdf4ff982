/** The page behind a trip's link. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import { ageWords } from "../../client/ui/server-time";
import { stepsReached, trackedStatus } from "../../client/tracking/tracked-words";
import { ReservationState } from "../../src/reservations/contract";
import type { TrackedTrip } from "../../src/tracking/contract";
import { at, createScene, go, json, report, type Scene, share } from "../tracking/scene";
import { closePage, openPage } from "../support/pages";
import { installStream, stream, TestStream } from "./driver/stream";
import { english } from "../../client/words/words";

let scene: Scene;
let token: string;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createScene();
  token = await share(scene);
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

const open = (of = token) => openPage(scene.server, `/track/${of}`);
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const main = () => screen.getByRole("main").textContent ?? "";
const now = async () => json<TrackedTrip>(await scene.server.browser().get(`/track/${token}`));

test("follows the trip to its end, with driver, car and plate", async () => {
  await open();
  expect(title()).toBe("Eric is the driver");
  expect(stream().url).toBe(`/backend/track/${token}/events`);
  expect(main()).toContain(`${scene.car.color} ${scene.car.make} ${scene.car.model}`);
  expect(screen.getByText(scene.car.plate)).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Map of the trip" })).toBeNull();
  for (const [step, words] of [
    ["en_route", "Eric is on the way"],
    ["on_location", "Eric has arrived"],
    ["passenger_on_board", "On board"],
  ] as const) {
    await go(scene, step);
    scene.server.advance(1_000);
    await report(scene.phone, at(scene.server, 2_000));
    const told = await now();
    await act(async () => stream().send("trip", told));
    expect(title()).toBe(words);
    expect(await screen.findByRole("group", { name: "Map of the trip" })).toBeTruthy();
    expect(screen.getByRole("listitem", { current: "step" })).toBeTruthy();
  }
  expect(main()).toContain("At the destination at");
  await go(scene, "completed");
  const told = await now();
  await act(async () => stream().send("trip", told));
  expect(title()).toBe("Arrived");
  expect(main()).toContain("This link works until 12:00.");
  expect(screen.queryByRole("group", { name: "Map of the trip" })).toBeNull();
});

test("is over at once when the rider revokes the link", async () => {
  await go(scene, "en_route");
  await open();
  await act(async () => stream().send("over", {}));
  expect(title()).toBe("This link has expired");
  expect(main()).not.toContain("Eric");
  expect(main()).not.toContain(scene.car.plate);
  expect(TestStream.opened.every(({ readyState }) => readyState === TestStream.CLOSED)).toBe(true);
});

test("that leads nowhere says so", async () => {
  for (const gone of ["nothing", "A".repeat(22)]) {
    await open(gone);
    expect(title()).toBe("This link has expired");
    expect(TestStream.opened).toHaveLength(0);
    closePage();
  }
  await scene.rider.delete(`/reservations/${scene.trip.id}/tracking-link`);
  await open();
  expect(title()).toBe("This link has expired");
});

test("whose stream is refused asks why: a link that ended in the meantime is over", async () => {
  await open();
  await scene.rider.delete(`/reservations/${scene.trip.id}/tracking-link`);
  await act(async () => stream().refuse());
  await waitFor(() => expect(title()).toBe("This link has expired"));
});

test("keeps what it knows and says so while the connection is lost", async () => {
  await open();
  await act(async () => stream().accept());
  await act(async () => {
    const lostStream = stream();
    lostStream.readyState = TestStream.CONNECTING;
    lostStream.onerror?.();
    await Bun.sleep(4_100);
  });
  expect(screen.getByText(/Connection lost/)).toBeTruthy();
  expect(title()).toBe("Eric is the driver");
  await act(async () => stream().accept());
  expect(screen.queryByText(/Connection lost/)).toBeNull();
}, 30_000);

test("asks robots and other sites to hear nothing of it", async () => {
  const router = await open();
  const metaTags = router.state.matches.flatMap(({ meta }) => meta ?? []);
  expect(metaTags).toContainEqual({ name: "robots", content: "noindex, nofollow" });
  expect(metaTags).toContainEqual({ name: "referrer", content: "no-referrer" });
});

describe("its words", () => {
  const trip = {
    pickupAt: "2026-11-20T12:30:00.000Z",
    driver: null,
    vehicle: null,
    position: null,
    arrival: null,
    stop: null,
    expiresAt: null,
    now: "2026-11-20T08:00:00.000Z",
  };

  test("are there for every state, without a name too", () => {
    for (const state of ReservationState.options) {
      const { title, detail } = trackedStatus({ ...trip, state }, "Africa/Kigali", english);
      expect(title.length).toBeGreaterThan(3);
      expect(detail).toEndWith(".");
      expect(`${title} ${detail}`).not.toMatch(/null|undefined/);
      expect(stepsReached(state) ?? 0).toBeLessThanOrEqual(4);
    }
  });

  test("tell somebody on board of the stop on the way, without naming it", () => {
    const state = "passenger_on_board" as const;
    const on = (stop: TrackedTrip["stop"]) =>
      trackedStatus({ ...trip, state, stop }, "Africa/Kigali", english).detail;
    expect(on({ n: 1, count: 2, isThere: true })).toBe("At stop 1 of 2.");
    expect(on({ n: 2, count: 2, isThere: false })).toBe("The car is on its way to stop 2 of 2.");
    expect(on(null)).toBe("The car is on its way to the destination.");
  });

  test("tell an age as people do", () => {
    const minutes = (count: number) => ageWords(count * 60_000);
    expect([ageWords(-5_000), ageWords(14_999), ageWords(15_000)]).toEqual([
      "just now",
      "just now",
      "less than a minute ago",
    ]);
    expect([minutes(1), minutes(59), minutes(60), minutes(47 * 60), minutes(48 * 60)]).toEqual([
      "1 min ago",
      "59 min ago",
      "1 h ago",
      "47 h ago",
      "2 days ago",
    ]);
  });
});
