/** The steps that end every sign-in: an account, a session, and a remembered browser. */
import { and, eq } from "drizzle-orm";
import { riders, riderSignIns, sessions, type StoredRider } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { hashToken } from "../../process/keys";
import { consentBySigningIn } from "../../notifications/choices/choice-actions";
import { claimMessages } from "../../notifications/outbox";
import { countryOfAddress } from "../../settings/country";
import { type Requester, rememberDevice } from "../codes/code-actions";
import type { RecentSignIn } from "../providers/provider-contract";
import type { Identifier } from "../rules";
import { startSession } from "../sessions/session-actions";
import { insertRow } from "../../../db/rows";
import { recordWebhook } from "../../webhooks/record-actions";

/** The values that a sign-in puts into the browser's cookies. */
export type SignInResult = {
  accountId: string;
  session: { token: string; expiresAt: number };
  device: string;
  /** The browser's former session, which the new one replaces. */
  endedSessionIds: string[];
};

/**
 * Creates the account of a confirmed contact in the browser's language, inside the caller's transaction. The sign-in
 * screen explains what this means for calls and SMS.
 */
export function createRider(
  tx: Tx,
  identifier: Identifier,
  requester: Pick<Requester, "language">,
  now: number,
): StoredRider {
  const row: StoredRider = {
    id: Bun.randomUUIDv7(),
    firstName: null,
    lastName: null,
    hasOneName: false,
    email: identifier.type === "email" ? identifier.value : null,
    phone: identifier.type === "phone" ? identifier.value : null,
    pendingEmail: null,
    pendingPhone: null,
    pictureFileId: null,
    createdAt: now,
    updatedAt: now,
    language: requester.language,
    dispatchNote: "",
  };
  insertRow(tx, riders, row);
  recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: row.id }));
  consentBySigningIn(tx, row.id, now);
  claimMessages(tx, identifier.value, row.id);
  return row;
}

/**
 * Starts a session in the requester's browser, inside the caller's transaction, and ends the former one. Call
 * `announceEndedSessions` after the commit.
 */
export function beginSession(
  tx: Tx,
  deps: Deps,
  audience: "rider" | "driver",
  accountId: string,
  requester: Requester,
): SignInResult {
  const now = deps.now();
  const ended = requester.session
    ? tx
        .delete(sessions)
        .where(
          and(
            eq(sessions.tokenHash, hashToken(requester.session)),
            eq(sessions.audience, audience),
          ),
        )
        .returning({ id: sessions.id })
        .all()
    : [];
  const { userAgent, address } = requester;
  return {
    accountId,
    session: startSession(tx, { audience, accountId, userAgent, address, now }),
    device: rememberDevice(tx, audience, accountId, requester.device, now),
    endedSessionIds: ended.map((row) => row.id),
  };
}

/** Ends the streams of the session that was replaced. */
export function announceEndedSessions(deps: Deps, { endedSessionIds }: SignInResult): void {
  if (endedSessionIds.length > 0)
    deps.bus.publish({ type: "session_ended", sessionIds: endedSessionIds });
}

/** Records how a rider signed in, for the rider to see. */
export function recordSignIn(
  tx: Tx,
  deps: Deps,
  riderId: string,
  method: RecentSignIn["method"],
  requester: Requester,
): void {
  insertRow(tx, riderSignIns, {
    id: Bun.randomUUIDv7(),
    riderId,
    method,
    userAgent: requester.userAgent.slice(0, 300),
    createdAt: deps.now(),
    country: countryOfAddress(requester.address),
  });
}
