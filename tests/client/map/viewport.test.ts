import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  fitPoints,
  metersPerPixel,
  pointsOf,
  projectPoint,
  routePoints,
  scaleBar,
  scaleOfZoom,
  pointAt,
  unwrapLongitudes,
} from "../../../client/map/viewport";
import { encodePolyline } from "../../../src/routing/polyline";
import { greatCircleMeters } from "../../../src/places/rules";

const size = { width: 400, height: 240 };
const KIGALI = { latitude: -1.9536, longitude: 30.0606 };
const AIRPORT = { latitude: -1.9686, longitude: 30.1395 };
const point = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("the map's view", () => {
  test("shows every point that it was fitted to, with a margin", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 8 }), (points) => {
        const view = fitPoints(points, size, 40);
        for (const each of points) {
          const { x, y } = projectPoint(view, each);
          expect(x).toBeGreaterThanOrEqual(39.999);
          expect(x).toBeLessThanOrEqual(360.001);
          expect(y).toBeGreaterThanOrEqual(39.999);
          expect(y).toBeLessThanOrEqual(200.001);
        }
      }),
    );
  });

  test("finds the point at a position on the screen", () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 1, max: 18 }), (middle, zoom) => {
        const view = { ...fitPoints([middle], size, 0), scale: scaleOfZoom(zoom) };
        const found = pointAt(view, 123, 45);
        expect(projectPoint(view, found).x).toBeCloseTo(123, 3);
        expect(projectPoint(view, found).y).toBeCloseTo(45, 3);
      }),
    );
  });

  test("zooms in no closer than asked, and shows the world if there are no points", () => {
    expect(fitPoints([KIGALI], size, 40, 15).scale).toBe(scaleOfZoom(15));
    expect(fitPoints([], size, 40)).toMatchObject({ x: 0.5, y: 0.5, scale: 400 });
  });

  test("measures distances as the great circle does", () => {
    const view = fitPoints([KIGALI, AIRPORT], size, 40);
    const [from, to] = [projectPoint(view, KIGALI), projectPoint(view, AIRPORT)];
    const meters = Math.hypot(from.x - to.x, from.y - to.y) * metersPerPixel(view);
    expect(meters / greatCircleMeters(KIGALI, AIRPORT)).toBeCloseTo(1, 2);
  });
});

describe("the scale bar", () => {
  test("shows a round distance in the operator's unit", () => {
    const view = fitPoints([KIGALI, AIRPORT], size, 40);
    expect(scaleBar(view, "km").words).toBe("2 km");
    expect(scaleBar(view, "mi").words).toBe("1 mi");
    const near = fitPoints([KIGALI], size, 40, 18);
    expect(scaleBar(near, "km").words).toBe("20 m");
    expect(scaleBar(near, "mi").words).toBe("100 ft");
    for (const unit of ["km", "mi"] as const) {
      const { pixels } = scaleBar(view, unit);
      expect(pixels).toBeGreaterThan(40);
      expect(pixels).toBeLessThanOrEqual(110);
    }
  });
});

describe("the line of a route", () => {
  const pins = [
    { kind: "pickup" as const, name: "Kigali", ...KIGALI },
    { kind: "dropoff" as const, name: "Airport", ...AIRPORT },
  ];
  test("follows the roads if they are known, and is straight if not", () => {
    const geometry = encodePolyline([KIGALI, { latitude: -1.96, longitude: 30.1 }, AIRPORT]);
    expect(routePoints({ pins, route: { geometry } })).toHaveLength(3);
    expect(routePoints({ pins, route: { geometry: null } })).toEqual(pins);
    expect(routePoints({ pins, route: null })).toEqual([]);
    expect(routePoints({ pins: pins.slice(0, 1), route: { geometry: null } })).toEqual([]);
  });

  test("is straight if its geometry cannot be read", () => {
    expect(routePoints({ pins, route: { geometry: "\u0001 no polyline" } })).toEqual(pins);
  });

  test("takes the short way across the date line", () => {
    const [suva, apia] = [
      { latitude: -18.1, longitude: 178.4 },
      { latitude: -13.8, longitude: -171.8 },
    ];
    expect(unwrapLongitudes([suva, apia])[1]?.longitude).toBeCloseTo(188.2, 6);
    const shown = {
      pins: [
        { kind: "pickup" as const, name: "Suva", ...suva },
        { kind: "dropoff" as const, name: "Apia", ...apia },
      ],
      cars: [],
      route: { geometry: null },
    };
    expect(fitPoints(pointsOf(shown), size, 40).scale).toBeGreaterThan(5_000);
  });
});
