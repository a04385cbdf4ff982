import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { pinLabel, placeLabels } from "../../../client/map/pin-labels";

const phone = { width: 324, height: 224 };
const AIRPORT = "Kigali International Airport";

test("a pin's name is written towards the middle of the map if there is room", () => {
  expect(pinLabel("Market", { x: 40, y: 180 }, phone)).toEqual({
    text: "Market",
    x: 14,
    anchor: "start",
  });
  expect(pinLabel("Market", { x: 280, y: 180 }, phone)).toMatchObject({ x: -14, anchor: "end" });
});

test("a name that would run under the map's buttons moves to the other side", () => {
  expect(pinLabel("Kimironko Market", { x: 155, y: 60 }, phone).anchor).toBe("end");
  expect(pinLabel("Kimironko Market", { x: 155, y: 200 }, phone).anchor).toBe("start");
});

test("a name that fits on neither side is cut short on the wider side", () => {
  const label = pinLabel(AIRPORT, { x: 150, y: 60 }, { width: 300 });
  expect(label.anchor).toBe("end");
  expect(label.text).toMatch(/^Kigali Internat.*…$/);
});

test("a long name is written whole if there is room, and cut short after 29 characters", () => {
  expect(pinLabel(AIRPORT, { x: 300, y: 200 }, { width: 342 }).text).toBe(AIRPORT);
  const longest = pinLabel("A".repeat(60), { x: 10, y: 200 }, { width: 1_200 });
  expect(longest.text).toBe(`${"A".repeat(29)}…`);
});

test("no name runs off the map or under the buttons, wherever the pin is", () => {
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

describe("names beside a route", () => {
  const window = { width: 342, height: 224 };
  const [hotel, airport] = [
    { name: "Ubumwe Grande Hotel", x: 50, y: 85 },
    { name: AIRPORT, x: 285, y: 140 },
  ];

  test("stay clear of a flat route between two pins", () => {
    const [first, second] = placeLabels([hotel, airport], [hotel, airport], window);
    expect(first).toMatchObject({ text: "Ubumwe Grande Hotel", anchor: "middle", y: -19 });
    // The map's buttons are above the pin, so its name is below it.
    expect(second).toMatchObject({ anchor: "middle", y: 26 });
  });

  test("are level with their pins if there is no route", () => {
    for (const label of placeLabels([hotel, airport], [], window)) expect(label?.y).toBe(4);
  });

  test("are level with their pins if the route runs up and down", () => {
    const [top, bottom] = [
      { name: "Market", x: 100, y: 40 },
      { name: "Station", x: 105, y: 180 },
    ];
    const labels = placeLabels([top, bottom], [top, bottom], window);
    expect(labels.map((label) => label?.y)).toEqual([4, 4]);
  });

  test("of two pins close to each other have different positions", () => {
    const pins = [
      { name: "Market", x: 160, y: 170 },
      { name: "Market gate", x: 168, y: 176 },
    ];
    const [one, other] = placeLabels(pins, [], window);
    expect([one?.anchor, one?.y]).not.toEqual([other?.anchor, other?.y]);
  });

  test("never overlap if pins are close, and pickup and drop-off always keep theirs", () => {
    const pins = [
      { name: "King Faisal Hospital", x: 150, y: 170 },
      { name: "Amahoro Stadium", x: 156, y: 176, canHide: true },
      { name: "BK Arena, upper gate", x: 162, y: 172, canHide: true },
      { name: "Kigali Convention Centre", x: 168, y: 178 },
    ];
    const labels = placeLabels(pins, pins, { width: 330, height: 300 });
    expect(labels[0]).not.toBeNull();
    expect(labels[3]).not.toBeNull();
    const boxes = labels.flatMap((label, at) => {
      const pin = pins[at];
      if (!label || !pin) return [];
      const length = [...label.text].length * 7;
      const left = pin.x + label.x - { start: 0, middle: length / 2, end: length }[label.anchor];
      return [{ left, right: left + length, y: pin.y + label.y }];
    });
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(
          one.left < other.right && other.left < one.right && Math.abs(one.y - other.y) < 13,
        ).toBe(false);
  });

  test("never cover the route, wherever the two pins are", () => {
    const spot = fc.record({
      x: fc.integer({ min: 110, max: 240 }),
      y: fc.integer({ min: 170, max: 380 }),
    });
    fc.assert(
      fc.property(spot, spot, (from, to) => {
        const pins = [
          { ...from, name: "Gate" },
          { ...to, name: "Door" },
        ];
        const [label] = placeLabels(pins, [from, to], { width: 400, height: 600 });
        if (!label) throw new Error("There is no label.");
        const length = 4 * 7;
        const start = { start: 0, middle: -length / 2, end: -length }[label.anchor];
        const left = from.x + label.x + start;
        for (let step = 0; step <= 200; step++) {
          const x = from.x + ((to.x - from.x) * step) / 200;
          const y = from.y + ((to.y - from.y) * step) / 200;
          const isOn =
            x > left && x < left + length && y > from.y + label.y - 10 && y < from.y + label.y + 3;
          expect(isOn).toBe(false);
        }
      }),
    );
  });
});
