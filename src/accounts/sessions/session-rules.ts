/**
 * When the person at a session counts as its account's own.
 *
 * A user who has shown within the last 10 minutes that the account is theirs, by signing in or by a
 * code: that is asked before a copy of everything is handed out and before another way into the
 * account is added, both of which a browser that was left open must not give away.
 */

/** How long somebody counts as having shown that it is them. */
export const FRESH_SESSION_MS = 10 * 60_000;

/** Until when (ms) a session counts as its rider's own; null when it does not at `now`. */
export function confirmedUntilOf(
  session: { createdAt: number; confirmedAt: number | null },
  now: number,
): number | null {
  const lastConfirmedAt = Math.max(session.createdAt, session.confirmedAt ?? 0);
  // From the future: the clock was set back, and nobody knows how long ago it was.
  return lastConfirmedAt <= now && now < lastConfirmedAt + FRESH_SESSION_MS
    ? lastConfirmedAt + FRESH_SESSION_MS
    : null;
}
