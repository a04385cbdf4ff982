/**
 * A driver goes on shift, and the phone reports its position: only after a tap, without losing any, and without getting
 * in the way.
 */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  createPositionQueue,
  forgetPositions,
} from "../../../client/driving/position/position-queue";
import { isMoving, reportIntervalMs } from "../../../client/driving/position/reporting-pace";
import { openUploads } from "../../../client/driving/uploads/upload-store";
import { driverPositions, trackPoints } from "../../../db/schema/tracking";
import { START } from "../../support/server";
import { closePage } from "../../support/pages";
import { interceptedBrowser } from "../rider/scene";
import { openArea } from "./open-area";
import { installStream, stream } from "./stream";
import { assign, book, createDriverScene, type DriverScene, drive } from "./scene";

/** The browser's geolocation, controlled by a test. */
class TestGeolocation {
  requestCount = 0;
  watchers = new Map<number, { see: PositionCallback; fail: PositionErrorCallback }>();
  options: PositionOptions | undefined;
  /** The code of the error that `watchPosition` reports, or null to report nothing until `see`. */
  error: number | null = null;

  watchPosition(see: PositionCallback, fail: PositionErrorCallback, options?: PositionOptions) {
    const id = ++this.requestCount;
    this.options = options;
    this.watchers.set(id, { see, fail });
    if (this.error !== null) this.refuse(this.error);
    return id;
  }
  getCurrentPosition() {
    this.requestCount++;
  }
  clearWatch(id: number) {
    this.watchers.delete(id);
  }
  refuse(code: number) {
    const error = { code, message: "" } as GeolocationPositionError;
    queueMicrotask(() => {
      for (const { fail } of this.watchers.values()) fail(error);
    });
  }
  /** Reports a position `meters` north of the airport. */
  see(meters: number, more: Partial<GeolocationCoordinates> = {}) {
    const coords = {
      latitude: -1.9686 + meters / 111_195,
      longitude: 30.1395,
      accuracy: 7,
      heading: Number.NaN,
      speed: null,
      ...more,
    } as GeolocationCoordinates;
    const position = { coords, timestamp: Date.now() } as GeolocationPosition;
    for (const { see } of this.watchers.values()) see(position);
  }
}

let scene: DriverScene;
let geolocation: TestGeolocation;
let permission: PermissionState;
let removeStream: () => void;
const { now: originalNow } = Date;
let clockAheadMs: number;

beforeEach(async () => {
  localStorage.clear();
  removeStream = installStream();
  scene = await createDriverScene();
  geolocation = new TestGeolocation();
  permission = "prompt";
  // The phone's clock shows the server's time, and moves when a test moves it.
  clockAheadMs = START - originalNow();
  Date.now = () => originalNow() + clockAheadMs;
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
  Object.defineProperty(navigator, "permissions", {
    configurable: true,
    value: { query: async () => ({ state: permission }) },
  });
  Object.defineProperty(window, "isSecureContext", { configurable: true, value: true });
});
afterEach(() => {
  closePage();
  Date.now = originalNow;
  scene.server.close();
  removeStream();
});

const shiftSwitch = () => screen.getByRole("switch", { name: "On shift" });
const main = () => screen.getByRole("main").textContent ?? "";
const stored = () => scene.server.deps.db.select().from(driverPositions).all()[0];
const settle = () => act(() => Bun.sleep(30));

/** Moves both clocks. */
function wait(ms: number): void {
  clockAheadMs += ms;
  scene.server.advance(ms);
}

async function goOnShift(): Promise<void> {
  await act(async () => shiftSwitch().click());
  await waitFor(() => expect(shiftSwitch().getAttribute("aria-checked")).toBe("true"));
}

/** Moves the phone, and waits until its report has arrived. */
async function see(meters: number, more: Partial<GeolocationCoordinates> = {}): Promise<void> {
  await act(async () => geolocation.see(meters, more));
  await settle();
}

