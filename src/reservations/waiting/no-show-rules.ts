/**
 * When a driver may say that nobody came: after a wait that counts from the latest of the arrival, the
 * pickup time and, at an airport, the landing. The wait is the operator's own for the kind of service,
 * else the grace period of the prices, and never less than five minutes. A tap counts for the moment
 * at which it was made.
 */
/** A phone knows the server's clock to within seconds: so much too early is on time. */
const TOLERANCE_MS = 10_000;

/** What of a pickup decides; times in ms UTC. */
type NoShowWait = {
  pickupAt: number;
  arrivedAt: number;
  landedAt: number | null;
  waitMinutes: number;
};

/** From when on a no-show may be declared (ms UTC). */
export function noShowFrom({ pickupAt, arrivedAt, landedAt, waitMinutes }: NoShowWait): number {
  return Math.max(pickupAt, arrivedAt, landedAt ?? 0) + waitMinutes * 60_000;
}

/** Whole minutes, each begun one, that are left of the wait at `at` (ms UTC); 0 when it has ended. */
export function minutesToWait(wait: NoShowWait, at: number): number {
  const left = noShowFrom(wait) - at;
  return left <= TOLERANCE_MS ? 0 : Math.ceil(left / 60_000);
}

/** What a driver reads who reports a no-show while `minutes` of the wait are left. */
export const noShowTooEarlyText = (minutes: number): string =>
  minutes === 1
    ? "Please wait 1 more minute. Call your passenger in the meantime."
    : `Please wait ${minutes} more minutes. Call your passenger in the meantime.`;

/** Where the driver stood, as the timeline tells it. */
export function positionWords(evidence: {
  hasPosition?: boolean;
  distanceMeters?: number | null;
}): string {
  if (!evidence.hasPosition) return "No position shared";
  const { distanceMeters = null } = evidence;
  return distanceMeters === null ? "Position shared" : `${distanceMeters} m from the pickup`;
}

/** The attempts to reach the passenger, for the timeline. */
export function attemptWords(isCalled: boolean, messages: number): string {
  const messagesText =
    messages === 0 ? null : messages === 1 ? "1 message" : `${messages} messages`;
  return [isCalled ? "called" : "no call", messagesText].filter(Boolean).join(", ");
}
