/** Sends codes and links, and checks guesses at them. Everything here runs in the caller's write. */
import { and, eq } from "drizzle-orm";
import { codeGuesses, codeSends, codes, devices } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import { networkOf } from "../../server/addresses";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken, type Keys, newToken } from "../../process/keys";
import { languageOf } from "../../notifications/choices/choice-queries";
import { queueMessage } from "../../notifications/outbox";
import { codeMessage, linkMessage } from "../../notifications/texts/account-texts";
import {
  sendsOfLastHour,
  countWrongGuesses,
  isKnownDevice,
  newestCode,
  recentSendTimes,
} from "./code-queries";
import {
  ADDRESS_LIMITS,
  CODE_LIFETIME_MS,
  hasUsedAllGuesses,
  IDENTIFIER_LIMITS,
  isOpen,
  type Limit,
  SIGN_IN_LINK_LIFETIME_MS,
  canRevealAccount,
  SMS_LIMITS,
  SMS_PREFIX_LIMITS,
  waitMs,
} from "./code-rules";
import type { Language } from "../contract";
import { otpauth } from "./otpauth";
import { phoneCountry } from "../phones/phone-country";
import { type Identifier, smsPrefix } from "../rules";
import type { Audience } from "../sessions/session-queries";
import { insertRow, updateRow } from "../../../db/rows";
import { readOperator, resolveLanguage } from "../../settings/queries";

/** The browser that makes the request, as its cookies and connection identify it. */
export type Requester = {
  /** The token of the cookie that marks the browser which requested a code. */
  browser: string;
  /** The token of the cookie that an earlier sign-in set. */
  device: string | undefined;
  /** The token of the session that the browser sends. */
  session: string | undefined;
  address: string;
  userAgent: string;
  /** The language of its pages, and of a new account. */
  language: Language;
};

/** The account that a code is for, with all its contacts. */
type Account = {
  id: string;
  email: string | null;
  phone: string | null;
  language: Language | null;
};

type CodeRequest = {
  audience: "rider" | "driver";
  purpose: "sign_in" | "contact" | "confirm";
  identifier: Identifier;
  /** The account with this contact, at sign-in. */
  account: Account | null;
};

/**
 * Returns whether a code may be sent to a contact. False for a phone in a country to which this server sends no SMS.
 */
export function isReachable(deps: Deps, identifier: Identifier): boolean {
  const { smsCountries } = deps.config;
  if (identifier.type === "email" || smsCountries === "*") return true;
  const country = phoneCountry(identifier.value);
  return country === readOperator(deps).country || smsCountries.includes(country ?? "");
}

/** Throws 422 for a contact that is not `isReachable`. */
export function requireReachableContact(deps: Deps, identifier: Identifier): void {
  if (isReachable(deps, identifier)) return;
  deps.tally.count("livery_codes_refused_total", 'reason="country"');
  throw new AppError("code.sms_country");
}

/**
 * Counts a request against the sending limits, and throws 429 above one of them. `willSendCode` is false for a request
 * that is answered without a message: it counts only for its contact and address.
 */
export function countCodeRequest(
  tx: Tx,
  deps: Deps,
  identifier: Identifier,
  address: string,
  willSendCode: boolean,
): void {
  const now = deps.now();
  const network = networkOf(address);
  const isSms = identifier.type === "phone";
  const prefix = isSms && willSendCode ? smsPrefix(identifier.value) : null;
  if (deps.config.hasRateLimits) {
    const sendTimesBy = (by: Parameters<typeof recentSendTimes>[1], limits: readonly Limit[]) =>
      recentSendTimes(tx, by, Math.max(...limits.map((l) => l.max)), now);
    const wait = (by: Parameters<typeof recentSendTimes>[1], limits: readonly Limit[]) =>
      waitMs(sendTimesBy(by, limits), limits, now);
    const contactSendTimes = [identifier.value, erasedContactHash(deps.keys, identifier.value)]
      .flatMap((contact) => sendTimesBy({ identifier: contact }, IDENTIFIER_LIMITS))
      .sort((a, b) => b - a);
    const maxWaitMs = Math.max(
      waitMs(contactSendTimes, IDENTIFIER_LIMITS, now),
      wait({ address: network }, ADDRESS_LIMITS),
      prefix ? wait({ prefix }, SMS_PREFIX_LIMITS) : 0,
      prefix ? wait("sms", SMS_LIMITS) : 0,
    );
    if (maxWaitMs > 0) {
      deps.tally.count("livery_codes_refused_total", 'reason="limit"');
      throw new AppError("code.send_limit", { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) });
    }
  }
  insertRow(tx, codeSends, {
    id: Bun.randomUUIDv7(),
    identifier: identifier.value,
    channel: isSms ? "sms" : "email",
    address: network,
    prefix,
    createdAt: now,
  });
}

