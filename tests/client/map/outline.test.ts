import { describe, expect, test } from "bun:test";
import {
  addCorner,
  circleAround,
  cornersOf,
  moveCorner,
  outlineOf,
  readOutline,
  removeCorner,
  toZoneShape,
  writeOutline,
} from "../../../client/map/outline";
import { zoneColors } from "../../../client/map/zone-colors";
import { greatCircleMeters } from "../../../src/places/rules";
import { areaSquareMeters, tidyShape } from "../../../src/zones/rules";
import { ZONE_COLOR_COUNT, type ZoneShape } from "../../../src/zones/contract";

const square: ZoneShape = {
  type: "Polygon",
  coordinates: [
    [
      [30, -2],
      [30.1, -2],
      [30.1, -1.9],
      [30, -1.9],
      [30, -2],
    ],
  ],
};
const shapeWithHole: ZoneShape = {
  type: "MultiPolygon",
  coordinates: [
    [
      ...square.coordinates,
      [
        [30.02, -1.98],
        [30.04, -1.94],
        [30.06, -1.98],
        [30.02, -1.98],
      ],
    ],
    [
      [
        [31, -2],
        [31.1, -2],
        [31.1, -1.9],
        [31, -2],
      ],
    ],
  ],
};

describe("a circle", () => {
  test.each([
    { latitude: -1.95, longitude: 30.06, meters: 15_000 },
    { latitude: 64.1, longitude: -21.9, meters: 40_000 },
  ])(
    "around $latitude, $longitude has all corners at its radius, and a circle's area",
    (middle) => {
      const shape = tidyShape(toZoneShape(circleAround(middle, middle.meters)));
      for (const { point } of cornersOf(outlineOf(shape))) {
        const off = greatCircleMeters(middle, point) / middle.meters;
        expect(off).toBeGreaterThan(0.99);
        expect(off).toBeLessThan(1.01);
      }
      const area = areaSquareMeters(shape) / (Math.PI * middle.meters ** 2);
      expect(area).toBeGreaterThan(0.98);
      expect(area).toBeLessThan(1.01);
    },
  );
});

describe("a zone's outline", () => {
  test("turns back into the same zone", () => {
    expect(toZoneShape(outlineOf(square))).toEqual(square);
    expect(toZoneShape(outlineOf(shapeWithHole))).toEqual(shapeWithHole);
    expect(cornersOf(outlineOf(shapeWithHole))).toHaveLength(10);
  });

  test("is the same object for the same zone, so that it is drawn once", () => {
    expect(outlineOf(square)).toBe(outlineOf(square));
  });

  test("lets corners be moved, added and removed, but keeps at least three", () => {
    const place = { polygon: 0, ring: 0, corner: 1 };
    const point = { latitude: -1.95, longitude: 30.2 };
    const outline = outlineOf(square);
    expect(moveCorner(outline, place, point)[0]?.[0]?.[1]).toEqual(point);
    expect(addCorner(outline, place, point)[0]?.[0]?.[2]).toEqual(point);
    const withoutCorner = removeCorner(outline, place);
    expect(withoutCorner[0]?.[0]).toHaveLength(3);
    expect(removeCorner(withoutCorner, place)).toEqual(withoutCorner);
  });
});

describe("corners as text", () => {
  test("give the same outline when they are read back", () => {
    const text = writeOutline(outlineOf(shapeWithHole));
    expect(text.split("\n").slice(3, 6)).toEqual(["-1.9, 30", "hole", "-1.98, 30.02"]);
    expect(readOutline(text)).toEqual(outlineOf(shapeWithHole));
  });

  test.each(["-1.9 30.1", "-1.9;30.1", "  -1.9 ,30.1  "])("can be written as %p", (line) => {
    expect(readOutline(line)).toEqual([[[{ latitude: -1.9, longitude: 30.1 }]]]);
  });

  test.each([
    ["-1.9, 30\nhere", "Line 2 is not a corner"],
    ["-1.9", "Line 1 is not a corner"],
    ["\n\n91, 30", "Line 3 is out of range"],
    ["1, -181", "Line 1 is out of range"],
  ])("are refused with the number of the wrong line: %p", (text, words) => {
    expect(readOutline(text)).toStartWith(words);
  });
});

test("zoneColors has a colour for every number that a zone may have", () => {
  expect(zoneColors).toHaveLength(ZONE_COLOR_COUNT);
});
