/** Calculates from when a trip can be under way, by the operator's setting. */
import type { Deps } from "../deps";
import { durationText } from "../fares/money-rules";
import { momentText } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { earliestStartOf, canStartEarly } from "./rules";

/** Returns the time (ms UTC) from which the driver of a trip may set off. */
export function readStartTime(deps: Deps, trip: { pickupAt: number }): number {
  return earliestStartOf(trip, readOperator(deps).setOffMinutes);
}

/**
 * Returns the time of a trip's earliest step, and the text for a driver who tries before it. Null if dispatch lets the
 * driver start early.
 */
export function earliestStepTime(
  deps: Deps,
  trip: { pickupAt: number; timeZone: string; earlyStartForPickupAt: number | null },
): { at: number; words: string } | null {
  if (canStartEarly(trip)) return null;
  const { setOffMinutes } = readOperator(deps);
  const at = earliestStartOf(trip, setOffMinutes);
  const moment = momentText(at, trip.timeZone);
  const words = `This step is possible from ${moment}, ${durationText(setOffMinutes)} before the pickup. To do it sooner, please call dispatch.`;
  return { at, words };
}
