/** Where toasts appear, so that they cover no control that is pressed next. */
import { afterEach, expect, test } from "bun:test";
import {
  controlsWithin,
  type VerticalSpan,
  toastTopFor,
} from "../../../client/ui/toast-top-position";

const span = (top: number, bottom: number): VerticalSpan => ({ top, bottom });

test.each<[string, number, readonly VerticalSpan[], number]>([
  ["at the top if there are no controls", 60, [], 8],
  ["below a bar at the top", 60, [span(8, 44)], 52],
  ["below two rows with too little room between them", 60, [span(8, 44), span(90, 126)], 134],
  ["between two rows with enough room", 60, [span(8, 44), span(140, 176)], 52],
  ["below both rows for three toasts", 180, [span(8, 44), span(140, 176)], 184],
  ["the same if the rows are listed out of order", 60, [span(90, 126), span(8, 44)], 134],
  ["below a control that is cut off by the window's edge", 60, [span(-20, 30)], 38],
  ["where it covers least if no place is free", 300, [span(0, 500), span(560, 600)], 508],
])("a toast's position: %s", (_, height, controls, top) => {
  expect(toastTopFor(height, 900, controls)).toBe(top);
});

test("a toast stays inside a low window", () => {
  expect(toastTopFor(60, 100, [span(0, 90)])).toBe(8);
});

const before = ["document", "getComputedStyle", "innerWidth", "innerHeight"].map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);
afterEach(() => {
  for (const [name, was] of before) {
    if (was) Object.defineProperty(globalThis, name, was);
    else Reflect.deleteProperty(globalThis, name);
  }
});

/** Shows a window of this width, with a heading and a button below it. */
function show(width: number) {
  const boxOf = (top: number, bottom: number) => ({
    getBoundingClientRect: () => ({ top, bottom, left: 16, right: width - 16, width: width - 32 }),
  });
  const page = { h1: boxOf(20, 50), button: boxOf(70, 114) };
  const querySelectorAll = (selector: string) =>
    Object.entries(page).flatMap(([tag, box]) => (selector.split(", ").includes(tag) ? [box] : []));
  for (const [name, value] of Object.entries({
    document: { querySelectorAll },
    getComputedStyle: () => ({ visibility: "visible" }),
    innerWidth: width,
    innerHeight: 800,
  }))
    Object.defineProperty(globalThis, name, { configurable: true, value });
}

test.each([
  ["a phone", 390, [span(20, 50), span(70, 114)]],
  ["a wide window", 1280, [span(70, 114)]],
])("controlsWithin finds what toasts must not cover on %s", (_, width, spans) => {
  show(width);
  const own = { contains: () => false } as unknown as Element;
  expect(controlsWithin(own, 8, width - 8)).toEqual(spans);
});
