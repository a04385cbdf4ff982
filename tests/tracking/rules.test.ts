import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ReservationState } from "../../src/reservations/contract";
import { isOnShift, MAX_SHIFT_MS } from "../../src/drivers/shift-rules";
import {
  isTracked,
  TRACKING_AFTER_TRIP_MS,
  linkEndsAt,
} from "../../src/reservations/links/link-rules";
import {
  arrivalTarget,
  canSeePosition,
  positionRefusal,
  stateForLink,
} from "../../src/tracking/rules";
import { isTrackPoint, MAX_TRACK_POINTS, type TrackPoint } from "../../src/tracking/track-rules";

const NOW = Date.parse("2026-11-20T08:00:00Z");
const SECOND_MS = 1_000;
const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;

describe("who may see a driver's position", () => {
  test.each([...ReservationState.options])("in the state %s", (state) => {
    const isSeen = ["en_route", "on_location", "passenger_on_board"].includes(state);
    expect(isTracked(state)).toBe(isSeen);
    expect(canSeePosition({ state, enRouteAt: NOW }, { recordedAt: NOW })).toBe(isSeen);
    expect(canSeePosition({ state, enRouteAt: NOW }, { recordedAt: NOW + HOUR })).toBe(isSeen);
    expect(canSeePosition({ state, enRouteAt: NOW }, { recordedAt: NOW - 1 })).toBe(false);
    expect(canSeePosition({ state, enRouteAt: null }, { recordedAt: NOW })).toBe(false);
  });
});

test("stateForLink hides offers and the settling of the bill", () => {
  const told = new Set(ReservationState.options.map(stateForLink));
  const kept = ReservationState.options.filter((state) => !["offered", "settled"].includes(state));
  expect(told).toEqual(new Set(kept));
  expect([stateForLink("offered"), stateForLink("settled")]).toEqual(["confirmed", "completed"]);
});

describe("positionRefusal", () => {
  const dutyPeriods = [{ from: NOW - HOUR, until: null }];
  const refusal = (secondsAgo: number, duty: Parameters<typeof positionRefusal>[1] = dutyPeriods) =>
    positionRefusal({ recordedAt: NOW - secondsAgo * SECOND_MS, accuracyMeters: 10 }, duty, NOW);
  const openEndedDuty = [{ from: 0, until: null }];

  test("accepts positions of the last 24 hours and up to 30 seconds in the future", () => {
    expect(refusal(0)).toBeNull();
    expect(refusal(-30)).toBeNull();
    expect(refusal(-31)).toBe("future");
    expect(refusal(24 * 3600, openEndedDuty)).toBeNull();
    expect(refusal(24 * 3600 + 1, openEndedDuty)).toBe("too_old");
  });

  test("refuses a position from off duty", () => {
    expect(refusal(3600)).toBeNull();
    expect(refusal(3700)).toBe("off_duty");
    expect(refusal(0, [])).toBe("off_duty");
    const ended = [{ from: NOW - HOUR, until: NOW - MINUTE }];
    expect(refusal(60, ended)).toBeNull();
    expect(refusal(59, ended)).toBe("off_duty");
  });

  test("refuses an accuracy worse than a kilometre", () => {
    const withAccuracy = (accuracyMeters: number) =>
      positionRefusal({ recordedAt: NOW, accuracyMeters }, dutyPeriods, NOW);
    expect(withAccuracy(1_000)).toBeNull();
    expect(withAccuracy(1_001)).toBe("inaccurate");
  });
});

