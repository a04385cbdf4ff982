/**
 * Estimates distance and duration without a router, and decides whether a router's answer is plausible.
 *
 * The estimate is the great circle times 1.3 at a configured speed, and is marked as an estimate. A router's route is
 * plausible if it begins and ends near the stops, is not shorter than the great circle between them, and is neither
 * slower than walking nor faster than a car.
 */
import type { Point } from "../places/contract";
import { greatCircleMeters } from "../places/rules";
import type { Route } from "./contract";

/** Roads are about this much longer than the great circle. */
const DETOUR_FACTOR = 1.3;
const DEFAULT_SPEED_KMH = 28;

/** A point farther than this from any road is not on the network, and the router answers about another place. */
export const MAX_SNAP_METERS = 2_000;
/** How far a road may differ from a phone's heading, and how far a moving car may be from its road. */
export const HEADING_TOLERANCE_DEGREES = 60;
export const MAX_HEADING_SNAP_METERS = 50;
const MIN_SPEED_KMH = 1;
const MAX_SPEED_KMH = 250;
/** On shorter routes, a single traffic light can explain any speed. */
const MIN_SPEED_CHECK_METERS = 500;
/** Livery measures on a sphere and routers on an ellipsoid. Their distances differ by less than one percent. */
const SPHERE_TOLERANCE_FACTOR = 0.99;

/** Returns the sum of the great circles from point to point, in metres. */
export function straightMeters(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    if (from && to) sum += greatCircleMeters(from, to);
  }
  return sum;
}

/**
 * Returns the route to assume without a router: whole metres and seconds, rounded up, always marked `estimate`.
 * `speedKmh` is the average over a whole trip and must be above zero.
 */
export function estimateRoute(points: readonly Point[], speedKmh = DEFAULT_SPEED_KMH): Route {
  if (!(speedKmh > 0)) throw new RangeError("The speed must be above zero");
  const distanceMeters = Math.ceil(straightMeters(points) * DETOUR_FACTOR);
  const durationSeconds = Math.ceil((distanceMeters * 3.6) / speedKmh);
  return { distanceMeters, durationSeconds, estimate: true, geometry: null };
}

/** Whether the router's roads are near each of the requested points. */
export function isNear(
  requestedPoints: readonly Point[],
  snappedPoints: readonly Point[],
): boolean {
  return requestedPoints.every((point, i) => {
    const snappedPoint = snappedPoints[i];
    return snappedPoint !== undefined && greatCircleMeters(point, snappedPoint) <= MAX_SNAP_METERS;
  });
}

/**
 * Whether a router's figures are plausible for a route through `requestedPoints`. `snappedPoints` are the points on
 * roads that it used. Metres and seconds.
 */
export function isPlausibleRoute(
  route: { distanceMeters: number; durationSeconds: number },
  requestedPoints: readonly Point[],
  snappedPoints: readonly Point[],
): boolean {
  const { distanceMeters, durationSeconds } = route;
  if (!Number.isFinite(distanceMeters) || !Number.isFinite(durationSeconds)) return false;
  if (distanceMeters < 0 || durationSeconds < 0 || snappedPoints.length !== requestedPoints.length)
    return false;
  if (
    !isNear(requestedPoints, snappedPoints) ||
    distanceMeters < straightMeters(snappedPoints) * SPHERE_TOLERANCE_FACTOR - 1
  )
    return false;
  if (distanceMeters < MIN_SPEED_CHECK_METERS) return durationSeconds <= 3_600;
  const speedKmh = (distanceMeters * 3.6) / durationSeconds;
  return speedKmh >= MIN_SPEED_KMH && speedKmh <= MAX_SPEED_KMH;
}
