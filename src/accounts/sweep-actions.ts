/** What signing in leaves behind is kept no longer than its rules look back. */
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

/** As long as the cookie of a known browser lives. */
const DEVICE_LIFETIME_MS = 390 * DAY_MS;
/** For so long riders see when and how they signed in. */
const SIGN_IN_LIFETIME_MS = 30 * DAY_MS;

/** What expires, with fixed periods. */
type ExpiredCounts = Record<"codes" | "guesses" | "signIns" | "sessions" | "browsers", number>;

/** Deletes what has lapsed, inside the caller's transaction, and tells how much. `now` in ms. */
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

/** The network addresses of sessions before an instant (ms): they are personal data, and sessions outlive them. */
export const sessionAddressesBefore = (at: number) =>
  and(lt(sessions.createdAt, at), sql`${sessions.address} <> ''`);

/** Forgets network addresses of before an instant (ms). Returns how many. */
export function sweepSessionAddresses(tx: Tx, before: number): number {
  return tx
    .update(sessions)
    .set({ address: "" })
    .where(sessionAddressesBefore(before))
    .returning({ id: sessions.id })
    .all().length;
}

/**
 * Deletes codes, links and ways to a provider that claim to come from the future, inside the
 * caller's transaction: the clock was set back, and they would be good again an hour from now.
 */
export function deleteFutureCodes(tx: Tx, now: number): void {
  tx.delete(codes).where(gt(codes.createdAt, now)).run();
  tx.delete(providerAttempts)
    .where(gt(providerAttempts.expiresAt, now + ATTEMPT_LIFETIME_MS))
    .run();
}
