/** Deletes the records of sign-ins once no rule needs them any more. */
import { and, gt, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  codeGuesses,
  codeSends,
  codes,
  devices,
  loginFailures,
  providerAttempts,
  riderSignIns,
  sessions,
} from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import { DAY_MS, UNKNOWN_BROWSER_WINDOW_MS } from "./codes/code-rules";
import { ATTEMPT_LIFETIME_MS } from "./providers/provider-rules";

/** The lifetime of a known browser's cookie. */
const DEVICE_LIFETIME_MS = 390 * DAY_MS;
/** How long riders see when and how they signed in. */
const SIGN_IN_LIFETIME_MS = 30 * DAY_MS;

/** The number of deleted records of each kind. All have fixed periods of keeping. */
type ExpiredCounts = Record<"codes" | "guesses" | "signIns" | "sessions" | "browsers", number>;

/** Deletes expired records, inside the caller's transaction, and returns how many. `now` is in ms. */
export function sweepAccounts(tx: Tx, now: number): ExpiredCounts {
  const removeRows = (table: SQLiteTable, which: SQL | undefined) =>
    tx
      .delete(table)
      .where(which)
      .returning({ one: sql`1` })
      .all().length;
  return {
    codes:
      removeRows(codes, lt(codes.createdAt, now - DAY_MS)) +
      removeRows(codeSends, lt(codeSends.createdAt, now - DAY_MS)) +
      removeRows(providerAttempts, lte(providerAttempts.expiresAt, now)),
    guesses:
      removeRows(codeGuesses, lt(codeGuesses.createdAt, now - UNKNOWN_BROWSER_WINDOW_MS)) +
      removeRows(loginFailures, lt(loginFailures.createdAt, now - DAY_MS)),
    signIns: removeRows(riderSignIns, lt(riderSignIns.createdAt, now - SIGN_IN_LIFETIME_MS)),
    sessions: removeRows(sessions, lte(sessions.expiresAt, now)),
    browsers: removeRows(devices, lt(devices.lastSeenAt, now - DEVICE_LIFETIME_MS)),
  };
}

/**
 * Returns the condition for sessions from before a time (ms) that still have a network address. Addresses are personal
 * data and are kept for less time than sessions.
 */
export const sessionAddressesBefore = (at: number) =>
  and(lt(sessions.createdAt, at), sql`${sessions.address} <> ''`);

/** Deletes network addresses from before a time (ms). Returns how many. */
export function sweepSessionAddresses(tx: Tx, before: number): number {
  return tx
    .update(sessions)
    .set({ address: "" })
    .where(sessionAddressesBefore(before))
    .returning({ id: sessions.id })
    .all().length;
}

/**
 * Deletes codes, links and sign-in attempts that seem to come from the future, inside the caller's transaction. The
 * clock was set back, and they would become valid again later.
 */
export function deleteFutureCodes(tx: Tx, now: number): void {
  tx.delete(codes).where(gt(codes.createdAt, now)).run();
  tx.delete(providerAttempts)
    .where(gt(providerAttempts.expiresAt, now + ATTEMPT_LIFETIME_MS))
    .run();
}
