/** When a driver is on shift: from their tap on, until the next one or until nobody can be at work still. */
const HOUR_MS = 3_600_000;

/** A shift that nobody ended ends by itself. */
export const LONGEST_SHIFT_MS = 16 * HOUR_MS;

/** Whether a shift that began at `startedAt` lasts at `now`; null is no shift. */
export function isOnShift(startedAt: number | null, now: number): startedAt is number {
  return startedAt !== null && now - startedAt < LONGEST_SHIFT_MS;
}
