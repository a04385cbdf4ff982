/** The page of a trip's tracking link. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import { ageWords } from "../../client/ui/server-time";
import { countReachedSteps, trackedStatus } from "../../client/tracking/tracking-words";
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

test("the tracking page follows the trip to its end, with driver, car and plate", async () => {
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

test("the tracking page shows that the link has expired as soon as the rider revokes it", async () => {
  await go(scene, "en_route");
  await open();
  await act(async () => stream().send("over", {}));
  expect(title()).toBe("This link has expired");
  expect(main()).not.toContain("Eric");
  expect(main()).not.toContain(scene.car.plate);
  expect(TestStream.opened.every(({ readyState }) => readyState === TestStream.CLOSED)).toBe(true);
});

test("an unknown or revoked tracking link shows that it has expired", async () => {
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

test("the tracking page shows that the link has expired if its stream is refused", async () => {
  await open();
  await scene.rider.delete(`/reservations/${scene.trip.id}/tracking-link`);
  await act(async () => stream().refuse());
  await waitFor(() => expect(title()).toBe("This link has expired"));
});

test("the tracking page keeps the trip and shows a message while the connection is lost", async () => {
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

test("the tracking page asks robots not to index it and sends no referrer", async () => {
  const router = await open();
  const metaTags = router.state.matches.flatMap(({ meta }) => meta ?? []);
  expect(metaTags).toContainEqual({ name: "robots", content: "noindex, nofollow" });
  expect(metaTags).toContainEqual({ name: "referrer", content: "no-referrer" });
});

describe("the text of the tracking page", () => {
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

  test("exists for every state, even without a driver's name", () => {
    for (const state of ReservationState.options) {
      const { title, detail } = trackedStatus({ ...trip, state }, "Africa/Kigali", english);
      expect(title.length).toBeGreaterThan(3);
      expect(detail).toEndWith(".");
      expect(`${title} ${detail}`).not.toMatch(/null|undefined/);
      expect(countReachedSteps(state) ?? 0).toBeLessThanOrEqual(4);
    }
  });

  test("gives the number of the next stop to a passenger on board, and not its name", () => {
    const state = "passenger_on_board" as const;
    const on = (stop: TrackedTrip["stop"]) =>
      trackedStatus({ ...trip, state, stop }, "Africa/Kigali", english).detail;
    expect(on({ n: 1, count: 2, isThere: true })).toBe("At stop 1 of 2.");
    expect(on({ n: 2, count: 2, isThere: false })).toBe("The car is on its way to stop 2 of 2.");
    expect(on(null)).toBe("The car is on its way to the destination.");
  });

  test("gives the age of a position in minutes, hours or days", () => {
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
