/**
 * Decides whether the person at a session has recently proved that the account is theirs.
 *
 * They prove it by signing in or by a code, within the last 10 minutes. This is required before a copy of all data is
 * given out and before another sign-in method is added, because a browser that was left open must allow neither.
 */

/** How long such a proof is valid. */
export const FRESH_SESSION_MS = 10 * 60_000;

/** Returns until when (ms) a session counts as confirmed; null if it is not confirmed at `now`. */
export function confirmedUntilOf(
  session: { createdAt: number; confirmedAt: number | null },
  now: number,
): number | null {
  const lastConfirmedAt = Math.max(session.createdAt, session.confirmedAt ?? 0);
  // A time in the future means that the clock was set back, so its age is unknown.
  return lastConfirmedAt <= now && now < lastConfirmedAt + FRESH_SESSION_MS
    ? lastConfirmedAt + FRESH_SESSION_MS
    : null;
}
