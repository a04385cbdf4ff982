import { expect, test } from "bun:test";
import {
  attemptWords,
  minutesToWait,
  noShowFrom,
  positionWords,
} from "../../src/reservations/waiting/no-show-rules";
import { noShowMinutes } from "../../src/reservations/waiting/no-show-wait-rules";

const MINUTE = 60_000;
const PICKUP_AT = Date.UTC(2026, 10, 20, 12, 30);
const wait = (more: object = {}) => ({
  pickupAt: PICKUP_AT,
  arrivedAt: PICKUP_AT - 10 * MINUTE,
  landedAt: null,
  waitMinutes: 15,
  ...more,
});

test.each([
  ["the grace period if the operator has set no wait", undefined, 15, 15],
  ["the operator's own wait if it is shorter", 10, 15, 10],
  ["the operator's own wait if it is longer", 45, 15, 45],
  ["five minutes even without a grace period", undefined, 0, 5],
  ["five minutes even if the operator has set two", 2, 60, 5],
])("a driver waits %s", (_, own, grace, minutes) => {
  expect(noShowMinutes(own, grace)).toBe(minutes);
});

test.each([
  ["the pickup time when the driver is early", {}, 15],
  ["the arrival when the driver is late", { arrivedAt: PICKUP_AT + 20 * MINUTE }, 35],
  ["the landing when the flight is late", { landedAt: PICKUP_AT + 60 * MINUTE }, 75],
  ["the pickup time when the flight is early", { landedAt: PICKUP_AT - 60 * MINUTE }, 15],
])("the wait counts from %s", (_, more, minutes) => {
  expect(noShowFrom(wait(more))).toBe(PICKUP_AT + minutes * MINUTE);
});

test.each([
  ["on arrival", -10 * MINUTE, 25],
  ["a second before the last minute", 14 * MINUTE - 1_000, 2],
  ["in the last minute", 14 * MINUTE, 1],
  ["eleven seconds before the end", 15 * MINUTE - 11_000, 1],
  ["ten seconds before the end, as a phone's clock may be fast", 15 * MINUTE - 10_000, 0],
  ["at the end", 15 * MINUTE, 0],
  ["an hour after the end", 75 * MINUTE, 0],
])("the minutes left to wait %s", (_, since, minutes) => {
  expect(minutesToWait(wait(), PICKUP_AT + since)).toBe(minutes);
});

test("the details of a no-show are written in words", () => {
  expect(positionWords({ hasPosition: false })).toBe("No position shared");
  expect(positionWords({ hasPosition: true, distanceMeters: 12 })).toBe("12 m from the pickup");
  expect(positionWords({ hasPosition: true })).toBe("Position shared");
  expect(attemptWords(false, 0)).toBe("no call");
  expect(attemptWords(true, 1)).toBe("called, 1 message");
  expect(attemptWords(false, 3)).toBe("no call, 3 messages");
});
