/**
 * The rules for sign-ins and passwords of staff.
 *
 * Each account and device is allowed five failed sign-ins in 15 minutes; the sixth must wait. A device is a browser
 * that has signed in to the account before, or else the visitor's network address (of IPv6 the /64, which belongs to
 * one subscriber). All browsers that never signed in to the account also share 20 failures in 15 minutes and 100 a day,
 * whatever their network; these do not delay a browser that has signed in. Five failed unlocks end the session. A
 * password has 8 to 1,024 characters, not only spaces, and differs from the e-mail address.
 */
import { DAY_MS, type Limit, waitMs } from "../codes/code-rules";

export const LOGIN_WINDOW_MS = 15 * 60_000;
/** Limits for one device at one account. */
export const DEVICE_LIMITS: readonly Limit[] = [{ max: 5, windowMs: LOGIN_WINDOW_MS }];
/** Limits for all browsers together that never signed in to the account. */
export const UNKNOWN_DEVICE_LIMITS: readonly Limit[] = [
  { max: 20, windowMs: LOGIN_WINDOW_MS },
  { max: 100, windowMs: DAY_MS },
];
/** The audit log gets at most one entry about an account's failures in this time, with their number. */
export const FAILURE_AUDIT_INTERVAL_MS = LOGIN_WINDOW_MS;
export const MAX_FAILED_UNLOCKS = 5;

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1024;

/** How long a link to choose a password or to set up the server is valid. It works once. */
export const INVITE_LIFETIME_MS = 7 * 86_400_000;

/** Returns the error in a new password, as a text for its owner; null if there is none. */
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
 * Returns whether another sign-in may be tried at `now`, from the times (ms UTC) of the failures that count together;
 * if not, returns the seconds until it may.
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
