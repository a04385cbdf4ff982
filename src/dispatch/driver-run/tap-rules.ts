/**
 * A tap counts for the moment at which the driver tapped, not for that at which the network let it
 * through: waiting and pay follow the true time. A phone's clock is known to within two minutes; within
 * that a time is brought to the nearest possible one, beyond it the tap is refused. No step lies in
 * the future, before the step it follows or before the trip may begin, and none is taken more than a day late.
 */

/** A phone's clock and the server's differ by this much and nobody minds. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** A tap that was kept for longer says nothing about the trip any more. */
export const LONGEST_KEPT_MS = 24 * 3_600_000;

/** Why the time of a tap cannot be right. */
type TapRefusal = "tap.in_future" | "tap.before_former_step" | "tap.too_old" | "tap.too_early";

/**
 * The moment that counts (ms UTC): between the former step and now, and not before `earliestAt`. `tappedAt`
 * null is a tap of now.
 */
export function tapTime(times: {
  tappedAt: number | null;
  formerAt: number;
  earliestAt: number;
  now: number;
}): { refusal: null; at: number } | { refusal: TapRefusal } {
  const { tappedAt, formerAt, earliestAt, now } = times;
  if (tappedAt !== null && tappedAt > now + CLOCK_TOLERANCE_MS) return { refusal: "tap.in_future" };
  if (now < earliestAt) return { refusal: "tap.too_early" };
  if (tappedAt === null) return { refusal: null, at: now };
  if (tappedAt < now - LONGEST_KEPT_MS) return { refusal: "tap.too_old" };
  if (tappedAt < formerAt - CLOCK_TOLERANCE_MS) return { refusal: "tap.before_former_step" };
  if (tappedAt < earliestAt - CLOCK_TOLERANCE_MS) return { refusal: "tap.too_early" };
  return { refusal: null, at: Math.min(Math.max(tappedAt, formerAt, earliestAt), now) };
}
