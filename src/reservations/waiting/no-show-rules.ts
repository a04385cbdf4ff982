/**
 * The rules for a no-show. A driver may declare it after a wait that begins at the latest of the arrival, the pickup
 * time and, at an airport, the landing. The operator sets the wait for each service; otherwise the grace period of the
 * price list applies. It is never less than five minutes. The time of the driver's tap counts.
 */
/** The clock of a phone may differ by seconds, so a tap that is this much too early counts as on time. */
const TOLERANCE_MS = 10_000;

/** The facts that decide when the wait ends. Times in ms UTC. */
type NoShowTimes = {
  pickupAt: number;
  arrivedAt: number;
  landedAt: number | null;
  waitMinutes: number;
};

/** Returns the time (ms UTC) from which a no-show may be declared. */
export function noShowFrom({ pickupAt, arrivedAt, landedAt, waitMinutes }: NoShowTimes): number {
  return Math.max(pickupAt, arrivedAt, landedAt ?? 0) + waitMinutes * 60_000;
}

/** Returns how many minutes of the wait are left at `at` (ms UTC), rounded up. 0 when it has ended. */
export function minutesToWait(wait: NoShowTimes, at: number): number {
  const remainingMs = noShowFrom(wait) - at;
  return remainingMs <= TOLERANCE_MS ? 0 : Math.ceil(remainingMs / 60_000);
}

/** Returns the error for a driver who reports a no-show while `minutes` of the wait are left. */
export const noShowTooEarlyText = (minutes: number): string =>
  minutes === 1
    ? "Please wait 1 more minute. Call your passenger in the meantime."
    : `Please wait ${minutes} more minutes. Call your passenger in the meantime.`;

/** Returns the driver's position in words, for the timeline. */
export function positionWords(evidence: {
  hasPosition?: boolean;
  distanceMeters?: number | null;
}): string {
  if (!evidence.hasPosition) return "No position shared";
  const { distanceMeters = null } = evidence;
  return distanceMeters === null ? "Position shared" : `${distanceMeters} m from the pickup`;
}

/** Returns the attempts to reach the passenger in words, for the timeline. */
export function attemptWords(hasCalled: boolean, messages: number): string {
  const messagesText =
    messages === 0 ? null : messages === 1 ? "1 message" : `${messages} messages`;
  return [hasCalled ? "called" : "no call", messagesText].filter(Boolean).join(", ");
}
