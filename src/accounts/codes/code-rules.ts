/**
 * Sign-in codes are short, so an account is protected by a strict limit on guesses.
 *
 * A code is valid for 5 minutes, once, for one identifier, one audience and the browser that requested it. A browser
 * that has signed in to the account before has 5 tries for a code and 20 wrong guesses a day. All other browsers
 * together have 3 wrong guesses for an account in 6 days, however many codes are sent. Above that, and while somebody
 * guesses codes across the whole server, the message has a one-tap link of 128 bits instead, so that the owner is never
 * locked out. Sending has separate limits.
 */

export const CODE_LIFETIME_MS = 5 * 60_000;
export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60_000;
/** How long the token is valid that identifies the account to the browser. */
export const ACCOUNT_TOKEN_LIFETIME_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MAX_TRIES_PER_CODE = 5;
const MAX_WRONG_GUESSES_KNOWN_BROWSER = 20;
export const KNOWN_BROWSER_WINDOW_MS = DAY_MS;
const MAX_WRONG_GUESSES_UNKNOWN_BROWSERS = 3;
export const UNKNOWN_BROWSER_WINDOW_MS = 6 * DAY_MS;

/**
 * Limits of wrong guesses by unknown browsers on the whole server. If there are more than `max` in a window, only links
 * are sent.
 */
export const SERVER_LIMITS = [
  { max: 30, windowMs: 10 * MINUTE_MS },
  { max: 100, windowMs: DAY_MS },
] as const;

/** How often something may happen within a window of time. */
export type Limit = { max: number; windowMs: number };

export const IDENTIFIER_LIMITS: readonly Limit[] = [
  { max: 1, windowMs: 30_000 },
  { max: 5, windowMs: HOUR_MS },
  { max: 10, windowMs: DAY_MS },
];
export const ADDRESS_LIMITS: readonly Limit[] = [{ max: 60, windowMs: HOUR_MS }];
export const SMS_PREFIX_LIMITS: readonly Limit[] = [{ max: 10, windowMs: HOUR_MS }];
export const SMS_LIMITS: readonly Limit[] = [{ max: 200, windowMs: DAY_MS }];

/** An account is revealed for at most this many identifiers that one address requests in an hour… */
const MAX_REVEALED_PER_ADDRESS = 5;
/** …and for at most this many requests of everybody together. */
const MAX_REVEALED_IN_TOTAL = 300;
export const REVEAL_WINDOW_MS = HOUR_MS;

/** Returns whether a text is exactly `digits` ASCII digits. */
export function isWellFormedCode(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9]+$/.test(text);
}

/** The wrong guesses so far that count for one account. */
export type WrongGuesses = {
  /** Wrong guesses by browsers that have signed in to the account before, in 24 hours. */
  byKnownBrowsers: number;
  /** Wrong guesses by all other browsers together, in 6 days. */
  byUnknownBrowsers: number;
  /** Whether the whole server is above one of its limits. */
  isServerUnderAttack: boolean;
};

/**
 * Returns whether a browser has no guesses left. Its messages then have a link, and codes that were sent earlier are no
 * longer accepted.
 */
export function hasUsedAllGuesses(isKnownDevice: boolean, wrongGuesses: WrongGuesses): boolean {
  return isKnownDevice
    ? wrongGuesses.byKnownBrowsers >= MAX_WRONG_GUESSES_KNOWN_BROWSER
    : wrongGuesses.byUnknownBrowsers >= MAX_WRONG_GUESSES_UNKNOWN_BROWSERS ||
        wrongGuesses.isServerUnderAttack;
}

/** Returns whether a sent code may still be compared with a guess. `now` is in ms. */
export function isOpen(
  code: { createdAt: number; expiresAt: number; usedAt: number | null; tries: number },
  now: number,
): boolean {
  // A code from the future means that the clock was set back, so its age is unknown.
  return (
    code.usedAt === null &&
    code.createdAt <= now &&
    now < code.expiresAt &&
    code.tries < MAX_TRIES_PER_CODE
  );
}

/**
 * Returns the milliseconds until one more request is within all limits; 0 if it is now. `times` are the times of
 * earlier requests, newest first.
 */
export function waitMs(times: readonly number[], limits: readonly Limit[], now: number): number {
  let wait = 0;
  for (const { max, windowMs } of limits) {
    const limitingTime = times[max - 1];
    if (limitingTime !== undefined) wait = Math.max(wait, limitingTime + windowMs - now);
  }
  return wait;
}

/** Returns whether the answer to a code request may reveal that an account exists, and its first name. */
export function canRevealAccount(request: {
  identifier: string;
  /** The distinct identifiers that this address requested within the last hour, oldest first. */
  identifiersOfAddress: readonly string[];
  /** The number of requests by everybody within the last hour. */
  total: number;
}): boolean {
  const first = request.identifiersOfAddress.slice(0, MAX_REVEALED_PER_ADDRESS);
  return (
    request.total < MAX_REVEALED_IN_TOTAL &&
    (first.length < MAX_REVEALED_PER_ADDRESS || first.includes(request.identifier))
  );
}
