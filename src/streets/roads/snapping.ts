/** Finds the place on the roads that a point belongs to. */
import type { RoutePoint } from "../../routing/contract";
import {
  MAX_HEADING_SNAP_METERS,
  MAX_SNAP_METERS,
  HEADING_TOLERANCE_DEGREES,
} from "../../routing/rules";
import { at } from "../arrays";
import { DEGREE } from "../reading/extract";
import { longitudeDifference } from "./distance";
import type { Roads } from "./roads-file";
import { CONNECTED_FLAG, FERRY_FLAG, WIDE_ROAD_FLAG } from "./stretches";

const METERS_PER_DEGREE = 111_195;
/** How many more metres a moving car may be from its own road than from another one. */
const HEADING_DETOUR_METERS = 30;
/**
 * How far, in metres, a pin must be from the middle of a road to be on one side of it; beyond `max` it does not belong
 * to that road.
 */
const CURB_METERS = { min: 4, max: 100 };

/** A place on a stretch. */
export interface SnappedPoint {
  stretch: number;
  /** Which share of the stretch is before it, from 0 to 1; `line` says on which of the stretch's lines it is. */
  part: number;
  line: number;
  latitude: number;
  longitude: number;
  /** The distance from the given point. */
  meters: number;
  /** The side of the stretch on which the given point is, seen in the stretch's direction. */
  side: "left" | "right";
  /** The directions that suit the point's heading and side, whether cars may drive them or not. */
  arcs: readonly number[];
}

/**
 * The nearest stretch, preferably one in the car's heading, and the nearest stretch of the large network; null if there
 * is none.
 */
export interface SnapCandidates {
  nearest: SnappedPoint;
  connected: SnappedPoint | null;
}

interface NearbyRoad {
  meters: number;
  stretch: number;
  line: number;
  part: number;
  latitude: number;
  longitude: number;
  side: "left" | "right";
  /** The direction of the line that it is on, in degrees clockwise from north. */
  bearingDegrees: number;
}

/**
 * Finds the roads near a point in degrees; null if the nearest one is more than two kilometres away. With
 * `mustHaveName` only roads with a name count.
 */
export function snapToRoads(
  roads: Roads,
  point: RoutePoint,
  mustHaveName = false,
): SnapCandidates | null {
  const { grid, stretches } = roads;
  const y = point.latitude * DEGREE;
  const x = point.longitude * DEGREE;
  const longitudeScale = Math.max(0.01, Math.cos((point.latitude * Math.PI) / 180));
  const metersPerUnit = METERS_PER_DEGREE / DEGREE;
  // The width of a cell is used, because it is smaller than the height.
  const cellMeters = grid.cellSize * metersPerUnit * longitudeScale;
  const row = Math.floor((y - grid.south) / grid.cellSize);
  const column = Math.floor((x - grid.west) / grid.cellSize);
  let closestRoad: NearbyRoad | null = null;
  let connectedRoad: NearbyRoad | null = null;
  let headingRoad: NearbyRoad | null = null;
  const heading = point.headingDegrees ?? null;

  const measure = (stretch: number) => {
    const flags = at(stretches.flags, stretch);
    if (flags & FERRY_FLAG || (mustHaveName && at(stretches.name, stretch) === 0)) return;
    const road = nearestPointOnRoad(roads, stretch, y, x, longitudeScale);
    if (!closestRoad || road.meters < closestRoad.meters) closestRoad = road;
    if (flags & CONNECTED_FLAG && (!connectedRoad || road.meters < connectedRoad.meters))
      connectedRoad = road;
    if (heading !== null && (!headingRoad || road.meters < headingRoad.meters))
      if (arcsInHeading(roads, road, heading).length > 0) headingRoad = road;
  };
  const measureCell = (r: number, c: number) => {
    if (r < 0 || r >= grid.rows || c < 0 || c >= grid.columns) return;
    const cell = r * grid.columns + c;
    for (let i = at(grid.starts, cell); i < at(grid.starts, cell + 1); i++)
      measure(at(grid.items, i));
  };
  const maxRing = Math.ceil(MAX_SNAP_METERS / cellMeters) + 1;
  for (let ring = 0; ring <= maxRing; ring++) {
    for (let r = row - ring; r <= row + ring; r++) {
      const isOnRingEdge = r === row - ring || r === row + ring;
      for (
        let c = column - ring;
        c <= column + ring;
        c += isOnRingEdge || ring === 0 ? 1 : 2 * ring
      )
        measureCell(r, c);
    }
    // Everything outside this ring is farther away than this.
    const ringMeters = ring * cellMeters;
    const connectedSoFar = connectedRoad as NearbyRoad | null;
    if (connectedSoFar && connectedSoFar.meters <= ringMeters) break;
  }
  const bestRoad = closestRoad as NearbyRoad | null;
  if (!bestRoad || bestRoad.meters > MAX_SNAP_METERS) return null;
  const nearestConnected = connectedRoad as NearbyRoad | null;
  const aheadRoad = headingRoad as NearbyRoad | null;
  const limit = Math.min(MAX_HEADING_SNAP_METERS, bestRoad.meters + HEADING_DETOUR_METERS);
  const nearest =
    aheadRoad && heading !== null && aheadRoad.meters <= limit
      ? { ...toSnappedPoint(roads, aheadRoad), arcs: arcsInHeading(roads, aheadRoad, heading) }
      : {
          ...toSnappedPoint(roads, bestRoad),
          ...(point.isCurb && { arcs: curbArcs(roads, bestRoad) }),
        };
  return {
    nearest,
    connected:
      nearestConnected && nearestConnected.meters <= MAX_SNAP_METERS
        ? toSnappedPoint(roads, nearestConnected)
        : null,
  };
}

