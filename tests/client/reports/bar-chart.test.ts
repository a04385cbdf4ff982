import { expect, test } from "bun:test";
import { roundUpScale } from "../../../client/reports/bar-chart";

test("roundUpScale rounds a chart's top line up to an even, round figure", () => {
  for (let value = 0; value < 3_000; value++) {
    const top = roundUpScale(value);
    expect(top).toBeGreaterThanOrEqual(value);
    expect(top % 2).toBe(0);
  }
  expect([0, 1, 5, 16, 21, 240, 496_000].map(roundUpScale)).toEqual([
    2, 2, 6, 20, 30, 250, 500_000,
  ]);
});
