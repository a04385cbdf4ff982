/** The running amount for waiting at the pickup. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { act, cleanup, render, screen } from "@testing-library/react";
import { recordServerTime } from "../../../client/driving/taps/server-clock";
import WaitTimer from "../../../client/driving/steps/wait-timer";
import type { Reservation } from "../../../src/reservations/contract";

const pickup = Date.parse("2026-11-20T12:30:00Z");
const MINUTE = 60_000;

/** Returns a trip whose driver arrived `minutes` after the pickup time. 15 minutes are free. */
function waiting(minutes: number, perMinuteMinor = 100): Reservation {
  const at = new Date(pickup + minutes * MINUTE).toISOString();
  return {
    serviceType: "point_to_point",
    state: "on_location",
    pickupAt: new Date(pickup).toISOString(),
    landedAt: null,
    timeZone: "Africa/Kigali",
    waitTerms: {
      currency: "RWF",
      graceMinutes: 15,
      perMinuteMinor,
      taxes: { included: false, items: [{ name: "VAT", percent: 18, serviceTypes: [] }] },
    },
    timeline: [
      { id: "1", at, from: "en_route", to: "on_location", reason: "", event: { kind: "arrived" } },
    ],
  } as unknown as Reservation;
}

beforeEach(() => {
  localStorage.clear();
  // Sets the same time on phone and server, whatever an earlier page in this process recorded.
  const now = Date.now();
  recordServerTime(now, now);
});
afterEach(() => {
  cleanup();
  setSystemTime();
});

/** Shows the timer at `minutes` after the pickup time. */
function show(minutes: number, trip: Reservation) {
  setSystemTime(pickup + minutes * MINUTE);
  render(<WaitTimer trip={trip} />);
}
/** Moves the clock, and waits until the timer has updated. */
async function later(minutes: number) {
  setSystemTime(pickup + minutes * MINUTE);
  await act(() => Bun.sleep(600));
}
const timer = () => screen.getByRole("timer").textContent;

test("the free waiting time of an early driver starts at the pickup time", () => {
  show(-5, waiting(-5));
  expect(timer()).toBe("20:00");
  expect(screen.getByText("15 min from the pickup time, 14:30")).toBeTruthy();
});

test("the end of the free time is announced once, and then charged minutes are counted", async () => {
  show(14.5, waiting(0));
  expect(timer()).toBe("0:30");
  expect(screen.getByRole("status").textContent).toBe("");
  await later(15);
  const announcement = "The free waiting time has ended. Waiting is now charged.";
  expect(screen.getByRole("status").textContent).toBe(announcement);
  await later(17.5);
  // Three begun minutes plus 18 % tax.
  expect(timer()).toBe("2:30");
  expect(screen.getByText("Paid waiting: RWF 354")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe(announcement);
});

test("a page opened later shows the same time and does not announce it again", () => {
  show(17.5, waiting(0));
  expect(timer()).toBe("2:30");
  expect(screen.getByText("3 min at RWF 100, with tax")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("");
});

test("waiting that costs nothing shows no amount", () => {
  show(80, waiting(0, 0));
  expect(timer()).toBe("1:05:00");
  expect(screen.getByText("Since 14:45, at no charge")).toBeTruthy();
});
