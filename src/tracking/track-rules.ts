/**
 * The track of a trip is thinned: a point every 25 m, or every 30 s, or at a turn, and ever fewer of
 * them on a very long one.
 */
import type { Point } from "../places/contract";
import { greatCircleMeters } from "../places/rules";

/** A point of a track; `recordedAt` in ms UTC. */
export type TrackPoint = Point & { recordedAt: number; headingDegrees: number | null };

const POINT_DISTANCE_METERS = 25;
const POINT_INTERVAL_MS = 30_000;
const TURN_DEGREES = 30;
const TURN_METERS = 8;
/** How sure a point must be to be one of a track. */
const MAX_POINT_ACCURACY_METERS = 100;
/** A trip has no more points than this. */
export const MAX_TRACK_POINTS = 5_000;

/**
 * Whether a position belongs to the track of its trip. `before` and `after` are the points of the
 * track next to it in time, null at its ends; `count` is how many there are. Past 2,000 points the
 * distances and times double, past 3,000 and 4,000 again, and at 5,000 the track is full.
 */
export function isTrackPoint(
  point: TrackPoint & { accuracyMeters: number },
  track: { before: TrackPoint | null; after: TrackPoint | null; count: number },
): boolean {
  const { before, after, count } = track;
  if (point.accuracyMeters > MAX_POINT_ACCURACY_METERS || count >= MAX_TRACK_POINTS) return false;
  const spacingFactor = 2 ** Math.max(0, Math.floor(count / 1_000) - 1);
  return [before, after].every(
    (other) => other === null || needsActualText(point, other, spacingFactor),
  );
}

function needsActualText(a: TrackPoint, b: TrackPoint, spacingFactor: number): boolean {
  const time = Math.abs(a.recordedAt - b.recordedAt);
  // The same moment twice: a report that was sent again.
  if (time === 0) return false;
  if (time >= POINT_INTERVAL_MS * spacingFactor) return true;
  const distance = greatCircleMeters(a, b);
  if (distance >= POINT_DISTANCE_METERS * spacingFactor) return true;
  return distance >= TURN_METERS * spacingFactor && headingChange(a, b) >= TURN_DEGREES;
}

/** Degrees between two headings, 0 to 180; 0 where one is not known. */
function headingChange(a: TrackPoint, b: TrackPoint): number {
  if (a.headingDegrees === null || b.headingDegrees === null) return 0;
  const turn = Math.abs(a.headingDegrees - b.headingDegrees) % 360;
  return Math.min(turn, 360 - turn);
}