/** Returns whether the answer to a request may reveal the account. Call it before the request is counted. */
export function mayRevealAccount(
  tx: Tx,
  deps: Deps,
  identifier: Identifier,
  address: string,
): boolean {
  if (!deps.config.revealsNameOnSend) return false;
  if (!deps.config.hasRateLimits) return true;
  const recentRequests = sendsOfLastHour(tx, networkOf(address), deps.now());
  return canRevealAccount({ identifier: identifier.value, ...recentRequests });
}

/**
 * Sends a code to the identifier, or a one-tap link if all guesses are used: stores the record and queues the message.
 * Call it after `countCodeRequest`. `changingRiderId` is the account whose contact changes.
 */
export function sendCode(
  tx: Tx,
  deps: Deps,
  request: CodeRequest & { changingRiderId?: string },
  requester: Pick<Requester, "browser" | "device" | "language">,
): void {
  const { config } = deps;
  const { audience, purpose, identifier } = request;
  const now = deps.now();
  const knownDevice = isKnownDevice(tx, audience, request.account?.id ?? null, requester.device);
  const sendsLink = hasUsedAllGuesses(knownDevice, wrongGuesses(tx, deps, request));
  const lifetimeMs = sendsLink ? SIGN_IN_LINK_LIFETIME_MS : CODE_LIFETIME_MS;
  const id = Bun.randomUUIDv7();
  const code = newCode(config.otpDigits);
  const token = newToken(128);
  insertRow(tx, codes, {
    id,
    audience,
    purpose,
    accountId: request.changingRiderId ?? null,
    identifier: identifier.value,
    browserHash: hashToken(requester.browser),
    codeHash: sendsLink ? null : signCode(deps, id, code),
    linkHash: sendsLink ? hashToken(token) : null,
    knownDevice,
    createdAt: now,
    expiresAt: now + lifetimeMs,
  });
  const riderId =
    audience === "rider" ? (request.changingRiderId ?? request.account?.id ?? null) : null;
  // A person without an account gets the message in the language of the page.
  const accountLanguage =
    audience === "driver" ? request.account?.language : riderId && languageOf(tx, riderId);
  const messageFacts = {
    language: resolveLanguage({ db: tx }, accountLanguage || requester.language),
    brand: readOperator(deps).brand,
    to: identifier,
    validMinutes: lifetimeMs / 60_000,
    purpose,
  };
  const channel = identifier.type === "email" ? "email" : "sms";
  deps.tally.count(
    "livery_codes_sent_total",
    `channel="${channel}",how="${sendsLink ? "link" : "code"}"`,
  );
  queueMessage(tx, deps, {
    to: identifier,
    riderId,
    message: sendsLink
      ? linkMessage({ ...messageFacts, url: `${config.publicUrl}/signin/${token}` })
      : codeMessage({ ...messageFacts, origin: config.publicUrl, code }),
    expiresAt: now + lifetimeMs,
  });
}

/**
 * Takes one guess and returns whether it was correct. A correct guess uses up the code. The try is counted before the
 * comparison, and every outcome makes the same reads and writes, so that neither timing nor parallel guesses reveal or
 * gain anything. The caller must not throw for a wrong guess inside the transaction, because that would undo the count.
 */
