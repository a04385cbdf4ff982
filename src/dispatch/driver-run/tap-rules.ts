/**
 * Rules for the time of a tap. A tap counts for the moment it was made, not when the network delivered it, so that
 * waiting and pay follow the real time. A phone's clock may be two minutes off. Within that margin a time is moved to
 * the nearest possible one. Beyond it the tap is refused. No step is in the future, before the previous step, or before
 * the trip may begin, and none is accepted more than a day late.
 */

/** The accepted difference between the phone's clock and the server's. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** A tap that is older than this when it arrives is refused. */
export const MAX_TAP_AGE_MS = 24 * 3_600_000;

/** Why the time of a tap is invalid. */
type TapRefusal = "tap.in_future" | "tap.before_former_step" | "tap.too_old" | "tap.too_early";

/**
 * Returns the time that counts (ms UTC): between the previous step and now, and not before `earliestAt`. If `tappedAt`
 * is null, it is now.
 */
export function checkTapTime(times: {
  tappedAt: number | null;
  previousStepAt: number;
  earliestAt: number;
  now: number;
}): { refusal: null; at: number } | { refusal: TapRefusal } {
  const { tappedAt, previousStepAt, earliestAt, now } = times;
  if (tappedAt !== null && tappedAt > now + CLOCK_TOLERANCE_MS) return { refusal: "tap.in_future" };
  if (now < earliestAt) return { refusal: "tap.too_early" };
  if (tappedAt === null) return { refusal: null, at: now };
  if (tappedAt < now - MAX_TAP_AGE_MS) return { refusal: "tap.too_old" };
  if (tappedAt < previousStepAt - CLOCK_TOLERANCE_MS) return { refusal: "tap.before_former_step" };
  if (tappedAt < earliestAt - CLOCK_TOLERANCE_MS) return { refusal: "tap.too_early" };
  return { refusal: null, at: Math.min(Math.max(tappedAt, previousStepAt, earliestAt), now) };
}
