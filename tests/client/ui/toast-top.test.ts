/** Where toasts stand so that they cover nothing that is pressed next. */
import { expect, test } from "bun:test";
import { type Span, topFor } from "../../../client/ui/toast-top";

const span = (top: number, bottom: number): Span => ({ top, bottom });

test.each<[string, number, readonly Span[], number]>([
  ["nothing beside it: at the top", 60, [], 8],
  ["a bar at the top: below it", 60, [span(8, 44)], 52],
  ["no room between two rows: below both", 60, [span(8, 44), span(90, 126)], 134],
  ["room between two rows: there", 60, [span(8, 44), span(140, 176)], 52],
  ["three toasts need more room than one", 180, [span(8, 44), span(140, 176)], 184],
  ["rows in any order", 60, [span(90, 126), span(8, 44)], 134],
  ["what hangs over the window's edge", 60, [span(-20, 30)], 38],
  ["no place is free: where it covers least", 300, [span(0, 500), span(560, 600)], 508],
])("%s", (_, height, controls, top) => {
  expect(topFor(height, 900, controls)).toBe(top);
});

test("in a low window it never hangs out of it", () => {
  expect(topFor(60, 100, [span(0, 90)])).toBe(8);
});
