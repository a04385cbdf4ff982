/** Reads recent messages and guesses, and the browsers that an account knows. */
import { and, count, desc, eq, gt, inArray, isNotNull, min } from "drizzle-orm";
import {
  codeGuesses,
  codes,
  codeSends,
  devices,
  type StoredCode,
} from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import { hashToken } from "../../process/keys";
import {
  DAY_MS,
  KNOWN_BROWSER_WINDOW_MS,
  REVEAL_WINDOW_MS,
  SERVER_LIMITS,
  UNKNOWN_BROWSER_WINDOW_MS,
  type WrongGuesses,
} from "./code-rules";
import type { Audience } from "../sessions/session-queries";
import { findRow } from "../../../db/rows";

/** Returns the newest code or link that a browser requested. Older ones are not valid. */
export function newestCode(
  tx: Tx,
  request: Pick<StoredCode, "audience" | "purpose" | "identifier" | "browserHash">,
): StoredCode | undefined {
  return tx
    .select()
    .from(codes)
    .where(
      and(
        eq(codes.audience, request.audience),
        eq(codes.identifier, request.identifier),
        eq(codes.purpose, request.purpose),
        eq(codes.browserHash, request.browserHash),
      ),
    )
    .orderBy(desc(codes.createdAt), desc(codes.id))
    .limit(1)
    .get();
}

/** Returns the sent link of a token, valid or not. */
export function codeOfLink(tx: Tx, token: string): StoredCode | undefined {
  return findRow(tx, codes, { linkHash: hashToken(token) });
}

/** Counts the wrong guesses at all contacts of an account together. */
export function countWrongGuesses(
  tx: Tx,
  audience: Audience,
  contacts: readonly string[],
  now: number,
): WrongGuesses {
  const countGuesses = (isKnownDevice: boolean, windowMs: number) =>
    tx
      .select({ n: count() })
      .from(codeGuesses)
      .where(
        and(
          eq(codeGuesses.audience, audience),
          inArray(codeGuesses.identifier, contacts),
          eq(codeGuesses.knownDevice, isKnownDevice),
          gt(codeGuesses.createdAt, now - windowMs),
        ),
      )
      .get()?.n ?? 0;
  return {
    byKnownBrowsers: countGuesses(true, KNOWN_BROWSER_WINDOW_MS),
    byUnknownBrowsers: countGuesses(false, UNKNOWN_BROWSER_WINDOW_MS),
    isServerUnderAttack: SERVER_LIMITS.some(({ max, windowMs }) => {
      const wrongCount = tx
        .select({ n: count() })
        .from(codeGuesses)
        .where(and(eq(codeGuesses.knownDevice, false), gt(codeGuesses.createdAt, now - windowMs)))
        .get();
      return (wrongCount?.n ?? 0) > max;
    }),
  };
}

/** Returns when requests with one of the counted keys were made within the last day, newest first. */
export function recentSendTimes(
  tx: Tx,
  by: { identifier: string } | { address: string } | { prefix: string } | "sms",
  limit: number,
  now: number,
): number[] {
  const matches =
    by === "sms"
      ? // Rows without a prefix were requested but never sent.
        and(eq(codeSends.channel, "sms"), isNotNull(codeSends.prefix))
      : "identifier" in by
        ? eq(codeSends.identifier, by.identifier)
        : "address" in by
          ? eq(codeSends.address, by.address)
          : eq(codeSends.prefix, by.prefix);
  return tx
    .select({ at: codeSends.createdAt })
    .from(codeSends)
    .where(and(matches, gt(codeSends.createdAt, now - DAY_MS)))
    .orderBy(desc(codeSends.createdAt))
    .limit(limit)
    .all()
    .map((row) => row.at);
}

/** Returns the requests of the last hour: the identifiers by one address, and the number by everybody. */
export function sendsOfLastHour(tx: Tx, address: string, now: number) {
  const since = now - REVEAL_WINDOW_MS;
  const identifiersOfAddress = tx
    .select({ identifier: codeSends.identifier })
    .from(codeSends)
    .where(and(eq(codeSends.address, address), gt(codeSends.createdAt, since)))
    .groupBy(codeSends.identifier)
    .orderBy(min(codeSends.createdAt))
    .all()
    .map((row) => row.identifier);
  const totalSends = tx
    .select({ n: count() })
    .from(codeSends)
    .where(and(inArray(codeSends.channel, ["email", "sms"]), gt(codeSends.createdAt, since)))
    .get();
  return { identifiersOfAddress, total: totalSends?.n ?? 0 };
}

/** Returns whether the browser of this device cookie has signed in to the account before. */
export function isKnownDevice(
  tx: Tx,
  audience: Audience,
  accountId: string | null,
  token: string | undefined,
): boolean {
  if (!accountId || !token) return false;
  return (
    tx
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.tokenHash, hashToken(token)),
          eq(devices.audience, audience),
          eq(devices.accountId, accountId),
        ),
      )
      .get() !== undefined
  );
}
