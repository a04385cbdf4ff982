/** The progress of a trip among its stops. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { StopAction } from "../../src/reservations/waiting/stop-contract";
import {
  currentStopNumber,
  canAct,
  type StopEvent,
  stopVisits,
} from "../../src/reservations/waiting/stop-rules";

const event = (stop: number, action: StopAction["action"], at = 0): StopEvent => ({
  at: new Date(at).toISOString(),
  reason: action === "skipped" ? "Closed" : "",
  event: { kind: "stop_visited", stop: action, stopNumber: stop },
});

test("stopVisits reads each stop as reached, left or skipped, in order", () => {
  const visits = stopVisits(3, [
    event(1, "arrived", 1000),
    event(1, "left", 2000),
    event(2, "skipped", 3000),
    { at: "", reason: "", event: { kind: "boarding_requested" } },
    event(3, "arrived", 4000),
  ]);
  expect(visits.map(({ standing }) => standing)).toEqual(["left", "skipped", "here"]);
  expect(visits[0]).toMatchObject({
    arrivedAt: "1970-01-01T00:00:01.000Z",
    leftAt: "1970-01-01T00:00:02.000Z",
  });
  expect(visits[1]?.reason).toBe("Closed");
  expect(currentStopNumber(visits)).toBe(3);
  expect(currentStopNumber([])).toBeNull();
});

test.each([
  [[], 1, "arrived", true],
  [[], 1, "skipped", true],
  [[], 1, "left", false],
  [[], 2, "arrived", false],
  [[event(1, "arrived")], 1, "left", true],
  [[event(1, "arrived")], 1, "arrived", false],
  [[event(1, "arrived")], 1, "skipped", false],
  [[event(1, "arrived")], 2, "arrived", false],
  [[event(1, "skipped")], 1, "arrived", false],
  [[event(1, "skipped")], 2, "arrived", true],
  [[event(1, "skipped"), event(2, "skipped")], 3, "arrived", false],
] as const)("canAct after %j for stop %d, %s: %p", (log, stop, action, expected) => {
  expect(canAct(stopVisits(2, log), { stop, action })).toBe(expected);
});

test("any sequence of allowed steps finishes each stop once, in order", () => {
  const act = fc.record({
    stop: fc.integer({ min: 1, max: 4 }),
    action: fc.constantFrom<StopAction["action"]>("arrived", "left", "skipped"),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (taps) => {
      const log: StopEvent[] = [];
      for (const tap of taps)
        if (canAct(stopVisits(3, log), tap)) log.push(event(tap.stop, tap.action, log.length));
      const ends = log.flatMap(({ event }) =>
        event.kind === "stop_visited" && event.stop !== "arrived" ? [event] : [],
      );
      const numbers = ends.map(({ stopNumber }) => stopNumber);
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      expect(currentStopNumber(stopVisits(3, log))).toBe(
        ends.length === 3 ? null : ends.length + 1,
      );
    }),
  );
});