describe("the track of a trip", () => {
  const point = (meters: number, seconds: number, headingDegrees: number | null = 0) => ({
    latitude: -1.95 + meters / 111_195,
    longitude: 30.06,
    recordedAt: NOW + seconds * SECOND_MS,
    headingDegrees,
    accuracyMeters: 8,
  });
  const alone = { before: null, after: null, count: 0 };
  const after = (before: TrackPoint, count = 1) => ({ before, after: null, count });

  test("begins with the first point", () => {
    expect(isTrackPoint(point(0, 0), alone)).toBe(true);
  });

  test.each([
    ["24 m and 5 s on", 24, 5, 0, false],
    ["25 m on", 25.1, 5, 0, true],
    ["standing for 29 s", 0, 29, 0, false],
    ["standing for 30 s", 0, 30, 0, true],
    ["a turn of 30 degrees after 8 m", 8.1, 3, 30, true],
    ["a turn the other way round, over north", 8.1, 3, 330, true],
    ["a turn of 29 degrees", 8.1, 3, 29, false],
    ["a turn on the spot", 2, 3, 90, false],
    ["an unknown heading", 12, 3, null, false],
    ["the same moment again", 0, 0, 0, false],
  ] as const)(
    "keeps a point by distance, time and turn: %s",
    (_title, meters, seconds, heading, isKept) => {
      expect(isTrackPoint(point(meters, seconds, heading), after(point(0, 0)))).toBe(isKept);
    },
  );

  test("takes a late point between its neighbours if it adds something", () => {
    const gap = { before: point(0, 0), after: point(200, 25), count: 2 };
    expect(isTrackPoint(point(100, 12), gap)).toBe(true);
    expect(isTrackPoint(point(190, 24), gap)).toBe(false);
    expect(isTrackPoint(point(10, 1), gap)).toBe(false);
  });

  test("leaves out a point with an accuracy worse than 100 m", () => {
    expect(isTrackPoint({ ...point(500, 60), accuracyMeters: 101 }, after(point(0, 0)))).toBe(
      false,
    );
  });

  test("grows more slowly with its length, up to a maximum", () => {
    const far = (meters: number, count: number) =>
      isTrackPoint(point(meters, 10), after(point(0, 0), count));
    expect([far(30, 1_999), far(30, 2_000), far(51, 2_000)]).toEqual([true, false, true]);
    expect([far(51, 3_000), far(101, 3_000), far(101, 4_000), far(201, 4_000)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(far(100_000, MAX_TRACK_POINTS)).toBe(false);
  });

  test("of any drive is in order of time and has no more points than the drive", () => {
    const steps = fc.array(
      fc.record({
        meters: fc.double({ min: -400, max: 400, noNaN: true }),
        seconds: fc.integer({ min: 0, max: 90 }),
        heading: fc.option(fc.integer({ min: 0, max: 359 })),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (walk) => {
        const track: TrackPoint[] = [];
        let [meters, seconds] = [0, 0];
        for (const step of walk) {
          meters += step.meters;
          seconds += step.seconds;
          const next = point(meters, seconds, step.heading);
          const before = track.at(-1) ?? null;
          if (isTrackPoint(next, { before, after: null, count: track.length })) track.push(next);
        }
        for (const [index, each] of track.entries())
          expect(each.recordedAt).toBeGreaterThan(track[index - 1]?.recordedAt ?? 0);
        expect(track.length).toBeLessThanOrEqual(walk.length);
        if (walk.length > 0) expect(track.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe("linkEndsAt", () => {
  const trip = {
    pickupAt: NOW,
    durationSeconds: 1_800,
    hours: null,
    enRouteAt: null,
    endedAt: null,
  };

  test("is two hours after the end of the trip", () => {
    expect(linkEndsAt({ ...trip, endedAt: NOW + HOUR })).toBe(NOW + HOUR + TRACKING_AFTER_TRIP_MS);
    expect(TRACKING_AFTER_TRIP_MS).toBe(2 * HOUR);
    // A trip cancelled days ahead: the link ends two hours after the cancellation.
    expect(linkEndsAt({ ...trip, endedAt: NOW - 72 * HOUR })).toBe(NOW - 70 * HOUR);
  });

  test("is a day after the planned end of a trip that has not ended", () => {
    expect(linkEndsAt(trip)).toBe(NOW + 24.5 * HOUR);
    expect(linkEndsAt({ ...trip, hours: 72 })).toBe(NOW + 96 * HOUR);
    expect(linkEndsAt({ ...trip, enRouteAt: NOW + 30 * HOUR })).toBe(NOW + 54.5 * HOUR);
  });
});

test("arrivalTarget is the pickup and then the drop-off", () => {
  expect(arrivalTarget("assigned", "point_to_point")).toBeNull();
  expect(arrivalTarget("en_route", "hourly")).toBe("pickup");
  expect(arrivalTarget("on_location", "point_to_point")).toBeNull();
  expect(arrivalTarget("passenger_on_board", "point_to_point")).toBe("dropoff");
  expect(arrivalTarget("passenger_on_board", "hourly")).toBeNull();
  expect(arrivalTarget("completed", "point_to_point")).toBeNull();
});

test("isOnShift ends a shift automatically after its longest time", () => {
  expect(isOnShift(null, NOW)).toBe(false);
  expect(isOnShift(NOW, NOW)).toBe(true);
  expect(isOnShift(NOW - MAX_SHIFT_MS + 1, NOW)).toBe(true);
  expect(isOnShift(NOW - MAX_SHIFT_MS, NOW)).toBe(false);
});
