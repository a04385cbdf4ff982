/**
 * How often a phone reports its position: every 5 seconds while it moves on a trip, every 30 seconds
 * otherwise, and a third as often when its battery is low.
 */
import type { RecordedPosition } from "./position-queue";

const MOVING_ON_TRIP_INTERVAL_MS = 5_000;
const STATIONARY_INTERVAL_MS = 30_000;
const LOW_BATTERY_INTERVAL_FACTOR = 3;
/** More than the speed of a person who walks around the car. */
const MIN_MOVING_METERS_PER_SECOND = 1.5;
const MIN_MOVE_METERS = 15;
const METERS_PER_DEGREE = 111_195;

/** At or below this level, a battery that is not charging counts as low. */
export const LOW_BATTERY_LEVEL = 0.2;

/** Returns the milliseconds between two reports. */
export function reportIntervalMs(conditions: {
  onTrip: boolean;
  isMoving: boolean;
  isBatteryLow: boolean;
}): number {
  const intervalMs =
    conditions.onTrip && conditions.isMoving ? MOVING_ON_TRIP_INTERVAL_MS : STATIONARY_INTERVAL_MS;
  return conditions.isBatteryLow ? intervalMs * LOW_BATTERY_INTERVAL_FACTOR : intervalMs;
}

/** Whether the phone moves, judged by a position and the one reported before it. */
export function isMoving(position: RecordedPosition, before: RecordedPosition | null): boolean {
  if ((position.speedMps ?? 0) >= MIN_MOVING_METERS_PER_SECOND) return true;
  if (!before) return false;
  const longitudeScale = Math.cos((position.latitude * Math.PI) / 180);
  const northMeters = (position.latitude - before.latitude) * METERS_PER_DEGREE;
  const eastMeters = (position.longitude - before.longitude) * METERS_PER_DEGREE * longitudeScale;
  return Math.hypot(northMeters, eastMeters) >= MIN_MOVE_METERS;
}
