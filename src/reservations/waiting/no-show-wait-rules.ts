/** Calculates how long a driver waits. It is separate because a driver's phone needs only the minutes. */
import { MIN_NO_SHOW_MINUTES } from "../start-contract";

/** Returns the minutes of the wait: `operatorMinutes` for this service, if set, and at least five. */
export function noShowMinutes(operatorMinutes: number | undefined, graceMinutes: number): number {
  return Math.max(MIN_NO_SHOW_MINUTES, operatorMinutes ?? graceMinutes);
}
