import { expect, test } from "bun:test";
import fc from "fast-check";
import { pinLabel } from "../../../client/map/pin-labels";

const phone = { width: 324, height: 224 };
const AIRPORT = "Kigali International Airport";

test("a name grows towards the middle where there is room", () => {
  expect(pinLabel("Market", { x: 40, y: 180 }, phone)).toEqual({
    text: "Market",
    x: 14,
    anchor: "start",
  });
  expect(pinLabel("Market", { x: 280, y: 180 }, phone)).toMatchObject({ x: -14, anchor: "end" });
});

test("a name that would reach under the map's buttons stands on the other side", () => {
  expect(pinLabel("Kimironko Market", { x: 155, y: 60 }, phone).anchor).toBe("end");
  expect(pinLabel("Kimironko Market", { x: 155, y: 200 }, phone).anchor).toBe("start");
});

test("where neither side has room, the wider one gets what fits of it", () => {
  const label = pinLabel(AIRPORT, { x: 150, y: 60 }, { width: 300 });
  expect(label.anchor).toBe("end");
  expect(label.text).toMatch(/^Kigali Internat.*…$/);
});

test("no name leaves the window or lies under the buttons, wherever the pin is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 1200 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 400 }),
      fc.string({ maxLength: 60 }),
      (width, part, y, name) => {
        const x = part * width;
        const { text, anchor } = pinLabel(name, { x, y }, { width });
        const length = [...text].length * 7;
        const [from, to] =
          anchor === "start" ? [x + 14, x + 14 + length] : [x - 14 - length, x - 14];
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(y < 156 && anchor === "start" ? width - 59 : width);
      },
    ),
  );
});
