/**
 * A driver says after the trip what they took in cash. A driver who forgot is asked for three days; after that
 * nobody knows better than the fare, which the driver's account has as taken.
 */
export const CASH_REMINDER_MS = 3 * 86_400_000;

/** Whether nobody asks for the cash of a trip any more that ended at `endedAt` (ms UTC). */
export function isCashForgotten(endedAt: number, now: number): boolean {
  return now - endedAt > CASH_REMINDER_MS;
}
