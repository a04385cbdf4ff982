import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Position, ZoneShape } from "../../src/zones/contract";
import {
  areaSquareMeters,
  boxOf,
  compareZones,
  GRID_STEPS_PER_DEGREE,
  gridOf,
  isInside,
  MAX_CORNERS,
  polygonsOf,
  ZoneShapeError,
  tidyShape,
} from "../../src/zones/rules";

const polygon = (...coordinates: Position[][]): ZoneShape => ({ type: "Polygon", coordinates });
const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const at = (longitude: number, latitude: number) => ({ latitude, longitude });

/** Whether a shape contains a point, as `zonesAt` checks it. */
const holds = (shape: ZoneShape, longitude: number, latitude: number) =>
  gridOf(shape).some((each) => isInside(each, at(longitude, latitude)));

function faultOf(shape: ZoneShape): string | null {
  try {
    tidyShape(shape);
    return null;
  } catch (error) {
    if (error instanceof ZoneShapeError) return error.message;
    throw error;
  }
}

describe("tidyShape refuses with a message", () => {
  const bow: Position[] = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ];
  test.each<[string, ZoneShape, string]>([
    ["an open ring", polygon(square(0, 0, 1).slice(0, 4)), "not closed"],
    [
      "two corners",
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      "at least three corners",
    ],
    ["a ring without corners", polygon([]), "at least three corners"],
    [
      "a line there and back",
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ]),
      "no area",
    ],
    [
      "the same corner four times",
      polygon([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
      "no area",
    ],
    ["a bow tie", polygon(bow), "crosses or touches itself"],
    [
      "a ring that passes through one corner twice",
      polygon([
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
        [1, 1],
        [0, 0],
      ]),
      "crosses or touches itself",
    ],
    [
      "a spike",
      polygon([
        [0, 0],
        [2, 0],
        [2, 2],
        [4, 2],
        [2, 2],
        [0, 2],
        [0, 0],
      ]),
      "itself",
    ],
    ["a longitude of 181", polygon(square(180.5, 0, 1)), "180th meridian"],
    ["latitude and longitude exchanged", polygon(square(0, 90.5, 1)), "longitude first"],
    [
      "a shape across the date line",
      polygon([
        [179, 0],
        [-179, 0],
        [-179, 1],
        [179, 1],
        [179, 0],
      ]),
      "180th meridian: draw it as two",
    ],
    [
      "a hole outside the outline",
      polygon(square(0, 0, 1), square(5, 5, 1)),
      "hole 1 is not inside",
    ],
    [
      "a hole that crosses the outline",
      polygon(square(0, 0, 4), square(3, 3, 2)),
      "two rings cross",
    ],
    [
      "a hole that touches the outline",
      polygon(square(0, 0, 4), square(0, 1, 1)),
      "two rings cross or touch",
    ],
    [
      "a hole in a hole",
      polygon(square(0, 0, 9), square(1, 1, 6), square(2, 2, 1)),
      "hole 2 is inside hole 1",
    ],
    [
      "a hole that is not closed",
      polygon(square(0, 0, 4), square(1, 1, 1).slice(0, 4)),
      "hole 1 is not closed",
    ],
    [
      "a bow tie as the second of two polygons",
      { type: "MultiPolygon", coordinates: [[square(0, 0, 1)], [bow]] },
      "polygon 2, the line crosses",
    ],
  ])("%s", (_title, shape, words) => {
    expect(faultOf(shape)).toContain(words);
  });

  test("more than 2,000 corners", () => {
    const circle = (corners: number): Position[] => {
      const ring = Array.from({ length: corners }, (_, i): Position => {
        const turn = (i / corners) * 2 * Math.PI;
        return [30 + Math.cos(turn), -2 + Math.sin(turn)];
      });
      return [...ring, ring[0] ?? [0, 0]];
    };
    expect(faultOf(polygon(circle(MAX_CORNERS)))).toBeNull();
    expect(faultOf(polygon(circle(MAX_CORNERS + 1)))).toContain("2,000 corners");
    const parts: ZoneShape = {
      type: "MultiPolygon",
      coordinates: [[circle(1001)], [circle(1000)]],
    };
    expect(faultOf(parts)).toContain("2,000 corners");
  });
});

