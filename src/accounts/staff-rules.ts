/**
 * How staff sign in, and what a password must be.
 *
 * Five failed sign-ins in 15 minutes, counted per account and device, and the sixth waits. A device
 * is a browser that signed in to the account before, else the visitor's network address (of IPv6
 * the /64, which is one subscriber's). Five failed unlocks end the session. A password has 8 to
 * 1,024 characters, not only spaces, and is not the e-mail address.
 */
const MOST_LOGIN_FAILURES = 5;
export const LOGIN_WINDOW_MS = 15 * 60_000;
export const MOST_FAILED_UNLOCKS = 5;

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 1024;

/** A link to choose a password or to set the server up can be used for this long, once. */
export const INVITE_MS = 7 * 86_400_000;

/** What is wrong with a new password, in words for its owner; null when it is fine. */
export function passwordError(password: string, email: string): string | null {
  const length = [...password].length;
  if (password.trim() === "") return "Password is required";
  if (!password.isWellFormed()) return "The password has a character that cannot be used";
  if (length < SHORTEST_PASSWORD) return `Use at least ${SHORTEST_PASSWORD} characters`;
  if (password.length > LONGEST_PASSWORD) return `Use at most ${LONGEST_PASSWORD} characters`;
  if (password.trim().toLowerCase() === email.trim().toLowerCase())
    return "Use something else than the email address";
  return null;
}

/**
 * Whether one more sign-in may be tried at `now`, given when the failures of this account and
 * device were (ms UTC); else the seconds until it may.
 */
export function mayTryLogin(
  failures: readonly number[],
  now: number,
): { allowed: true } | { allowed: false; retryAfterSeconds: number } {
  const recent = failures.filter((at) => at > now - LOGIN_WINDOW_MS).sort((a, b) => a - b);
  const blocking = recent.at(-MOST_LOGIN_FAILURES);
  if (blocking === undefined) return { allowed: true };
  return {
    allowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil((blocking + LOGIN_WINDOW_MS - now) / 1000)),
  };
}
