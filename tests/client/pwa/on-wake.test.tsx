/** When a page wakes from sleep, it loads what its event stream missed, although the stream never broke. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { act, cleanup, renderHook } from "@testing-library/react";
import { useLiveStream } from "../../../client/driving/live-stream";
import { useLiveTrips } from "../../../client/riders/trips/use-live-trips";
import { useTrackedTrip } from "../../../client/tracking/use-tracked-trip";
import { installStream, stream, TestStream } from "../../pages/driver/stream";

let uninstall = () => {};
beforeEach(() => {
  uninstall = installStream();
});
afterEach(() => {
  cleanup();
  uninstall();
  setSystemTime();
  Reflect.deleteProperty(document, "hidden");
});

/** Hides the page for that long, as a phone does. */
function sleep(ms: number): void {
  for (const isHidden of [true, false]) {
    if (!isHidden) setSystemTime(Date.now() + ms);
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  }
}

/** Returns to the page, which the browser has kept if `persisted` is true. */
const returnToPage = (persisted: boolean) =>
  act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));

/** Reopens a stream that never broke, and expects the page to load again each time. */
function expectReloadOnReopen(loads: () => number): void {
  act(() => stream().accept());
  const before = loads();
  for (const [at, wake] of [
    () => sleep(31_000),
    () => returnToPage(true),
    () => act(() => void dispatchEvent(new Event("online"))),
  ].entries()) {
    const old = stream();
    wake();
    expect(old.readyState).toBe(TestStream.CLOSED);
    expect(stream()).not.toBe(old);
    act(() => stream().accept());
    expect(loads()).toBe(before + at + 1);
  }
  const openStream = stream();
  sleep(5_000);
  returnToPage(false);
  expect(stream()).toBe(openStream);
}

// The calls are never made, so an empty object is enough.
const api = {} as Parameters<typeof useLiveTrips>[0];

test("a rider's trips load again when the page wakes", () => {
  let loads = 0;
  renderHook(() => useLiveTrips(api, () => void loads++));
  expectReloadOnReopen(() => loads);
});

test("a driver's screen loads again when the page wakes", () => {
  let loads = 0;
  const handlers = {
    onReservation: () => {},
    onNotification: () => {},
    onOpen: () => void loads++,
  };
  renderHook(() => useLiveStream("/backend/driver/events", handlers));
  expectReloadOnReopen(() => loads);
});

test("the stream of a tracked trip opens again when the page wakes", () => {
  const loaded = {} as Parameters<typeof useTrackedTrip>[2];
  renderHook(() => useTrackedTrip(api, "token", loaded));
  expectReloadOnReopen(() => TestStream.opened.length - 1);
});

test("a page that was left opens no stream on waking", () => {
  const { unmount } = renderHook(() => useLiveTrips(api, () => {}));
  unmount();
  sleep(31_000);
  expect(TestStream.opened.length).toBe(1);
});