export function checkGuess(
  tx: Tx,
  deps: Deps,
  request: CodeRequest & { changingRiderId?: string },
  requester: Pick<Requester, "browser" | "device">,
  guess: string,
): boolean {
  const { audience, purpose, identifier } = request;
  const now = deps.now();
  const code = newestCode(tx, {
    audience,
    purpose,
    identifier: identifier.value,
    browserHash: hashToken(requester.browser),
  });
  const isKnownBrowser = isKnownDevice(tx, audience, request.account?.id ?? null, requester.device);
  const knownDevice = code?.knownDevice === true && isKnownBrowser;
  const areGuessesUsed = hasUsedAllGuesses(knownDevice, wrongGuesses(tx, deps, request));
  const isCodeOpen =
    code !== undefined &&
    code.codeHash !== null &&
    code.accountId === (request.changingRiderId ?? null) &&
    isOpen(code, now) &&
    !areGuessesUsed;

  const guessId = Bun.randomUUIDv7();
  const codeId = isCodeOpen ? code.id : "";
  insertRow(tx, codeGuesses, {
    id: guessId,
    audience,
    identifier: identifier.value,
    knownDevice,
    createdAt: now,
  });
  updateRow(tx, codes, codeId, { tries: (code?.tries ?? 0) + 1 });

  const expectedHash = (isCodeOpen ? code.codeHash : null) ?? signCode(deps, "", "");
  const isCorrect = deps.keys.verify("code", codeText(codeId, guess), expectedHash) && isCodeOpen;
  updateRow(tx, codes, isCorrect ? codeId : "", { usedAt: now });
  // Only a wrong guess at an open code stays counted as a guess.
  tx.delete(codeGuesses)
    .where(eq(codeGuesses.id, isCorrect || !isCodeOpen ? guessId : ""))
    .run();
  deps.tally.count("livery_code_guesses_total", isCorrect ? 'result="right"' : 'result="wrong"');
  return isCorrect;
}

/**
 * Remembers that the browser has signed in to the account, and returns a new token for its cookie. The token replaces
 * the old one, so that a copy of the old cookie becomes worthless.
 */
export function rememberDevice(
  tx: Tx,
  audience: Audience,
  accountId: string,
  oldToken: string | undefined,
  now: number,
): string {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (oldToken)
    tx.update(devices)
      .set({ tokenHash, lastSeenAt: now })
      .where(and(eq(devices.tokenHash, hashToken(oldToken)), eq(devices.audience, audience)))
      .run();
  tx.insert(devices)
    .values({
      id: Bun.randomUUIDv7(),
      tokenHash,
      audience,
      accountId,
      createdAt: now,
      lastSeenAt: now,
    })
    .onConflictDoNothing()
    .run();
  return token;
}

function wrongGuesses(tx: Tx, deps: Deps, request: CodeRequest) {
  const contacts = [
    ...new Set(
      [request.identifier.value, request.account?.email, request.account?.phone].filter(
        (contact) => typeof contact === "string",
      ),
    ),
  ];
  const erasedContacts = contacts.map((contact) => erasedContactHash(deps.keys, contact));
  const wrongCount = countWrongGuesses(
    tx,
    request.audience,
    [...contacts, ...erasedContacts],
    deps.now(),
  );
  return {
    ...wrongCount,
    isServerUnderAttack: wrongCount.isServerUnderAttack && deps.config.hasRateLimits,
  };
}

/**
 * Returns the text that replaces a contact when an account that had or requested it is erased. The contact's messages
 * and guesses still count under this text, so that an erasure does not allow more of them. The text names nobody.
 */
export function erasedContactHash(keys: Keys, contact: string): string {
  return keys.sign("code", `erased ${contact}`);
}

/** Returns a one-time code: HOTP (RFC 4226) of a random secret that is not stored. */
function newCode(digits: number): string {
  const { HOTP, Secret } = otpauth();
  return new HOTP({ secret: new Secret({ size: 20 }), digits }).generate({ counter: 0 });
}

function codeText(codeId: string, code: string): string {
  return `${codeId} ${code}`;
}

function signCode(deps: Deps, codeId: string, code: string): string {
  return deps.keys.sign("code", codeText(codeId, code));
}
