/**
 * Calculates the empty drive from the garage to the pickup, and from the drop-off back if both legs count. It is always
 * an estimate, without a router, and the line of the fare states the distance.
 */
import type { Point } from "../places/contract";
import { estimateRoute } from "../routing/rules";
import type { FeeSchedule } from "./contract";

/** Returns the metres of the empty drive under a schedule, or 0 if the schedule does not charge for it. */
export function deadheadMeters(schedule: FeeSchedule, pickup: Point, dropoff: Point): number {
  const { deadhead } = schedule;
  if (!deadhead) return 0;
  const { garage, legs } = deadhead;
  const back = legs === "both" ? estimateRoute([dropoff, garage]).distanceMeters : 0;
  return estimateRoute([garage, pickup]).distanceMeters + back;
}
