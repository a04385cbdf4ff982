/** What signing in leaves behind is kept no longer than its rules look back. */
import { and, gt, lt, lte, sql } from "drizzle-orm";
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
import { DAY, UNKNOWN_WINDOW_MS } from "./code-rules";
import { ATTEMPT_MS } from "./provider-rules";

/** As long as the cookie of a known browser lives. */
const DEVICE_MS = 390 * DAY;
/** For so long riders see when and how they signed in. */
const SIGN_IN_MS = 30 * DAY;

/** Deletes what has lapsed, inside the caller's transaction. `now` in ms. */
export function sweepAccounts(tx: Tx, now: number): void {
  tx.delete(codes)
    .where(lt(codes.createdAt, now - DAY))
    .run();
  tx.delete(codeSends)
    .where(lt(codeSends.createdAt, now - DAY))
    .run();
  tx.delete(codeGuesses)
    .where(lt(codeGuesses.createdAt, now - UNKNOWN_WINDOW_MS))
    .run();
  tx.delete(loginFailures)
    .where(lt(loginFailures.createdAt, now - DAY))
    .run();
  tx.delete(providerAttempts).where(lte(providerAttempts.expiresAt, now)).run();
  tx.delete(riderSignIns)
    .where(lt(riderSignIns.createdAt, now - SIGN_IN_MS))
    .run();
  tx.delete(sessions).where(lte(sessions.expiresAt, now)).run();
  tx.delete(devices)
    .where(lt(devices.lastSeenAt, now - DEVICE_MS))
    .run();
}

/** The network addresses of sessions before an instant (ms): they are personal data, and sessions outlive them. */
export const sessionAddressesBefore = (at: number) =>
  and(lt(sessions.createdAt, at), sql`${sessions.address} <> ''`);

/** Forgets network addresses of before an instant (ms). Returns how many. */
export function sweepAddresses(tx: Tx, before: number): number {
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
export function dropFutureCodes(tx: Tx, now: number): void {
  tx.delete(codes).where(gt(codes.createdAt, now)).run();
  tx.delete(providerAttempts)
    .where(gt(providerAttempts.expiresAt, now + ATTEMPT_MS))
    .run();
}
