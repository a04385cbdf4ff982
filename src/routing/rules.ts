/**
 * How far and how long when no router is asked, and what of a router's answer is believed.
 *
 * The estimate is the great circle times 1.3 at a configured speed, and says that it is one.
 * A router is believed when its way begins and ends near the stops, is not shorter than the great
 * circle between them, and is driven neither slower than a walk nor faster than a car can.
 */
import type { Point } from "../places/contract";
import { greatCircleMeters } from "../places/rules";
import type { Route } from "./contract";

/** Roads are longer than the great circle by about this much. */
const DETOUR_FACTOR = 1.3;
const DEFAULT_SPEED_KMH = 28;

/** Farther than this from any road a point is not on the network, and a router answers about another place. */
export const MAX_SNAP_METERS = 2_000;
/** So far a road may turn off a heading, as phones tell it, and so far a moving car may be from the road that it drives on. */
export const HEADING_TOLERANCE_DEGREES = 60;
export const MAX_HEADING_SNAP_METERS = 50;
const MIN_SPEED_KMH = 1;
const MAX_SPEED_KMH = 250;
/** Over shorter ways than this a traffic light alone makes any speed possible. */
const MIN_SPEED_CHECK_METERS = 500;
/** The sphere that we measure on and the ellipsoid that routers measure on differ by less. */
const EARTH_ELLIPTICITY = 0.99;

/** The great circles from point to point, in metres. */
export function straightMeters(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    if (from && to) sum += greatCircleMeters(from, to);
  }
  return sum;
}

/**
 * The route to assume when no router can be asked: whole metres and whole seconds, rounded up,
 * always marked `estimate`. `speedKmh` is the average over a whole trip and must be above zero.
 */
export function estimateRoute(points: readonly Point[], speedKmh = DEFAULT_SPEED_KMH): Route {
  if (!(speedKmh > 0)) throw new RangeError("The speed must be above zero");
  const distanceMeters = Math.ceil(straightMeters(points) * DETOUR_FACTOR);
  const durationSeconds = Math.ceil((distanceMeters * 3.6) / speedKmh);
  return { distanceMeters, durationSeconds, estimate: true, geometry: null };
}

/** Whether a router's roads come near each of the points that it was asked for. */
export function isNear(requestedPoints: readonly Point[], taken: readonly Point[]): boolean {
  return requestedPoints.every((point, i) => {
    const snappedPoint = taken[i];
    return snappedPoint !== undefined && greatCircleMeters(point, snappedPoint) <= MAX_SNAP_METERS;
  });
}

/**
 * Whether a router's figures can be true of a way through `requestedPoints`, of which it took the points
 * `taken` on its roads. Metres and seconds.
 */
export function isPlausibleRoute(
  way: { distanceMeters: number; durationSeconds: number },
  requestedPoints: readonly Point[],
  taken: readonly Point[],
): boolean {
  const { distanceMeters, durationSeconds } = way;
  if (!Number.isFinite(distanceMeters) || !Number.isFinite(durationSeconds)) return false;
  if (distanceMeters < 0 || durationSeconds < 0 || taken.length !== requestedPoints.length)
    return false;
  if (
    !isNear(requestedPoints, taken) ||
    distanceMeters < straightMeters(taken) * EARTH_ELLIPTICITY - 1
  )
    return false;
  if (distanceMeters < MIN_SPEED_CHECK_METERS) return durationSeconds <= 3_600;
  const speedKmh = (distanceMeters * 3.6) / durationSeconds;
  return speedKmh >= MIN_SPEED_KMH && speedKmh <= MAX_SPEED_KMH;
}