describe("tidyShape", () => {
  test("turns outer rings left and holes right, however they were drawn", () => {
    const left = polygon(square(0, 0, 4), square(1, 1, 1).toReversed());
    const right = polygon(square(0, 0, 4).toReversed(), square(1, 1, 1));
    expect(tidyShape(right)).toEqual(left);
    expect(tidyShape(left)).toEqual(left);
  });

  test("puts corners on the grid and drops duplicates and altitudes", () => {
    const drawnPolygon = polygon([
      [0, 0, 12],
      [1.00000049, 0],
      [1, 0],
      [1, 1],
      [-0.0000001, 1],
      [0, 0, 12],
    ]);
    expect(tidyShape(drawnPolygon)).toEqual(
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ]),
    );
  });

  test("turns a MultiPolygon of one into a Polygon", () => {
    const one: ZoneShape = { type: "MultiPolygon", coordinates: [[square(0, 0, 1)]] };
    expect(tidyShape(one)).toEqual(polygon(square(0, 0, 1)));
  });
});

describe("whether a zone contains a point", () => {
  const zone = tidyShape({
    type: "MultiPolygon",
    coordinates: [[square(0, 0, 4), square(1, 1, 2)], [square(10, 10, 1)]],
  });
  test.each<[string, number, number, boolean]>([
    ["inside", 0.5, 0.5, true],
    ["in its hole", 2, 2, false],
    ["in its second polygon", 10.5, 10.5, true],
    ["between its two polygons", 7, 7, false],
    ["on its left side", 0, 2, true],
    ["on its right side", 4, 2, true],
    ["on its upper side", 2, 4, true],
    ["on a corner", 4, 4, true],
    ["on the side of its hole", 1, 2, true],
    ["on a corner of its hole", 3, 3, true],
    ["one grid step inside the hole", 1.000001, 2, false],
    ["one grid step outside", -0.000001, 2, false],
    ["less than half a grid step outside", -0.0000004, 2, true],
    ["outside, in line with a side", 5, 0, false],
    ["outside, level with a corner", -1, 4, false],
  ])("for a point %s", (_place, longitude, latitude, inside) => {
    expect(holds(zone, longitude, latitude)).toBe(inside);
  });

  /** Checks by winding numbers with big integers: slow but certainly right. */
  function isInsideByWinding(rings: Position[][], x: bigint, y: bigint): boolean {
    const whole = (degrees = 0) => BigInt(Math.round(degrees * GRID_STEPS_PER_DEGREE));
    const positionInRing = (ring: Position[]): "in" | "on" | "out" => {
      let winding = 0;
      for (let i = 1; i < ring.length; i++) {
        const [x1, y1] = [whole(ring[i - 1]?.[0]), whole(ring[i - 1]?.[1])];
        const [x2, y2] = [whole(ring[i]?.[0]), whole(ring[i]?.[1])];
        const crossProduct = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
        const between = (a: bigint, b: bigint, c: bigint) =>
          (a <= c && c <= b) || (b <= c && c <= a);
        if (crossProduct === 0n && between(x1, x2, x) && between(y1, y2, y)) return "on";
        if (y1 <= y && y2 > y && crossProduct > 0n) winding++;
        if (y1 > y && y2 <= y && crossProduct < 0n) winding--;
      }
      return winding !== 0 ? "in" : "out";
    };
    const [outer = [], ...holes] = rings;
    if (positionInRing(outer) !== "in") return positionInRing(outer) === "on";
    return holes.every((hole) => positionInRing(hole) !== "in");
  }

  /** Stars around a centre: simple, with a random number of bays, on a coarse grid. */
  const starShape = fc
    .record({
      longitude: fc.integer({ min: -170, max: 170 }),
      latitude: fc.integer({ min: -80, max: 80 }),
      radii: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 60 }),
      unit: fc.constantFrom(1, 0.001, 0.000_01),
    })
    .map(({ longitude, latitude, radii, unit }) => {
      const ring = radii.map((radius, i): Position => {
        const turn = (i / radii.length) * 2 * Math.PI;
        const step = (value: number) => Math.round(value * 4) / 4;
        return [
          longitude + step(radius * Math.cos(turn)) * unit,
          latitude + step(radius * Math.sin(turn)) * unit,
        ];
      });
      return { ring: [...ring, ring[0] ?? [0, 0]], longitude, latitude, unit };
    });

  test("matches winding numbers calculated in whole numbers, for any point", () => {
    let comparedCount = 0;
    fc.assert(
      fc.property(
        starShape,
        fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })), {
          minLength: 20,
          maxLength: 40,
        }),
        ({ ring, longitude, latitude, unit }, offsets) => {
          let shape: ZoneShape;
          try {
            shape = tidyShape(polygon(ring));
          } catch {
            return;
          }
          // Also each corner and the middle of each side, which the grid may miss.
          const points: Position[] = [
            ...offsets.map(([x, y]): Position => [
              longitude + (x / 4) * unit,
              latitude + (y / 4) * unit,
            ]),
            ...ring,
            ...ring
              .slice(1)
              .map(([x = 0, y = 0], i): Position => [
                (x + (ring[i]?.[0] ?? 0)) / 2,
                (y + (ring[i]?.[1] ?? 0)) / 2,
              ]),
          ];
          for (const [x = 0, y = 0] of points) {
            comparedCount++;
            const [wholeX, wholeY] = [
              BigInt(Math.round(x * GRID_STEPS_PER_DEGREE)),
              BigInt(Math.round(y * GRID_STEPS_PER_DEGREE)),
            ];
            const expected = polygonsOf(shape).some((rings) =>
              isInsideByWinding(rings, wholeX, wholeY),
            );
            expect([x, y, holds(shape, x, y)]).toEqual([x, y, expected]);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(comparedCount).toBeGreaterThan(5_000);
  });

  test("agrees with the zone's box and does not change by tidying", () => {
    fc.assert(
      fc.property(
        starShape,
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: -40, max: 40 }),
        (drawnShape, x, y) => {
          const { ring, longitude, latitude, unit } = drawnShape;
          let shape: ZoneShape;
          try {
            shape = tidyShape(polygon(ring));
          } catch {
            return;
          }
          const [px, py] = [longitude + (x / 4) * unit, latitude + (y / 4) * unit];
          const inside = holds(shape, px, py);
          expect(holds(tidyShape(shape), px, py)).toBe(inside);
          expect(holds(tidyShape(polygon(ring.toReversed())), px, py)).toBe(inside);
          const [west, south, east, north] = boxOf(polygonsOf(shape).flat());
          const [gx, gy] = [
            Math.round(px * GRID_STEPS_PER_DEGREE) / GRID_STEPS_PER_DEGREE,
            Math.round(py * GRID_STEPS_PER_DEGREE) / GRID_STEPS_PER_DEGREE,
          ];
          if (inside) expect(west <= gx && gx <= east && south <= gy && gy <= north).toBe(true);
        },
      ),
    );
  });
});

