/** Thins the track of a trip: a point every 25 m, every 30 s, or at a turn, and fewer of them on a very long trip. */
import type { Point } from "../places/contract";
import { greatCircleMeters } from "../places/rules";

/** A point of a track; `recordedAt` in ms UTC. */
export type TrackPoint = Point & { recordedAt: number; headingDegrees: number | null };

const POINT_DISTANCE_METERS = 25;
const POINT_INTERVAL_MS = 30_000;
const TURN_DEGREES = 30;
const TURN_METERS = 8;
/** The worst accuracy, in metres, of a track point. */
const MAX_POINT_ACCURACY_METERS = 100;
/** The most points of a trip's track. */
export const MAX_TRACK_POINTS = 5_000;

/**
 * Returns whether a position should be added to its trip's track. `before` and `after` are the neighbouring points of
 * the track in time, null at its ends; `count` is the number of its points. Beyond 2,000 points the minimum distances
 * and times double, beyond 3,000 and 4,000 they double again, and at 5,000 the track is full.
 */
export function isTrackPoint(
  point: TrackPoint & { accuracyMeters: number },
  track: { before: TrackPoint | null; after: TrackPoint | null; count: number },
): boolean {
  const { before, after, count } = track;
  if (point.accuracyMeters > MAX_POINT_ACCURACY_METERS || count >= MAX_TRACK_POINTS) return false;
  const spacingFactor = 2 ** Math.max(0, Math.floor(count / 1_000) - 1);
  return [before, after].every(
    (other) => other === null || isFarEnough(point, other, spacingFactor),
  );
}

function isFarEnough(a: TrackPoint, b: TrackPoint, spacingFactor: number): boolean {
  const elapsedMs = Math.abs(a.recordedAt - b.recordedAt);
  // The report was sent again, because its time is already in the track.
  if (elapsedMs === 0) return false;
  if (elapsedMs >= POINT_INTERVAL_MS * spacingFactor) return true;
  const distanceMeters = greatCircleMeters(a, b);
  if (distanceMeters >= POINT_DISTANCE_METERS * spacingFactor) return true;
  return distanceMeters >= TURN_METERS * spacingFactor && headingChange(a, b) >= TURN_DEGREES;
}

/** Returns the degrees between two headings, 0 to 180; 0 if one is unknown. */
function headingChange(a: TrackPoint, b: TrackPoint): number {
  if (a.headingDegrees === null || b.headingDegrees === null) return 0;
  const turn = Math.abs(a.headingDegrees - b.headingDegrees) % 360;
  return Math.min(turn, 360 - turn);
}
