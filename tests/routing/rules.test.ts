import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Point } from "../../src/places/contract";
import { osrmPath, readOsrmAnswer } from "../../src/routing/osrm";
import {
  decodePolyline,
  encodePolyline,
  MAX_POINTS,
  simplifyLine,
} from "../../src/routing/polyline";
import { estimateRoute, isPlausibleRoute, straightMeters } from "../../src/routing/rules";
import { UpstreamRefusal } from "../../src/server/upstream";
import { osrmAnswer } from "../support/upstreams";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const anyPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("estimateRoute", () => {
  test("gives 1.3 times the great circle at the given speed, marked as an estimate", () => {
    // 111195.08 × 1.3 = 144553.6 m; × 3.6 / 28 = 18585.5 s
    expect(estimateRoute([at(0, 0), at(0, 1)])).toEqual({
      distanceMeters: 144_554,
      durationSeconds: 18_586,
      estimate: true,
      geometry: null,
    });
    expect(estimateRoute([at(0, 0), at(0, 1)], 56).durationSeconds).toBe(9293);
    expect(estimateRoute([at(5, 5), at(5, 5)])).toMatchObject({
      distanceMeters: 0,
      durationSeconds: 0,
    });
  });
  test("sums the distances from stop to stop", () => {
    const there = estimateRoute([at(0, 0), at(0, 1), at(0, 0)]);
    expect(there.distanceMeters).toBe(289_108);
  });
  test.each([0, -1, Number.NaN])("refuses the speed %p", (speed) => {
    expect(() => estimateRoute([at(0, 0), at(0, 1)], speed)).toThrow(RangeError);
  });
});

describe("polylines", () => {
  test("use Google's encoding", () => {
    const points = [at(38.5, -120.2), at(40.7, -120.95), at(43.252, -126.453)];
    expect(encodePolyline(points)).toBe("_p~iF~ps|U_ulLnnqC_mqNvxq`@");
    expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@")).toEqual(points);
  });

  test("decode to the encoded points, to five decimals", () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { maxLength: 40 }), (points) => {
        const back = decodePolyline(encodePolyline(points));
        expect(back?.length).toBe(points.length);
        for (const [i, point] of points.entries()) {
          expect(Math.abs((back?.[i]?.latitude ?? 0) - point.latitude)).toBeLessThan(6e-6);
          expect(Math.abs((back?.[i]?.longitude ?? 0) - point.longitude)).toBeLessThan(6e-6);
        }
      }),
    );
  });

  test.each(["_p~iF", "_", " ", "é", "\u{1f600}", "~".repeat(20), "_p~iF~ps|U_"])(
    "%p is no valid polyline",
    (text) => {
      expect(decodePolyline(text)).toBeNull();
    },
  );

  test("decode from any text to points on the globe or to nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { latitude, longitude } of decodePolyline(text) ?? []) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });

  test("are simplified to a limited number of points that keeps ends and corners", () => {
    const straightPoints = Array.from({ length: 500 }, (_, i) => at(0, i / 1000));
    expect(simplifyLine(straightPoints)).toEqual([at(0, 0), at(0, 0.499)]);
    const corner = [
      ...straightPoints,
      ...straightPoints.map(({ longitude }) => at(longitude, 0.499)),
    ];
    expect(simplifyLine(corner)).toEqual([at(0, 0), at(0, 0.499), at(0.499, 0.499)]);
    // A route as long as a motorway, with small bends, and one with noise that no tolerance in metres can reduce.
    for (const far of [1e-4, 1]) {
      const windingRoute = Array.from({ length: 100_000 }, (_, i) =>
        at(Math.sin(i) * far, i / 10_000),
      );
      const simplifiedLine = simplifyLine(windingRoute);
      expect(simplifiedLine.length).toBeLessThanOrEqual(MAX_POINTS);
      expect([simplifiedLine[0], simplifiedLine.at(-1)]).toEqual([
        windingRoute[0],
        windingRoute.at(-1),
      ]);
    }
    expect(simplifyLine([])).toEqual([]);
  });
});

const kigali: [Point, Point] = [at(-1.9686, 30.1395), at(-1.9532, 30.0616)];

