import { and, eq, inArray, ne } from "drizzle-orm";
import { devices, sessions } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { hashToken, newToken } from "../../process/keys";
import type { Audience, Session } from "./session-queries";
import { insertRow, updateRow } from "../../../db/rows";

/** How long a session lasts without a new sign-in. */
const SESSION_LIFETIMES_MS: Record<Audience, number> = {
  rider: 90 * 86_400_000,
  driver: 30 * 86_400_000,
  admin: 12 * 3_600_000,
};

/** A session's last use is stored again only after this interval. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Starts a session inside the caller's transaction. The token is returned only here, for the cookie. */
export function startSession(
  tx: Tx,
  input: { audience: Audience; accountId: string; userAgent: string; address: string; now: number },
): { id: string; token: string; expiresAt: number } {
  const token = newToken();
  const id = Bun.randomUUIDv7();
  const expiresAt = input.now + SESSION_LIFETIMES_MS[input.audience];
  insertRow(tx, sessions, {
    id,
    tokenHash: hashToken(token),
    audience: input.audience,
    accountId: input.accountId,
    userAgent: input.userAgent.slice(0, 300),
    address: input.address,
    createdAt: input.now,
    lastSeenAt: input.now,
    expiresAt,
  });
  return { id, token, expiresAt };
}

/**
 * Records that a session was used, at most once a minute, for lists and the idle lock. Returns null if there is nothing
 * to record. Does nothing for a locked session, because an idle one would then unlock. Never rejects: with a full disk
 * or a locked database, reading continues to work.
 */
export function updateLastSeen(deps: Deps, session: Session): Promise<void> | null {
  if (session.lockedAt !== null) return null;
  const now = deps.now();
  return now - session.lastSeenAt < LAST_SEEN_INTERVAL_MS
    ? null
    : recordSessionUse(deps, session, now);
}

async function recordSessionUse(deps: Deps, session: Session, now: number): Promise<void> {
  try {
    await deps.write((tx) => {
      updateRow(tx, sessions, session.id, { lastSeenAt: now });
    });
  } catch (error) {
    deps.log.warning("The last use of a session could not be saved: {error}", {
      error: String(error),
    });
  }
}

/** Ends one session of an account; false if it is not theirs. Its streams end at once. */
export async function endSession(
  deps: Deps,
  audience: Audience,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await deps.write((tx) =>
    tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.audience, audience),
          eq(sessions.accountId, accountId),
        ),
      )
      .returning({ id: sessions.id })
      .all(),
  );
  if (ended.length === 0) return false;
  deps.bus.publish({ type: "session_ended", sessionIds: [sessionId] });
  return true;
}

/**
 * Ends all sessions of an account except `exceptId` (null ends all of them), inside the caller's transaction, and
 * returns their ids. Publish `session_ended` with them after the commit.
 */
export function endOtherSessions(
  tx: Tx,
  audience: Audience,
  accountId: string,
  exceptId: string | null,
): string[] {
  const isOfAccount = and(eq(sessions.audience, audience), eq(sessions.accountId, accountId));
  const ids = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(exceptId ? and(isOfAccount, ne(sessions.id, exceptId)) : isOfAccount)
    .all()
    .map((row) => row.id);
  if (ids.length > 0) tx.delete(sessions).where(inArray(sessions.id, ids)).run();
  return ids;
}

/**
 * Ends a session that its owner no longer trusts, from another browser; false if it is not theirs. Also forgets the
 * browsers of earlier sign-ins, except the one of `keptDeviceToken`, the token of its cookie.
 */
export async function revokeSession(
  deps: Deps,
  owner: Session,
  sessionId: string,
  keptDeviceToken: string | undefined,
): Promise<boolean> {
  const isEnded = await endSession(deps, owner.audience, owner.accountId, sessionId);
  if (isEnded && sessionId !== owner.id)
    await deps.write((tx) => {
      tx.delete(devices)
        .where(
          and(
            eq(devices.audience, owner.audience),
            eq(devices.accountId, owner.accountId),
            ne(devices.tokenHash, keptDeviceToken ? hashToken(keptDeviceToken) : ""),
          ),
        )
        .run();
    });
  return isEnded;
}
