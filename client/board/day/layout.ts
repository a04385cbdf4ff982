/**
 * The layout of a day's timeline, in pixels. Each driver has a lane; unassigned trips are on top.
 * Overlapping trips go one row lower. Widths follow real time, so the day the clocks go back is an
 * hour wider.
 */
import type { DayDriver, DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";
import { groupInto } from "../../../src/settings/group-into";

export const ROW_HEIGHT_PX = 40;
const ROW_GAP_PX = 4;
const LANE_PADDING_PX = 6;
const MIN_LANE_HEIGHT_PX = 52;
/** The minimum width of a block's text, even for a short trip. */
export const MIN_TEXT_WIDTH_PX = 76;
const MIN_UNASSIGNED_TEXT_WIDTH_PX = 148;
/** The width of a short trip's text if the next trip in its row leaves room. */
const FULL_TEXT_WIDTH_PX = 260;
const TEXT_GAP_PX = 4;

export interface Block {
  trip: DayTrip;
  /** Pixels from the start of the day, and from the top of the lanes. */
  x: number;
  y: number;
  /** The widths of the block's text and of the trip itself. */
  width: number;
  barWidth: number;
}

export interface Lane {
  /** Null for unassigned trips. */
  driver: DayDriver | null;
  y: number;
  height: number;
  /** By pickup. */
  blocks: readonly Block[];
}

export interface Layout {
  lanes: readonly Lane[];
  width: number;
  height: number;
}

const HOUR_MS = 3_600_000;

/** Returns the distance of an instant (ms UTC) from the start of the day. */
export function xOf(plan: Pick<DayPlan, "from">, at: number, hourWidth: number): number {
  return ((at - Date.parse(plan.from)) / HOUR_MS) * hourWidth;
}

/** Returns the id of a lane: its driver's id, or null for unassigned trips. */
export function laneId(lane: { driver: DayDriver | null }): string | null {
  return lane.driver?.driver.id ?? null;
}

/** Lays out a day. `newDriverByTrip` has the new drivers of trips that the server has not confirmed yet. */
export function layOutDay(
  plan: DayPlan,
  hourWidth: number,
  newDriverByTrip: ReadonlyMap<string, string | null>,
): Layout {
  const width = xOf(plan, Date.parse(plan.until), hourWidth);
  const driverIds = new Set(plan.drivers.map(({ driver }) => driver.id));
  const tripsByLane = groupInto(plan.trips, (trip) => {
    const driverId = newDriverByTrip.has(trip.id)
      ? (newDriverByTrip.get(trip.id) ?? null)
      : trip.driverId;
    return driverId !== null && driverIds.has(driverId) ? driverId : null;
  });
  let y = 0;
  const lanes = [null, ...plan.drivers].map((driver): Lane => {
    const trips = tripsByLane.get(driver?.driver.id ?? null) ?? [];
    const { blocks, rows } = pack(trips, {
      plan,
      hourWidth,
      width,
      top: y + LANE_PADDING_PX,
      minTextWidth: driver ? MIN_TEXT_WIDTH_PX : MIN_UNASSIGNED_TEXT_WIDTH_PX,
    });
    const height = Math.max(
      MIN_LANE_HEIGHT_PX,
      rows * (ROW_HEIGHT_PX + ROW_GAP_PX) - ROW_GAP_PX + 2 * LANE_PADDING_PX,
    );
    const lane = { driver, y, height, blocks };
    y += height;
    return lane;
  });
  return { lanes, width, height: y };
}

function pack(
  trips: readonly DayTrip[],
  options: { plan: DayPlan; hourWidth: number; width: number; top: number; minTextWidth: number },
): { blocks: Block[]; rows: number } {
  const { plan, hourWidth, width, top, minTextWidth } = options;
  const sortedTrips = trips.toSorted(
    (a, b) => Date.parse(a.pickupAt) - Date.parse(b.pickupAt) || a.number - b.number,
  );
  const lastBlockByRow: Block[] = [];
  const blocks = sortedTrips.map((trip) => {
    const startX = Math.max(0, xOf(plan, Date.parse(trip.pickupAt), hourWidth));
    const endX = Math.min(width, xOf(plan, Date.parse(trip.endsAt), hourWidth));
    // Late in the evening, the block moves left so that its text ends at the end of the day.
    const x = Math.min(startX, width - minTextWidth);
    const freeRow = lastBlockByRow.findIndex((last) => {
      return last.x + Math.max(last.barWidth, minTextWidth) + TEXT_GAP_PX <= x;
    });
    const row = freeRow === -1 ? lastBlockByRow.length : freeRow;
    const barWidth = Math.max(8, endX - x);
    const before = lastBlockByRow[row];
    // The previous block's text ends where this one starts.
    if (before) before.width = Math.min(before.width, x - before.x - TEXT_GAP_PX);
    const block: Block = {
      trip,
      x,
      y: top + row * (ROW_HEIGHT_PX + ROW_GAP_PX),
      barWidth,
      width: Math.min(Math.max(barWidth, FULL_TEXT_WIDTH_PX), width - x),
    };
    lastBlockByRow[row] = block;
    return block;
  });
  return { blocks, rows: lastBlockByRow.length };
}

/** Returns the hours of the day when a driver is off duty. */
export function hoursOffSpans(
  plan: Pick<DayPlan, "from" | "until">,
  { free }: Pick<DayDriver, "free">,
  hourWidth: number,
): { x: number; width: number }[] {
  const end = xOf(plan, Date.parse(plan.until), hourWidth);
  const clippedX = (at: string) => Math.min(end, Math.max(0, xOf(plan, Date.parse(at), hourWidth)));
  const timeOff: { x: number; width: number }[] = [];
  let x = 0;
  for (const span of free.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const from = clippedX(span.from);
    if (from > x) timeOff.push({ x, width: from - x });
    x = Math.max(x, clippedX(span.until));
  }
  if (x < end) timeOff.push({ x, width: end - x });
  return timeOff;
}

export interface VisibleArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Blocks are rendered this far beyond the window, so that scrolling shows no gaps. */
const OVERSCAN_PX = 300;

/** Returns the blocks in a window, in lane order, plus those outside it that must stay. */
export function blocksIn(
  layout: Layout,
  visibleArea: VisibleArea,
  alwaysShownIds: ReadonlySet<string>,
): { lane: Lane; block: Block }[] {
  const visibleBlocks: { lane: Lane; block: Block }[] = [];
  for (const lane of layout.lanes) {
    const isNear =
      lane.y < visibleArea.top + visibleArea.height + OVERSCAN_PX &&
      lane.y + lane.height > visibleArea.top - OVERSCAN_PX;
    for (const block of lane.blocks) {
      const isVisible =
        isNear &&
        block.y < visibleArea.top + visibleArea.height + OVERSCAN_PX &&
        block.y + ROW_HEIGHT_PX > visibleArea.top - OVERSCAN_PX &&
        block.x < visibleArea.left + visibleArea.width + OVERSCAN_PX &&
        block.x + block.width > visibleArea.left - OVERSCAN_PX;
      if (isVisible || alwaysShownIds.has(block.trip.id)) visibleBlocks.push({ lane, block });
    }
  }
  return visibleBlocks;
}

/** Returns the lane at a height: the nearest one if the height is above the first or below the last. */
export function laneAtHeight(layout: Layout, y: number): Lane | undefined {
  if (y < 0) return layout.lanes[0];
  return layout.lanes.find((lane) => y < lane.y + lane.height) ?? layout.lanes.at(-1);
}

/** Returns the position of a trip on the timeline. */
export function findBlock(layout: Layout, id: string): { lane: Lane; block: Block } | null {
  for (const lane of layout.lanes) {
    const block = lane.blocks.find(({ trip }) => trip.id === id);
    if (block) return { lane, block };
  }
  return null;
}

/** Returns the trip that an arrow key selects: along the lane, or the nearest in time in the next lane with trips. */
export function findNextBlock(
  layout: Layout,
  id: string,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
): string | null {
  const position = findBlock(layout, id);
  if (!position) return null;
  const { lane, block } = position;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const at = lane.blocks.indexOf(block) + (key === "ArrowRight" ? 1 : -1);
    return lane.blocks[at]?.trip.id ?? null;
  }
  const step = key === "ArrowDown" ? 1 : -1;
  for (let at = layout.lanes.indexOf(lane) + step; layout.lanes[at]; at += step) {
    const blocks = layout.lanes[at]?.blocks ?? [];
    const [nearestBlock] = blocks.toSorted(
      (a, b) => Math.abs(a.x - block.x) - Math.abs(b.x - block.x),
    );
    if (nearestBlock) return nearestBlock.trip.id;
  }
  return null;
}

/** Returns the instants at which the hours of a day start, in UTC. In autumn, a clock shows one of them twice. */
export function hourStarts(plan: Pick<DayPlan, "from" | "until">): string[] {
  const hours: string[] = [];
  for (let at = Date.parse(plan.from); at < Date.parse(plan.until); at += HOUR_MS)
    hours.push(new Date(at).toISOString());
  return hours;
}