describe("the shift", () => {
  test("explains why it shares the position, and asks the browser only within the tap", async () => {
    await openArea(scene);
    expect(main()).toContain(
      "Your rider sees you only on the way to the pickup and during the trip",
    );
    expect(geolocation.requestCount).toBe(0);
    act(() => shiftSwitch().click());
    expect(geolocation.requestCount).toBe(1);
    await waitFor(() => expect(main()).toContain("Since 10:00"));
    await waitFor(() => expect(main()).toContain("Looking for your position"));
    await see(0);
    expect(main()).toContain("Sharing your position");
    expect(stored()).toMatchObject({ latitude: -1.9686, accuracyMeters: 7, headingDegrees: null });

    await act(async () => shiftSwitch().click());
    await waitFor(() => expect(shiftSwitch().getAttribute("aria-checked")).toBe("false"));
    await waitFor(() => expect(main()).not.toContain("Sharing your position"));
    expect(geolocation.watchers.size).toBe(0);
    expect(stored()).toBeUndefined();
  });

  test("continues sharing after a reload if the browser already allows it", async () => {
    await scene.phone.post("/driver/shift", { on: true });
    permission = "granted";
    await openArea(scene);
    await settle();
    expect(geolocation.watchers.size).toBe(1);
    expect(geolocation.options?.enableHighAccuracy).toBe(false);
  });

  test("needs a tap to share after a reload if the browser would ask again", async () => {
    await scene.phone.post("/driver/shift", { on: true });
    await openArea(scene);
    await settle();
    expect(geolocation.requestCount).toBe(0);
    expect(main()).toContain("Your browser will ask for permission");
    await act(async () => screen.getByRole("button", { name: "Share my position" }).click());
    await see(0);
    expect(main()).toContain("Sharing your position");
  });

  test("starts even if the driver blocks the position, and explains how to share it", async () => {
    geolocation.error = 1;
    await openArea(scene);
    await goOnShift();
    await waitFor(() => expect(main()).toContain("Your browser blocks your position"));
    expect(main()).toContain("You can still drive your trips.");
    geolocation.error = null;
    await act(async () => screen.getByRole("button", { name: "Try again" }).click());
    await see(0);
    expect(main()).toContain("Sharing your position");
  });

  test("stays off and shows the reason if it cannot start", async () => {
    const phone = interceptedBrowser(scene.phone, {
      "POST /driver/shift": () => {
        throw new TypeError("no network");
      },
    });
    await openArea(scene, "/driver/dashboard", phone);
    await act(async () => shiftSwitch().click());
    await screen.findByText("You seem to be offline. Please try again.");
    expect(shiftSwitch().getAttribute("aria-checked")).toBe("false");
  });
});

describe("on a trip", () => {
  test("the position is shared precisely and often until the trip ends, also off shift", async () => {
    permission = "granted";
    let trip = await assign(scene, await book(scene));
    await openArea(scene, `/driver/dashboard/trips/${trip.id}`);
    await settle();
    expect(geolocation.requestCount).toBe(0);
    trip = await drive(scene, trip, "en_route");
    await act(async () => stream().send("reservation", { state: "en_route" }));
    await waitFor(() => expect(geolocation.watchers.size).toBe(1));
    expect(geolocation.options?.enableHighAccuracy).toBe(true);
    for (let n = 0; n < 4; n++) {
      wait(5_000);
      await see(100 * n, { speed: 20, heading: 10 });
    }
    expect(main()).toContain("Sharing your position");
    expect(scene.server.deps.db.select().from(trackPoints).all()).toHaveLength(4);
    expect(stored()).toMatchObject({ headingDegrees: 10, speedMps: 20 });

    await drive(scene, trip, "on_location", "passenger_on_board", "completed");
    await act(async () => stream().send("reservation", { state: "completed" }));
    await waitFor(() => expect(geolocation.watchers.size).toBe(0));
    await waitFor(() => expect(main()).not.toContain("Sharing your position"));
  });

  test("a car that does not move reports its position only every half minute", async () => {
    permission = "granted";
    const trip = await assign(scene, await book(scene));
    await drive(scene, trip, "en_route");
    await openArea(scene);
    await waitFor(() => expect(geolocation.watchers.size).toBe(1));
    await see(0);
    const first = stored()?.recordedAt;
    for (const seconds of [5, 10, 14]) {
      wait(seconds * 1_000);
      await see(1);
    }
    expect(stored()?.recordedAt).toBe(first ?? 0);
    wait(2_000);
    await see(1);
    expect(stored()?.recordedAt).toBeGreaterThan(first ?? 0);
  });
});

test("the last position is reported on time even if the phone sees no new one", async () => {
  permission = "granted";
  await scene.phone.post("/driver/shift", { on: true });
  await openArea(scene);
  await waitFor(() => expect(geolocation.watchers.size).toBe(1));
  await see(0);
  wait(1_000);
  await see(300);
  expect(stored()?.latitude).toBe(-1.9686);
  wait(30_000);
  await waitFor(() => expect(stored()?.latitude).toBeGreaterThan(-1.9686));
});

describe("without a network", () => {
  test("positions wait, also over a reload, and arrive in their order", async () => {
    permission = "granted";
    const trip = await assign(scene, await book(scene));
    await drive(scene, trip, "en_route");
    let online = false;
    const reports: unknown[] = [];
    const phone = interceptedBrowser(scene.phone, {
      "POST /driver/positions": (json) => {
        if (!online) throw new TypeError("no network");
        reports.push(...(json as { positions: { latitude: number }[] }).positions);
        return undefined;
      },
    });
    await openArea(scene, "/driver/dashboard", phone);
    await waitFor(() => expect(geolocation.watchers.size).toBe(1));
    for (let n = 0; n < 3; n++) {
      wait(6_000);
      await see(200 * n, { speed: 20 });
    }
    expect(main()).toContain(
      "No network. 3 positions are waiting and will be sent when you are back online.",
    );
    // The one big button is still there.
    expect(screen.getByRole("button", { name: "I have arrived" })).toBeTruthy();
    closePage();

    online = true;
    await openArea(scene, "/driver/dashboard", phone);
    await waitFor(() => expect(geolocation.watchers.size).toBe(1));
    wait(6_000);
    await see(800, { speed: 20 });
    await waitFor(() => expect(reports).toHaveLength(4));
    const latitudes = (reports as { latitude: number }[]).map(({ latitude }) => latitude);
    expect(latitudes).toEqual([...latitudes].sort((a, b) => a - b));
    expect(scene.server.deps.db.select().from(trackPoints).all()).toHaveLength(4);
    await waitFor(() => expect(main()).toContain("Sharing your position"));
  });

  test("positions of a phone with a wrong clock are dated by the server's clock", async () => {
    permission = "granted";
    await scene.phone.post("/driver/shift", { on: true });
    clockAheadMs += 10 * 60_000;
    await openArea(scene);
    await waitFor(() => expect(geolocation.watchers.size).toBe(1));
    await see(0);
    await waitFor(() => expect(stored()).toBeDefined());
    expect(Math.abs((stored()?.recordedAt ?? 0) - scene.server.deps.now())).toBeLessThan(5_000);
  });
});

