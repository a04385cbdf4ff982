/**
 * How staff sign in, and what a password must be.
 *
 * Five failed sign-ins in 15 minutes, counted per account and device, and the sixth waits. A device
 * is a browser that signed in to the account before, else the visitor's network address (of IPv6
 * the /64, which is one subscriber's). All browsers that never signed in to the account also share 20
 * failures in 15 minutes and 100 a day, however many networks they come from; one that did is not held
 * up by theirs. Five failed unlocks end the session. A password has 8 to 1,024 characters, not only
 * spaces, and is not the e-mail address.
 */
import { DAY_MS, type Limit, waitMs } from "../codes/code-rules";

export const LOGIN_WINDOW_MS = 15 * 60_000;
/** Of one device at one account. */
export const DEVICE_LIMITS: readonly Limit[] = [{ max: 5, windowMs: LOGIN_WINDOW_MS }];
/** Of all browsers together that never signed in to the account. */
export const UNKNOWN_DEVICE_LIMITS: readonly Limit[] = [
  { max: 20, windowMs: LOGIN_WINDOW_MS },
  { max: 100, windowMs: DAY_MS },
];
/** The audit log tells of an account's failures at most once in this time, with their number. */
export const FAILURE_AUDIT_INTERVAL_MS = LOGIN_WINDOW_MS;
export const MAX_FAILED_UNLOCKS = 5;

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1024;

/** How long a link to choose a password or to set up the server is valid. It works once. */
export const INVITE_LIFETIME_MS = 7 * 86_400_000;

/** What is wrong with a new password, in words for its owner; null when it is fine. */
export function passwordError(password: string, email: string): string | null {
  const length = [...password].length;
  if (password.trim() === "") return "Password is required";
  if (!password.isWellFormed()) return "The password has a character that cannot be used";
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters`;
  if (password.length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters`;
  if (password.trim().toLowerCase() === email.trim().toLowerCase())
    return "Use something other than the e-mail address";
  return null;
}

/**
 * Whether one more sign-in may be tried at `now`, given when the failures that count together were (ms
 * UTC); else the seconds until it may.
 */
export function canTryLogin(
  failures: readonly number[],
  limits: readonly Limit[],
  now: number,
): { allowed: true } | { allowed: false; retryAfterSeconds: number } {
  const failuresNewestFirst = failures.toSorted((a, b) => b - a);
  const wait = waitMs(failuresNewestFirst, limits, now);
  if (wait <= 0) return { allowed: true };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}
