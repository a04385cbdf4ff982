/**
 * Sign-in codes are short, so what protects an account is how rarely one may be guessed.
 *
 * A code lives 5 minutes, once, for one identifier, one audience and the browser that asked.
 * A browser that signed in to the account before has 5 tries a code and 20 wrong ones a day; all
 * other browsers together have 3 wrong ones an account per 6 days, however many codes are sent.
 * Past that, and while the whole server is being guessed at, the message carries a one-tap link of
 * 128 bits instead: the owner is never locked out. Sending has limits of its own.
 */

export const CODE_LIFETIME_MS = 5 * 60_000;
export const SIGN_IN_LINK_LIFETIME_MS = 15 * 60_000;
/** Lifetime of the token that names the account to the browser. */
export const ACCOUNT_TOKEN_LIFETIME_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MAX_TRIES_PER_CODE = 5;
const MAX_WRONG_GUESSES_KNOWN_BROWSER = 20;
export const KNOWN_BROWSER_WINDOW_MS = DAY_MS;
const MAX_WRONG_GUESSES_UNKNOWN_BROWSERS = 3;
export const UNKNOWN_BROWSER_WINDOW_MS = 6 * DAY_MS;

/** Whole server, unknown browsers: more wrong guesses than `max` in a window means links only. */
export const SERVER_LIMITS = [
  { max: 30, windowMs: 10 * MINUTE_MS },
  { max: 100, windowMs: DAY_MS },
] as const;

/** How often something may happen in a time. */
export type Limit = { max: number; windowMs: number };

export const IDENTIFIER_LIMITS: readonly Limit[] = [
  { max: 1, windowMs: 30_000 },
  { max: 5, windowMs: HOUR_MS },
  { max: 10, windowMs: DAY_MS },
];
export const ADDRESS_LIMITS: readonly Limit[] = [{ max: 60, windowMs: HOUR_MS }];
export const SMS_PREFIX_LIMITS: readonly Limit[] = [{ max: 10, windowMs: HOUR_MS }];
export const SMS_LIMITS: readonly Limit[] = [{ max: 200, windowMs: DAY_MS }];

/** The name of an account is told for so many identifiers an address asks about in an hour… */
const MAX_REVEALED_PER_ADDRESS = 5;
/** …and so many asks of everybody together. */
const MAX_REVEALED_IN_TOTAL = 300;
export const REVEAL_WINDOW_MS = HOUR_MS;

/** Whether a text is exactly `digits` ASCII digits. */
export function isWellFormedCode(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9]+$/.test(text);
}

/** Wrong guesses so far, as far as they count for one account. */
export type WrongGuesses = {
  /** By browsers that signed in to the account before, in 24 hours. */
  known: number;
  /** Wrong guesses by all other browsers together, in 6 days. */
  unknown: number;
  /** The whole server is past one of its limits. */
  isServerUnderAttack: boolean;
};

/**
 * Whether no more guesses are left to a browser: its messages carry a link then, and codes that
 * were sent before are no longer compared.
 */
export function hasUsedAllGuesses(isKnownDevice: boolean, wrongGuesses: WrongGuesses): boolean {
  return isKnownDevice
    ? wrongGuesses.known >= MAX_WRONG_GUESSES_KNOWN_BROWSER
    : wrongGuesses.unknown >= MAX_WRONG_GUESSES_UNKNOWN_BROWSERS ||
        wrongGuesses.isServerUnderAttack;
}

/** Whether a sent code may still be compared with a guess. `now` in ms. */
export function isOpen(
  code: { createdAt: number; expiresAt: number; usedAt: number | null; tries: number },
  now: number,
): boolean {
  // A code from the future means that the clock was set back: its age is unknown.
  return (
    code.usedAt === null &&
    code.createdAt <= now &&
    now < code.expiresAt &&
    code.tries < MAX_TRIES_PER_CODE
  );
}

/**
 * Milliseconds until one more fits within all limits, 0 when it fits now. `times` are those of
 * what happened before, newest first.
 */
export function waitMs(times: readonly number[], limits: readonly Limit[], now: number): number {
  let wait = 0;
  for (const { max, windowMs } of limits) {
    const limitingTime = times[max - 1];
    if (limitingTime !== undefined) wait = Math.max(wait, limitingTime + windowMs - now);
  }
  return wait;
}

/** Whether the send answer may tell that an account exists, and its first name. */
export function canRevealAccount(request: {
  identifier: string;
  /** Distinct identifiers this address asked about within the hour before, the oldest first. */
  identifiersOfAddress: readonly string[];
  /** All asks of everybody within the hour before. */
  total: number;
}): boolean {
  const first = request.identifiersOfAddress.slice(0, MAX_REVEALED_PER_ADDRESS);
  return (
    request.total < MAX_REVEALED_IN_TOTAL &&
    (first.length < MAX_REVEALED_PER_ADDRESS || first.includes(request.identifier))
  );
}
