/** Rings of positions. They are closed: the last position repeats the first one. */
import type { Position } from "./mercator";

export const isClosed = (line: readonly Position[]): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
};

/** Returns the area of a ring. It is positive if the ring turns from the first axis towards the second. */
export function areaOf(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1] as Position, ring[i] as Position];
    sum += x1 * y2 - x2 * y1;
  }
  return sum / 2;
}

/** Returns whether a position is inside a ring. */
export function isInside(ring: readonly Position[], [x, y]: Position): boolean {
  let isPointInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1] as Position, ring[i] as Position];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
      isPointInside = !isPointInside;
  }
  return isPointInside;
}

/**
 * Groups outer rings into polygons, each with the holes inside it, because a renderer looks for a hole only within its
 * own polygon.
 */
export function nestRings(
  outer: readonly Position[][],
  holes: readonly Position[][],
): Position[][][] {
  if (outer.length === 1) return outer.map((ring) => [ring, ...holes]);
  const polygons = outer.map((ring) => ({
    ring,
    rings: [ring],
    x: spanOf(ring, 0),
    y: spanOf(ring, 1),
  }));
  for (const hole of holes)
    polygons
      .find(({ ring, x, y }) =>
        hole.some(
          (place) =>
            place[0] >= x.min &&
            place[0] <= x.max &&
            place[1] >= y.min &&
            place[1] <= y.max &&
            isInside(ring, place),
        ),
      )
      ?.rings.push(hole);
  return polygons.map(({ rings }) => rings);
}

function spanOf(ring: readonly Position[], axis: 0 | 1) {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const place of ring) {
    min = Math.min(min, place[axis]);
    max = Math.max(max, place[axis]);
  }
  return { min, max };
}

/**
 * Cuts a ring to the rectangle between two corners (Sutherland and Hodgman, 1974). Separate parts stay connected by
 * edges along the sides.
 */
export function cutRing(
  ring: readonly Position[],
  from: Position,
  to: Position,
): readonly Position[] {
  let cut = ring;
  for (const axis of [0, 1] as const)
    for (const [limit, sign] of [
      [from[axis], 1],
      [to[axis], -1],
    ] as const)
      if (cut.some((position) => (position[axis] - limit) * sign < 0))
        cut = cutRingAt(cut, axis, limit, sign);
  return cut;
}

/** Returns the part of a ring above a limit on an axis, or below it if `sign` is -1. */
function cutRingAt(
  ring: readonly Position[],
  axis: 0 | 1,
  limit: number,
  sign: 1 | -1,
): Position[] {
  const cut: Position[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1] as Position, ring[i] as Position];
    const [before, after] = [(from[axis] - limit) * sign, (to[axis] - limit) * sign];
    if (before >= 0) cut.push(from);
    if (before < 0 === after < 0) continue;
    const part = before / (before - after);
    const place: Position = [
      from[0] + (to[0] - from[0]) * part,
      from[1] + (to[1] - from[1]) * part,
    ];
    place[axis] = limit;
    cut.push(place);
  }
  if (cut[0]) cut.push(cut[0]);
  return cut;
}
