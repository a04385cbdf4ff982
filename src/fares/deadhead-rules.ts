/**
 * The empty way from the garage to the pickup, and from the drop-off back where both legs count.
 * It is always the estimate: no router is asked for it, and the line of the fare says the distance.
 */
import type { Point } from "../places/contract";
import { estimateRoute } from "../routing/rules";
import type { FeeSchedule } from "./contract";

/** Metres of the empty way under a schedule; 0 where it charges none. */
export function deadheadMeters(schedule: FeeSchedule, pickup: Point, dropoff: Point): number {
  const { deadhead } = schedule;
  if (!deadhead) return 0;
  const { garage, legs } = deadhead;
  const back = legs === "both" ? estimateRoute([dropoff, garage]).distanceMeters : 0;
  return estimateRoute([garage, pickup]).distanceMeters + back;
}
