/**
 * Checks the shapes of zones, and finds the zones at a point.
 *
 * A zone consists of closed rings of at least three corners, 2,000 in total. They neither touch nor cross themselves or
 * each other, and stay on one side of the 180th meridian. Corners and the points that are looked up are rounded to a
 * millionth of a degree (about 11 cm); on that grid the test is exact. A zone includes its lines, those of holes too.
 * Of the zones around a point the highest priority comes first, then the smaller zone, then the name.
 */
import type { Point } from "../places/contract";
import type { Position, ZoneShape } from "./contract";

/** The most corners of a zone, including holes and all its polygons. */
export const MAX_CORNERS = 2_000;
/** The number of grid steps in a degree. */
export const GRID_STEPS_PER_DEGREE = 1_000_000;
const EARTH_RADIUS_METERS = 6_371_008.8;

/** West, south, east, north in degrees. */
type Box = [number, number, number, number];
/** Alternating x and y, in grid steps; the last corner repeats the first. */
type GridRing = Float64Array;
/** The outer ring, followed by the holes. */
export type GridPolygon = readonly GridRing[];

/** Says what is wrong with a shape, in words for the person who drew it. */
export class ZoneShapeError extends Error {}

/**
 * Returns the shape as it is stored: on the grid, without repeated corners, outer rings counter-clockwise and holes
 * clockwise, as RFC 7946 requires. Throws `ZoneShapeError` if it is not a valid zone.
 */
export function tidyShape(shape: ZoneShape): ZoneShape {
  const polygons = polygonsOf(shape);
  const rings = polygons.flat();
  if (rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0) > MAX_CORNERS)
    throw new ZoneShapeError(`has more than ${MAX_CORNERS.toLocaleString("en")} corners`);
  const hasSeveralPolygons = polygons.length > 1;
  const tidyPolygons = polygons.map((polygon, p) =>
    tidyPolygon(polygon, hasSeveralPolygons ? `polygon ${p + 1}, ` : ""),
  );
  const coordinates = tidyPolygons.map((polygon) => polygon.map(positionsOf));
  const [only] = coordinates;
  return coordinates.length === 1 && only
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates };
}

/** Returns the polygons of a shape; a Polygon is one. */
export function polygonsOf(shape: ZoneShape): Position[][][] {
  return shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
}

/** Returns a shape's polygons on the grid, for `isInside`. */
export function gridOf(shape: ZoneShape): GridPolygon[] {
  return polygonsOf(shape).map((polygon) => polygon.map(toGridRing));
}

/** Returns whether a point (rounded to the grid) is inside a polygon or on its line. */
export function isInside(polygon: GridPolygon, point: Point): boolean {
  const x = Math.round(point.longitude * GRID_STEPS_PER_DEGREE);
  const y = Math.round(point.latitude * GRID_STEPS_PER_DEGREE);
  for (let i = 0; i < polygon.length; i++) {
    const ring = polygon[i];
    if (!ring) continue;
    const side = sideOf(ring, x, y);
    if (side === 0) return true;
    if (side < 0 === (i === 0)) return false;
  }
  return true;
}

/** Returns the bounding box of a polygon or a whole shape, in degrees. */
export function boxOf(rings: readonly (readonly Position[])[]): Box {
  const box: Box = [180, 90, -180, -90];
  for (const ring of rings)
    for (const [longitude = 0, latitude = 0] of ring) {
      box[0] = Math.min(box[0], longitude);
      box[1] = Math.min(box[1], latitude);
      box[2] = Math.max(box[2], longitude);
      box[3] = Math.max(box[3], latitude);
    }
  return box;
}

/** Returns the area in square metres on the sphere, without holes (Chamberlain and Duquette, JPL 2007). */
export function areaSquareMeters(shape: ZoneShape): number {
  let area = 0;
  for (const polygon of polygonsOf(shape))
    for (const [i, ring] of polygon.entries())
      area += (i === 0 ? 1 : -1) * Math.abs(ringArea(ring));
  return area;
}

