import { describe, expect, test } from "bun:test";
import {
  hoursOffSpans,
  blocksIn,
  findBlock,
  hourStarts,
  laneAtHeight,
  laneId,
  MIN_TEXT_WIDTH_PX,
  layOutDay,
  ROW_HEIGHT_PX,
  findNextBlock,
  xOf,
} from "../../../client/board/day/layout";
import { tightConnectionText } from "../../../client/board/day/day-words";
import { mayMove } from "../../../client/board/day/use-reassign-trip";
import type { DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";

const MINUTE = 60_000;
/** A day in Kigali. */
const DAY_START = Date.parse("2026-11-19T22:00:00Z");
const at = (hours: number) => new Date(DAY_START + hours * 60 * MINUTE).toISOString();

let count = 1000;
function trip(hours: number, minutes: number, rest: Partial<DayTrip> = {}): DayTrip {
  const number = ++count;
  return {
    id: `t${number}`,
    number,
    state: "assigned",
    serviceType: "point_to_point",
    pickupAt: at(hours),
    endsAt: new Date(DAY_START + hours * 60 * MINUTE + minutes * MINUTE).toISOString(),
    pickup: { name: "A", detail: "", latitude: 0, longitude: 0 },
    dropoff: "B",
    passenger: "Aline",
    vehicleClass: "Sedan",
    driverId: "d1",
    plate: null,
    askedDriverId: null,
    willCall: false,
    onRequest: false,
    version: 1,
    matches: true,
    tight: null,
    ...rest,
  };
}

function plan(trips: DayTrip[], hours = 24): DayPlan {
  const drivers = ["d1", "d2", "d3"].map((id) => ({
    driver: { id, firstName: id, lastName: "", phone: null },
    vehicle: null,
    active: true,
    free: [{ from: at(0), until: at(hours) }],
  }));
  return { day: "2026-11-20", from: at(0), until: at(hours), drivers, trips, more: false };
}
const noMoves = new Map<string, string | null>();
const whole = { left: 0, top: 0, width: 5_000, height: 5_000 };

describe("the timeline's layout", () => {
  test("has a lane for unassigned trips on top, one for each driver, and bars as long as their trips", () => {
    const mine = trip(10, 90);
    const free = trip(11, 30, { driverId: null, state: "confirmed" });
    const layout = layOutDay(plan([mine, free]), 120, noMoves);
    expect(layout.lanes.map(laneId)).toEqual([null, "d1", "d2", "d3"]);
    expect(findBlock(layout, mine.id)?.block).toMatchObject({ x: 1_200, barWidth: 180 });
    expect(laneId(findBlock(layout, free.id)?.lane ?? { driver: null })).toBeNull();
    expect(layout.height).toBe(layout.lanes.reduce((sum, { height }) => sum + height, 0));
  });

  test("puts an overlapping trip one row lower, and ends a text before the next trip", () => {
    const [first, second, third] = [trip(10, 60), trip(10.25, 60), trip(11.1, 20)];
    const layout = layOutDay(plan([third, second, first]), 120, noMoves);
    const block = ({ id }: DayTrip) => findBlock(layout, id)?.block;
    expect((block(second)?.y ?? 0) - (block(first)?.y ?? 0)).toBe(ROW_HEIGHT_PX + 4);
    expect(block(third)?.y).toBe(block(first)?.y ?? 0);
    expect((block(first)?.x ?? 0) + (block(first)?.width ?? 0)).toBeLessThan(block(third)?.x ?? 0);
  });

  test("never lets two blocks of a day overlap", () => {
    const trips = Array.from({ length: 400 }, (_, at) =>
      trip((at * 7.3) % 24, 10 + ((at * 37) % 180), {
        driverId: [null, "d1", "d2", "gone"][at % 4] ?? null,
      }),
    );
    const blocks = blocksIn(layOutDay(plan(trips), 120, noMoves), whole, new Set()).map(
      ({ block }) => block,
    );
    expect(blocks).toHaveLength(400);
    for (const a of blocks) {
      expect(a.width).toBeGreaterThanOrEqual(MIN_TEXT_WIDTH_PX);
      expect(a.x + a.width).toBeLessThanOrEqual(24 * 120);
      for (const b of blocks)
        if (a !== b && a.y === b.y) expect(a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
    }
  });

  test("makes a day an hour wider when the clocks go back, and labels that hour", () => {
    expect(layOutDay(plan([], 25), 100, noMoves).width).toBe(2_500);
    expect(layOutDay(plan([], 23), 100, noMoves).width).toBe(2_300);
    expect(hourStarts(plan([], 25))).toHaveLength(25);
    expect(xOf(plan([]), Date.parse(at(1.5)), 100)).toBe(150);
  });

  test("shades the time before, between and after a driver's hours, and the whole of a day off", () => {
    const day = plan([]);
    expect(hoursOffSpans(day, { free: [{ from: at(-2), until: at(30) }] }, 10)).toEqual([]);
    expect(hoursOffSpans(day, { free: [] }, 10)).toEqual([{ x: 0, width: 240 }]);
    const free = [
      { from: at(14), until: at(26) },
      { from: at(6), until: at(12) },
    ];
    expect(hoursOffSpans(day, { free }, 10)).toEqual([
      { x: 0, width: 60 },
      { x: 120, width: 20 },
    ]);
  });

  test("draws only blocks near the window and those that must stay", () => {
    const near = trip(1, 30);
    const far = trip(20, 30);
    const layout = layOutDay(plan([near, far]), 120, noMoves);
    const window = { left: 0, top: 0, width: 600, height: 400 };
    const ids = (alwaysShownIds: string[]) =>
      blocksIn(layout, window, new Set(alwaysShownIds)).map(({ block }) => block.trip.id);
    expect(ids([])).toEqual([near.id]);
    expect(ids([far.id])).toEqual([near.id, far.id]);
  });

  test("shows a trip in its new driver's lane before the server has answered", () => {
    const movingTrip = trip(10, 30);
    const layout = layOutDay(plan([movingTrip]), 120, new Map([[movingTrip.id, "d3"]]));
    expect(laneId(findBlock(layout, movingTrip.id)?.lane ?? { driver: null })).toBe("d3");
  });

  test("moves along a lane by the left and right arrows, and to the nearest trip in time by up and down", () => {
    const [a, b] = [trip(8, 30), trip(12, 30)];
    const other = trip(12.5, 30, { driverId: "d3" });
    const layout = layOutDay(plan([a, b, other]), 120, noMoves);
    expect(findNextBlock(layout, a.id, "ArrowRight")).toBe(b.id);
    expect(findNextBlock(layout, a.id, "ArrowLeft")).toBeNull();
    expect(findNextBlock(layout, a.id, "ArrowDown")).toBe(other.id);
    expect(findNextBlock(layout, other.id, "ArrowUp")).toBe(b.id);
    expect(findNextBlock(layout, other.id, "ArrowDown")).toBeNull();
  });

  test("finds the lane at a height, and the first or last lane beyond the ends", () => {
    const layout = layOutDay(plan([]), 120, noMoves);
    expect(
      [-5, 1, 60, 9_999].map((y) => laneId(laneAtHeight(layout, y) ?? { driver: null })),
    ).toEqual([null, null, "d1", "d3"]);
  });
});

test("a trip that has begun, has ended or waits for a call cannot be moved", () => {
  expect(mayMove({ state: "pending", willCall: false })).toBe(true);
  expect(mayMove({ state: "assigned", willCall: false })).toBe(true);
  expect(mayMove({ state: "confirmed", willCall: true })).toBe(false);
  for (const state of ["quote", "en_route", "completed", "cancelled"] as const)
    expect(mayMove({ state, willCall: false })).toBe(false);
});

test("the text of a tight connection names gap and driving time, or the trip that it overlaps", () => {
  expect(tightConnectionText({ number: 7, gapSeconds: 1_200, travelSeconds: 1_490 })).toBe(
    "Tight: 20 min after trip #7, but the drive takes about 25 min",
  );
  expect(tightConnectionText({ number: 7, gapSeconds: -60, travelSeconds: 10 })).toBe(
    "Overlaps trip #7",
  );
});