/**
 * Returns the direction from which a stop on a wide road is reached; both directions if the side does not matter or is
 * unknown.
 */
function curbArcs({ stretches }: Roads, { stretch, meters, side }: NearbyRoad): number[] {
  const { drivingSide, flags } = stretches;
  const isCurbDistance = meters >= CURB_METERS.min && meters <= CURB_METERS.max;
  if (!isCurbDistance || drivingSide === null || !(at(flags, stretch) & WIDE_ROAD_FLAG))
    return bothArcs(stretch);
  return [stretch * 2 + (side === drivingSide ? 0 : 1)];
}

const bothArcs = (stretch: number) => [stretch * 2, stretch * 2 + 1];

/** Returns the directions of a stretch that match a car's heading. */
function arcsInHeading(
  { stretches: { durations } }: Roads,
  { stretch, bearingDegrees }: NearbyRoad,
  heading: number,
): number[] {
  const differenceDegrees = Math.abs(((heading - bearingDegrees + 540) % 360) - 180);
  return [
    ...(differenceDegrees <= HEADING_TOLERANCE_DEGREES ? [stretch * 2] : []),
    ...(differenceDegrees >= 180 - HEADING_TOLERANCE_DEGREES ? [stretch * 2 + 1] : []),
  ].filter((arc) => at(durations, arc) >= 0);
}

/** Finds the nearest point of a stretch, on a plane that is accurate around the given point. */
function nearestPointOnRoad(
  { stretches: { shapes, latitudes, longitudes } }: Roads,
  stretch: number,
  y: number,
  x: number,
  longitudeScale: number,
): NearbyRoad {
  const nearestPlace: NearbyRoad = {
    meters: Number.POSITIVE_INFINITY,
    stretch,
    line: 0,
    part: 0,
    latitude: 0,
    longitude: 0,
    side: "right",
    bearingDegrees: 0,
  };
  const start = at(shapes, stretch);
  for (let i = start; i < at(shapes, stretch + 1) - 1; i++) {
    const fromY = at(latitudes, i) - y;
    const fromX = longitudeDifference(x, at(longitudes, i)) * longitudeScale;
    const dy = at(latitudes, i + 1) - at(latitudes, i);
    const dx = longitudeDifference(at(longitudes, i), at(longitudes, i + 1)) * longitudeScale;
    const lengthSquared = dx * dx + dy * dy;
    const share =
      lengthSquared === 0
        ? 0
        : Math.max(0, Math.min(1, -(fromX * dx + fromY * dy) / lengthSquared));
    const [nearestX, nearestY] = [fromX + share * dx, fromY + share * dy];
    const meters = (Math.hypot(nearestX, nearestY) * METERS_PER_DEGREE) / DEGREE;
    if (meters >= nearestPlace.meters) continue;
    nearestPlace.meters = meters;
    nearestPlace.line = i - start;
    nearestPlace.part = share;
    nearestPlace.latitude = y + nearestY;
    nearestPlace.longitude = x + nearestX / longitudeScale;
    // The given point is on the opposite side from the vector that leads from it to the road.
    nearestPlace.bearingDegrees = (Math.atan2(dx, dy) * 180) / Math.PI;
    nearestPlace.side = dx * -nearestY - dy * -nearestX > 0 ? "left" : "right";
  }
  return nearestPlace;
}

/** Converts the position on one line to a share of the whole stretch. */
function toSnappedPoint(
  { stretches: { shapes, latitudes, longitudes } }: Roads,
  road: NearbyRoad,
): SnappedPoint {
  const start = at(shapes, road.stretch);
  const longitudeScale = Math.cos(((road.latitude / DEGREE) * Math.PI) / 180);
  let [before, totalLength] = [0, 0];
  for (let i = start; i < at(shapes, road.stretch + 1) - 1; i++) {
    const dy = at(latitudes, i + 1) - at(latitudes, i);
    const dx = longitudeDifference(at(longitudes, i), at(longitudes, i + 1)) * longitudeScale;
    const length = Math.hypot(dx, dy);
    if (i - start < road.line) before += length;
    else if (i - start === road.line) before += length * road.part;
    totalLength += length;
  }
  return {
    ...road,
    arcs: bothArcs(road.stretch),
    part: totalLength === 0 ? 0 : before / totalLength,
    latitude: road.latitude / DEGREE,
    longitude: road.longitude / DEGREE,
  };
}