describe("isPlausibleRoute", () => {
  const straightLineMeters = straightMeters(kigali);
  test.each<[string, number, number, boolean]>([
    ["a little longer than the straight line", straightLineMeters * 1.2, 900, true],
    ["as long as the straight line", straightLineMeters, 900, true],
    ["shorter than the straight line", straightLineMeters * 0.95, 900, false],
    ["zero distance and time", 0, 0, false],
    ["a negative distance", -12_000, 900, false],
    ["a negative time", 12_000, -1, false],
    ["zero time", 12_000, 0, false],
    ["faster than any car", 12_000, 60, false],
    ["slower than a walk", 12_000, 20 * 3600, false],
    ["a distance that is not a number", Number.NaN, 900, false],
    ["an infinite distance", Number.POSITIVE_INFINITY, 900, false],
  ])("%s: %p m in %p s is %p", (_title, distanceMeters, durationSeconds, trustedAddresses) => {
    expect(isPlausibleRoute({ distanceMeters, durationSeconds }, kigali, kigali)).toBe(
      trustedAddresses,
    );
  });

  test("refuses a route far from the requested places", () => {
    // A router with the roads of only one country uses the nearest road that it has.
    const vaduz = [at(47.14, 9.52), at(47.14, 9.52)];
    expect(isPlausibleRoute({ distanceMeters: 0, durationSeconds: 0 }, kigali, vaduz)).toBe(false);
    expect(isPlausibleRoute({ distanceMeters: 9_000, durationSeconds: 900 }, kigali, [])).toBe(
      false,
    );
  });
});

describe("an OSRM answer", () => {
  test("is read with its alternatives", () => {
    const found = readOsrmAnswer(osrmAnswer(kigali, 2), kigali);
    expect(found.estimate).toBe(false);
    expect(found.distanceMeters).toBe(Math.round(straightMeters(kigali) * 1.25));
    expect(found.durationSeconds).toBe(Math.round(straightMeters(kigali) * 0.125));
    expect(decodePolyline(found.geometry ?? "")).toEqual(kigali);
    expect(found.alternatives).toHaveLength(2);
  });

  test("is read without an implausible alternative", () => {
    const answer = osrmAnswer(kigali, 2);
    const [, second] = answer.routes;
    if (second) second.duration = -1;
    expect(readOsrmAnswer(answer, kigali).alternatives).toHaveLength(1);
  });

  test("without waypoints is checked by the ends of its line", () => {
    const { waypoints: _, ...answer } = osrmAnswer(kigali);
    expect(readOsrmAnswer(answer, kigali).estimate).toBe(false);
    const there = osrmAnswer([at(47.14, 9.52), at(47.2, 9.53)]);
    const { waypoints: __, ...other } = there;
    expect(() => readOsrmAnswer(other, kigali)).toThrow();
  });

  test("for other places is refused without counting as a failure of the router", () => {
    const waypoints = [{ location: [9, 47] }, { location: [9, 47] }];
    const read = () => readOsrmAnswer({ ...osrmAnswer(kigali), waypoints }, kigali);
    expect(read).toThrow(UpstreamRefusal);
  });

  const ok = osrmAnswer(kigali);
  const [route] = ok.routes;
  test.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["text", "Ok"],
    ["an error code", { ...ok, code: "NoRoute" }],
    ["no routes", { ...ok, routes: [] }],
    ["a distance as text", { ...ok, routes: [{ ...route, distance: "12" }] }],
    ["no distance", { ...ok, routes: [{ ...route, distance: null }] }],
    ["a negative distance", { ...ok, routes: [{ ...route, distance: -1 }] }],
    [
      "an object instead of a polyline",
      { ...ok, routes: [{ ...route, geometry: { type: "LineString" } }] },
    ],
    ["an invalid polyline", { ...ok, routes: [{ ...route, geometry: "~~~~~~~~" }] }],
    ["too few waypoints", { ...ok, waypoints: [{ location: [30.1395, -1.9686] }] }],
  ])("is refused: %s", (_title, json) => {
    expect(() => readOsrmAnswer(json, kigali)).toThrow(TypeError);
  });

  test("is requested with nothing but numbers in the path", () => {
    expect(osrmPath([at(-1.96861111, 1e-9), at(0, -180)])).toBe(
      "/route/v1/driving/0.00000,-1.96861;-180.00000,0.00000",
    );
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 2 }), (points) => {
        expect(osrmPath(points)).toMatch(/^\/route\/v1\/driving\/[-\d.,;]+$/);
      }),
    );
  });
});