describe("the position queue", () => {
  const at = (seenAt: number) => ({ latitude: 0, longitude: 0, accuracyMeters: 1, seenAt });

  test("keeps unsent positions, and drops sent ones and those older than a day", () => {
    const queue = createPositionQueue(localStorage, "eric", START);
    for (const seenAt of [START, START + 1, START + 2]) queue.add(at(seenAt));
    queue.dropUpTo(START);
    expect(createPositionQueue(localStorage, "eric", START).oldest(9)).toEqual([
      at(START + 1),
      at(START + 2),
    ]);
    expect(createPositionQueue(localStorage, "grace", START).size()).toBe(0);
    expect(createPositionQueue(localStorage, "eric", START + 86_400_001).oldest(9)).toEqual([
      at(START + 2),
    ]);
  });

  test("grows to a thousand, then thins its older half", () => {
    const queue = createPositionQueue(null, "eric", START);
    for (let n = 0; n < 1_001; n++) queue.add(at(START + n));
    expect(queue.size()).toBe(751);
    expect(queue.oldest(3).map(({ seenAt }) => seenAt - START)).toEqual([0, 2, 4]);
    expect(queue.oldest(1_000).at(-1)?.seenAt).toBe(START + 1_000);
  });

  test("ignores damaged stored data, and forgetPositions deletes its data only", () => {
    localStorage.setItem("livery.positions.eric", '[1,null,{"seenAt":"x"}]');
    expect(createPositionQueue(localStorage, "eric", START).size()).toBe(0);
    localStorage.setItem("livery.positions.eric", "{");
    expect(createPositionQueue(localStorage, "eric", START).size()).toBe(0);
    localStorage.setItem("something.else", "kept");
    forgetPositions(localStorage);
    expect(localStorage.getItem("livery.positions.eric")).toBeNull();
    expect(localStorage.getItem("something.else")).toBe("kept");
  });
});

test("positions are reported faster on a moving trip and slower on a low battery", () => {
  const intervalOf = (onTrip: boolean, isCarMoving: boolean, isBatteryLow: boolean) =>
    reportIntervalMs({ onTrip, isMoving: isCarMoving, isBatteryLow });
  expect([
    intervalOf(true, true, false),
    intervalOf(true, false, false),
    intervalOf(false, true, false),
  ]).toEqual([5_000, 30_000, 30_000]);
  expect([intervalOf(true, true, true), intervalOf(false, false, true)]).toEqual([15_000, 90_000]);
  const here = { latitude: 0, longitude: 0, accuracyMeters: 1, seenAt: 0 };
  const north = { ...here, latitude: 16 / 111_195 };
  expect([isMoving(here, null), isMoving({ ...here, speedMps: 2 }, null)]).toEqual([false, true]);
  expect([isMoving(north, here), isMoving(here, here)]).toEqual([true, false]);
});

test("logging out deletes the unsent positions on the phone", async () => {
  createPositionQueue(localStorage, scene.row.id, Date.now()).add({
    latitude: 0,
    longitude: 0,
    accuracyMeters: 1,
    seenAt: Date.now(),
  });
  const phone = interceptedBrowser(scene.phone, {
    "POST /driver/positions": () => {
      throw new TypeError("no network");
    },
  });
  // A database of the phone that fails keeps nobody signed in, and stops no other deletion.
  const uploads = await openUploads(scene.row.id);
  const removeUploads = spyOn(uploads, "remove").mockImplementation(() =>
    Promise.reject(new Error("The disk is full")),
  );
  await openArea(scene, "/driver/dashboard", phone);
  const [logout] = within(document.body).getAllByRole("button", { name: "Log out" });
  await act(async () => logout?.click());
  const kept = () => Object.keys(localStorage).filter((name) => name !== "livery.clock");
  await waitFor(() => expect(kept()).toEqual([]));
  expect(removeUploads).toHaveBeenCalled();
  await waitFor(() => expect(location.pathname).not.toStartWith("/driver/dashboard"));
});