describe("areaSquareMeters", () => {
  test("is right for a square degree at the equator, a belt and a shape with a hole", () => {
    const whole = areaSquareMeters(polygon(square(0, -0.5, 1)));
    // 2πR²·(sin 0.5° − sin −0.5°)/360
    expect(whole / 1e6).toBeCloseTo(12_363.7, 0);
    const areaWithHole = areaSquareMeters(polygon(square(0, -0.5, 1), square(0.25, -0.25, 0.5)));
    expect(areaWithHole / whole).toBeCloseTo(0.75, 3);
    expect(areaSquareMeters(polygon(square(0, 59, 1))) / whole).toBeCloseTo(
      Math.cos((59.5 * Math.PI) / 180),
      3,
    );
  });

  test("is the same in either drawing direction", () => {
    const shape = polygon(square(30, -2, 0.1));
    const reversedPolygon = polygon(square(30, -2, 0.1).toReversed());
    expect(areaSquareMeters(reversedPolygon)).toBe(areaSquareMeters(shape));
  });
});

test("compareZones sorts by higher priority, then smaller area, then name", () => {
  const zone = (name: string, priority: number, area: number) => ({
    name,
    priority,
    areaSquareMeters: area,
  });
  const sorted = [
    zone("Town", 0, 100),
    zone("Airport", 5, 300),
    zone("B", 0, 50),
    zone("A", 0, 50),
    zone("Country", -1, 1),
  ].sort(compareZones);
  expect(sorted.map(({ name }) => name)).toEqual(["Airport", "A", "B", "Town", "Country"]);
});
