/** The feedback and tips that are possible after a trip, and the amount of a tip. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FareLine, FeeSchedule } from "../../src/fares/contract";
import { sumOf } from "../../src/fares/money-rules";
import { driverPay } from "../../src/fares/driver-pay-rules";
import {
  averageStars,
  maxTipMinor,
  ratableUntil,
  tipChoices,
  tipOf,
  tipRefusal,
  withTip,
} from "../../src/reservations/feedback/feedback-rules";
import { fareLine as line } from "../support/fare-lines";

const DAY = 86_400_000;
const END = Date.parse("2026-11-20T10:00:00Z");

/** A ride of 12,000 with a discount, tax and an agreed gratuity of 10 %. */
const agreed = [
  line("base", 4_000),
  line("distance", 8_000),
  line("promotion", -2_000),
  line("tax", 1_800),
  line("gratuity", 1_000),
];

describe("the period for rating a trip", () => {
  const over = { state: "completed" as const, endedAt: END };
  for (const [name, trip, ratedAt, now, expected] of [
    ["at once", over, null, END, END + 30 * DAY],
    ["settled trips too", { ...over, state: "settled" as const }, null, END, END + 30 * DAY],
    ["on the last moment", over, null, END + 30 * DAY - 1, END + 30 * DAY],
    ["not after 30 days", over, null, END + 30 * DAY, null],
    ["changed for 7 days", over, END + DAY, END + 8 * DAY - 1, END + 8 * DAY],
    ["and no longer", over, END + DAY, END + 8 * DAY, null],
    ["a late rating can be changed too", over, END + 29 * DAY, END + 35 * DAY, END + 36 * DAY],
    ["not under way", { state: "passenger_on_board" as const, endedAt: null }, null, END, null],
    ["not a no-show", { state: "no_show" as const, endedAt: null }, null, END, null],
    ["not cancelled", { state: "cancelled" as const, endedAt: null }, null, END, null],
  ] as const)
    test(name, () => expect(ratableUntil(trip, ratedAt, now)).toBe(expected));
});

describe("the reasons to refuse a tip", () => {
  const trip = { state: "completed", endedAt: END, payment: "cash", lines: agreed } as const;
  for (const [name, change, now, isOnAccount, expected] of [
    ["given at once", {}, END, true, null],
    ["for 7 days", {}, END + 7 * DAY - 1, true, null],
    ["and no longer", {}, END + 7 * DAY, true, "too_late"],
    ["not after settlement", { state: "settled" }, END, true, "settled"],
    ["not under way", { state: "passenger_on_board", endedAt: null }, END, true, "not_over"],
    ["by card", { payment: "card" }, END, false, null],
    ["on the account", { payment: "account" }, END, true, null],
    ["not on an account that has none", { payment: "account" }, END, false, "not_on_account"],
    ["not for a ride of nothing", { lines: [] }, END, true, "no_fare"],
  ] as const)
    test(name, () => expect(tipRefusal({ ...trip, ...change }, now, isOnAccount)).toBe(expected));
});

test("tips are offered as percentages before tax and gratuity, the smallest first", () => {
  expect(tipChoices(agreed, [20, 12.5])).toEqual([
    { percent: 12.5, tipMinor: 1_250 },
    { percent: 20, tipMinor: 2_000 },
  ]);
  expect(tipChoices(agreed, []).map(({ tipMinor }) => tipMinor)).toEqual([1_000, 1_500, 2_000]);
  expect(tipChoices([line("base", 2)], [10, 25])).toEqual([{ percent: 25, tipMinor: 1 }]);
  expect(tipChoices([line("base", 500), line("promotion", -500)], [10])).toEqual([]);
});

test("a tip is at most twice the ride, even after a discount", () => {
  expect(maxTipMinor(agreed)).toBe(24_000);
  expect(maxTipMinor(withTip(agreed, 500, "cash"))).toBe(24_000);
});

const schedule = {
  currency: "RWF",
  distanceUnit: "km",
  driverPay: { farePercent: 70, perTripMinor: 0, perDistanceMinor: 0, gratuityPercent: 80 },
} as FeeSchedule;

describe("the driver's pay after a tip", () => {
  // 70 % of 10,000 before tax and gratuity, and 80 % of the gratuity of 1,000 and of the tip.
  for (const [payment, tipMinor, total, pay] of [
    ["cash", 0, 12_800, 7_000 + 800],
    ["cash", 1_500, 14_300, 7_000 + 2_000],
    ["card", 2_000, 14_800, 7_000 + 2_400],
    ["account", 333, 13_133, 7_000 + 1_066],
  ] as const)
    test(`${payment}, a tip of ${tipMinor}`, () => {
      const lines = withTip(agreed, tipMinor, payment);
      expect(lines.slice(0, agreed.length)).toEqual(agreed);
      expect(sumOf(lines)).toBe(total);
      expect(tipOf(lines)).toBe(tipMinor);
      const params = tipMinor === 0 ? undefined : { payment };
      expect(lines.find(({ kind }) => kind === "tip")?.params).toEqual(params);
      expect(driverPay(schedule, lines, 10_000).totalMinor).toBe(pay);
    });
});

test("of several tips only the last one is a line, after the agreed ones", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 24_000 }), { minLength: 1 }), (tips) => {
      let lines: FareLine[] = agreed;
      for (const tip of tips) lines = withTip(lines, tip, "cash");
      expect(lines.slice(0, agreed.length)).toEqual(agreed);
      expect(sumOf(lines)).toBe(sumOf(agreed) + (tips.at(-1) ?? 0));
    }),
  );
});

test("a driver's average counts the newest 100 ratings and needs at least 5", () => {
  expect(averageStars([])).toEqual({ average: null, count: 0 });
  expect(averageStars([5, 5, 5, 1])).toEqual({ average: null, count: 4 });
  expect(averageStars([5, 5, 4, 5, 5])).toEqual({ average: 4.8, count: 5 });
  expect(averageStars([5, 4, 4, 5, 5, 5])).toEqual({ average: 4.67, count: 6 });
  expect(averageStars([...Array<number>(100).fill(5), 1, 1, 1])).toEqual({
    average: 5,
    count: 100,
  });
});
