/**
 * Drivers record the cash that they took after each trip. A driver who forgets is reminded for three days. After that,
 * the driver's account counts the fare as taken.
 */
export const CASH_REMINDER_MS = 3 * 86_400_000;

/** Whether the cash of a trip that ended at `endedAt` (ms UTC) is no longer requested. */
export function isCashForgotten(endedAt: number, now: number): boolean {
  return now - endedAt > CASH_REMINDER_MS;
}
