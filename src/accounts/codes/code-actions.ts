/** Sends codes and links, and takes guesses at them. Everything here runs in the caller's write. */
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

/** The browser on the other side, by what its cookies and connection say. */
export type Requester = {
  /** Token of the cookie that marks the browser which asked for a code. */
  browser: string;
  /** Token of the cookie a sign-in left. */
  device: string | undefined;
  /** Token of the session the browser presents. */
  session: string | undefined;
  address: string;
  userAgent: string;
  /** What its pages speak, and a new account will. */
  language: Language;
};

/** Whose code: the account, when there is one, with all its contacts. */
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
  /** The account that has the identifier, at sign-in. */
  account: Account | null;
};

/** Whether a code may go there: not to a phone in a country that gets no SMS from this server. */
export function isReachable(deps: Deps, identifier: Identifier): boolean {
  const { smsCountries } = deps.config;
  if (identifier.type === "email" || smsCountries === "*") return true;
  const country = phoneCountry(identifier.value);
  return country === readOperator(deps).country || smsCountries.includes(country ?? "");
}

/** Refuses (422) a contact that is not `isReachable`. */
export function requireReachableContact(deps: Deps, identifier: Identifier): void {
  if (isReachable(deps, identifier)) return;
  deps.tally.count("livery_codes_refused_total", 'reason="country"');
  throw new AppError("code.sms_country");
}

/**
 * Counts an ask against the sending limits and throws 429 past one of them. `willSendCode` is false for
 * an ask that is answered without a message: it counts for its identifier and address alone.
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

/** Whether the answer to an ask may tell of the account. Call it before the ask is counted. */
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
 * Sends a code, or a one-tap link where guesses are spent, to the identifier: the record and the
 * message, after `countCodeRequest`. `changingRiderId` is the account whose contact changes.
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
  // A stranger gets the message in the language of the page.
  const own =
    audience === "driver" ? request.account?.language : riderId && languageOf(tx, riderId);
  const messageFacts = {
    language: resolveLanguage({ db: tx }, own || requester.language),
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
 * Takes one guess and answers whether it was right; a right one spends the code. The try is
 * counted before the comparison, and every outcome costs the same reads and writes, so that
 * neither speed nor parallel guesses tell or gain anything. The caller must not throw for a wrong
 * guess inside the transaction: that would undo the count.
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
  // Only a wrong guess at an open code was a guess.
  tx.delete(codeGuesses)
    .where(eq(codeGuesses.id, isCorrect || !isCodeOpen ? guessId : ""))
    .run();
  deps.tally.count("livery_code_guesses_total", isCorrect ? 'result="right"' : 'result="wrong"');
  return isCorrect;
}

/**
 * Remembers the browser as one that signed in to the account, under a new token, which is
 * returned for its cookie. What the old token was good for moves along: a copy of it is worth
 * nothing.
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
 * Replaces a contact once an account that had it, or asked for it, is erased. Its messages and guesses still count
 * under the replacement, so that an erasure does not allow more of them. The replacement names nobody.
 */
export function erasedContactHash(keys: Keys, contact: string): string {
  return keys.sign("code", `erased ${contact}`);
}

/** A one-time code: HOTP (RFC 4226) of a secret that is forgotten at once. */
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
