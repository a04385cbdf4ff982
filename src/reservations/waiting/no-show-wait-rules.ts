/** How long a driver waits, whose phone is told no more than the minutes. */
import { MIN_NO_SHOW_MINUTES } from "../start-contract";

/** Minutes: `operatorMinutes` of the operator for this kind of service, if there are any; five at least. */
export function noShowMinutes(operatorMinutes: number | undefined, graceMinutes: number): number {
  return Math.max(MIN_NO_SHOW_MINUTES, operatorMinutes ?? graceMinutes);
}