/** Compares two zones around one point by which counts first; for `sort`. */
export function compareZones(
  a: { priority: number; areaSquareMeters: number; name: string },
  b: { priority: number; areaSquareMeters: number; name: string },
): number {
  return (
    b.priority - a.priority ||
    a.areaSquareMeters - b.areaSquareMeters ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}

function tidyPolygon(polygon: readonly Position[][], where: string): GridRing[] {
  const rings = polygon.map((ring, i) => {
    const ringName = i === 0 ? (polygon.length > 1 ? "the outer ring" : "the ring") : `hole ${i}`;
    return normalizeRing(ring, i === 0, `${where}${ringName}`);
  });
  const crossingPoint = findCrossing(rings);
  if (crossingPoint) {
    const [longitude = 0, latitude = 0] = crossingPoint.at;
    const near = `near ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
    throw new ZoneShapeError(
      crossingPoint.isSameRing
        ? `${where}the line crosses or touches itself ${near}`
        : `${where}two rings cross or touch ${near}`,
    );
  }
  const [outer, ...holes] = rings;
  for (const [i, hole] of holes.entries())
    if (outer && !isRingInside(hole, outer))
      throw new ZoneShapeError(`${where}hole ${i + 1} is not inside the outer ring`);
  for (const [i, hole] of holes.entries())
    for (const [j, other] of holes.entries())
      if (i !== j && isRingInside(hole, other))
        throw new ZoneShapeError(`${where}hole ${i + 1} is inside hole ${j + 1}`);
  return rings;
}

function normalizeRing(ring: readonly Position[], isOuter: boolean, which: string): GridRing {
  for (const [longitude = 0, latitude = 0] of ring) {
    if (Math.abs(longitude) > 180)
      throw new ZoneShapeError(
        `${which} has the longitude ${longitude}. Longitudes go from -180 to 180. Draw a zone across the 180th meridian as two polygons`,
      );
    if (Math.abs(latitude) > 90)
      throw new ZoneShapeError(
        `${which} has the latitude ${latitude}. Latitudes go from -90 to 90, and GeoJSON has the longitude first`,
      );
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || ring.length < 4)
    throw new ZoneShapeError(
      `${which} needs at least three corners, and must end with the first one`,
    );
  if (first[0] !== last[0] || first[1] !== last[1])
    throw new ZoneShapeError(`${which} is not closed: the last point must equal the first one`);
  for (let i = 1; i < ring.length; i++)
    if (Math.abs((ring[i]?.[0] ?? 0) - (ring[i - 1]?.[0] ?? 0)) > 180)
      throw new ZoneShapeError(
        `${which} crosses the 180th meridian: draw it as two polygons, one on each side`,
      );
  const tidyRing = withoutDuplicates(toGridRing(ring));
  if (tidyRing.length < 8 || isOneLine(tidyRing)) throw new ZoneShapeError(`${which} has no area`);
  return gridArea(tidyRing) > 0 === isOuter ? tidyRing : reverseRing(tidyRing);
}

function toGridRing(ring: readonly Position[]): GridRing {
  const grid = new Float64Array(ring.length * 2);
  for (const [i, [longitude = 0, latitude = 0]] of ring.entries()) {
    // Adding 0 turns minus zero into zero; minus zero would be printed differently.
    grid[i * 2] = Math.round(longitude * GRID_STEPS_PER_DEGREE) + 0;
    grid[i * 2 + 1] = Math.round(latitude * GRID_STEPS_PER_DEGREE) + 0;
  }
  return grid;
}

function positionsOf(ring: GridRing): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2)
    positions.push([
      (ring[i] ?? 0) / GRID_STEPS_PER_DEGREE,
      (ring[i + 1] ?? 0) / GRID_STEPS_PER_DEGREE,
    ]);
  return positions;
}

function withoutDuplicates(ring: GridRing): GridRing {
  const keptCoordinates: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]];
    if (i === 0 || x !== keptCoordinates.at(-2) || y !== keptCoordinates.at(-1))
      keptCoordinates.push(x, y);
  }
  return Float64Array.from(keptCoordinates);
}

function reverseRing(ring: GridRing): GridRing {
  const reversedRing = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    reversedRing[i] = ring[ring.length - 2 - i] ?? 0;
    reversedRing[i + 1] = ring[ring.length - 1 - i] ?? 0;
  }
  return reversedRing;
}

function isOneLine(ring: GridRing): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring;
  const edge = { x1, y1, x2, y2 };
  for (let i = 4; i < ring.length; i += 2)
    if (sideOfEdge(edge, ring[i] ?? 0, ring[i + 1] ?? 0) !== 0) return false;
  return true;
}

/** Returns twice the area on the grid; positive if the ring is counter-clockwise. */
function gridArea(ring: GridRing): number {
  let sum = 0;
  const [x0 = 0, y0 = 0] = ring;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(i, i + 4);
    sum += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  }
  return sum;
}

function ringArea(ring: readonly Position[]): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [fromLongitude = 0, fromLatitude = 0] = ring[i - 1] ?? [];
    const [toLongitude = 0, toLatitude = 0] = ring[i] ?? [];
    const sineSum = Math.sin(radians(fromLatitude)) + Math.sin(radians(toLatitude));
    sum += radians(toLongitude - fromLongitude) * (2 + sineSum);
  }
  return (sum * EARTH_RADIUS_METERS * EARTH_RADIUS_METERS) / 2;
}

/** Returns 1 inside a ring, 0 on its line and -1 outside. It counts how often a ray to the east crosses the ring. */
function sideOf(ring: GridRing, x: number, y: number): -1 | 0 | 1 {
  let isPointInside = false;
  let fromX = ring[0] as number; // A ring has at least one corner.
  let fromY = ring[1] as number;
  for (let i = 2; i < ring.length; i += 2) {
    const toX = ring[i] as number; // `i` is below the length, which is even.
    const toY = ring[i + 1] as number;
    if (fromY > y !== toY > y) {
      // Positive if the point is left of the line.
      const crossProduct = (toX - fromX) * (y - fromY) - (x - fromX) * (toY - fromY);
      if (crossProduct === 0) return 0;
      if (crossProduct > 0 === toY > fromY) isPointInside = !isPointInside;
    } else if (y === fromY || y === toY) {
      if ((y === fromY && x === fromX) || (y === toY && x === toX)) return 0;
      if (fromY === toY && fromX > x !== toX > x) return 0;
    }
    fromX = toX;
    fromY = toY;
  }
  return isPointInside ? 1 : -1;
}

/** Returns whether a ring that does not meet `other` is inside it; one corner is enough to tell. */
function isRingInside(ring: GridRing, other: GridRing): boolean {
  return sideOf(other, ring[0] ?? 0, ring[1] ?? 0) > 0;
}

type Edge = {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  west: number;
  east: number;
  south: number;
  north: number;
  ring: number;
  at: number;
  edgeCount: number;
};

/**
 * Returns a place where lines of the rings meet but must not; null if there is none. Edges are visited from west to
 * east, and compared only with those that have not ended yet.
 */
function findCrossing(rings: readonly GridRing[]): { at: Position; isSameRing: boolean } | null {
  const edges: Edge[] = [];
  for (const [r, ring] of rings.entries()) {
    const edgeCount = ring.length / 2 - 1;
    for (let i = 0; i < edgeCount; i++) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(i * 2, i * 2 + 4);
      const [west, east] = x1 < x2 ? [x1, x2] : [x2, x1];
      const [south, north] = y1 < y2 ? [y1, y2] : [y2, y1];
      edges.push({ x1, y1, x2, y2, west, east, south, north, ring: r, at: i, edgeCount });
    }
  }
  edges.sort((a, b) => a.west - b.west);
  const openEdges: Edge[] = [];
  for (const edge of edges) {
    let openCount = 0;
    // The list is filtered in place and boxes are compared first, because 2,000 parallel lines make two million pairs.
    for (const other of openEdges) {
      if (other.east < edge.west) continue;
      openEdges[openCount++] = other;
      if (other.north < edge.south || other.south > edge.north) continue;
      if (edgesCross(edge, other))
        return {
          at: [edge.x1 / GRID_STEPS_PER_DEGREE, edge.y1 / GRID_STEPS_PER_DEGREE],
          isSameRing: edge.ring === other.ring,
        };
    }
    openEdges.length = openCount;
    openEdges.push(edge);
  }
  return null;
}

/** Returns whether two edges with overlapping boxes meet in a way that is not allowed. */
function edgesCross(a: Edge, b: Edge): boolean {
  const a1 = sideOfEdge(b, a.x1, a.y1);
  const a2 = sideOfEdge(b, a.x2, a.y2);
  if (a1 * a2 > 0) return false;
  if (sideOfEdge(a, b.x1, b.y1) * sideOfEdge(a, b.x2, b.y2) > 0) return false;
  const isSameLine = a1 === 0 && a2 === 0;
  if (isSameLine && !overlap(a, b)) return false;
  if (a.ring !== b.ring) return true;
  const distance = Math.abs(a.at - b.at);
  const areNeighbours = distance === 1 || distance === a.edgeCount - 1;
  // Neighbouring edges may meet only in their common corner.
  return areNeighbours ? isSameLine && sharesLength(a, b) : true;
}

/** Returns on which side of an edge a point is: 1 to its left, -1 to its right, 0 on its line. */
function sideOfEdge(edge: Pick<Edge, "x1" | "y1" | "x2" | "y2">, x: number, y: number): number {
  return Math.sign((edge.x2 - edge.x1) * (y - edge.y1) - (x - edge.x1) * (edge.y2 - edge.y1));
}

/** Returns whether the boxes of two edges on one line overlap. */
function overlap(a: Edge, b: Edge): boolean {
  return (
    Math.max(Math.min(a.x1, a.x2), Math.min(b.x1, b.x2)) <=
      Math.min(Math.max(a.x1, a.x2), Math.max(b.x1, b.x2)) &&
    Math.max(Math.min(a.y1, a.y2), Math.min(b.y1, b.y2)) <=
      Math.min(Math.max(a.y1, a.y2), Math.max(b.y1, b.y2))
  );
}

/** Returns whether two edges on one line share more than a point. */
function sharesLength(a: Edge, b: Edge): boolean {
  const wide =
    Math.min(Math.max(a.x1, a.x2), Math.max(b.x1, b.x2)) -
    Math.max(Math.min(a.x1, a.x2), Math.min(b.x1, b.x2));
  const high =
    Math.min(Math.max(a.y1, a.y2), Math.max(b.y1, b.y2)) -
    Math.max(Math.min(a.y1, a.y2), Math.min(b.y1, b.y2));
  return wide > 0 || high > 0;
}
