/** Ends sessions of staff: their own, and for owners those of others. */
import { and, eq, ne } from "drizzle-orm";
import { devices, sessions } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken } from "../../process/keys";
import { endOtherSessions } from "../sessions/session-actions";
import type { Session } from "../sessions/session-queries";

/**
 * Ends one session of staff. If it is in another browser than the caller's, all browsers but the caller's are forgotten
 * too, because a person who ends a session no longer trusts earlier sign-ins. Throws `request.not_found` if it is not
 * theirs.
 */
export async function endStaffSession(
  deps: Deps,
  by: { actor: Actor; session: Session; device: string | undefined },
  adminId: string,
  sessionId: string,
): Promise<void> {
  await deps.write((tx) => {
    const endedSessions = tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.audience, "admin"),
          eq(sessions.accountId, adminId),
        ),
      )
      .returning({ id: sessions.id })
      .all();
    if (endedSessions.length === 0) throw new AppError("request.not_found");
    if (sessionId !== by.session.id) forgetDevices(tx, adminId, ownDeviceToken(by, adminId));
    const isOwn = adminId === by.session.accountId;
    const summary = isOwn
      ? "Ended one of their own sessions"
      : "Ended a session of a member of staff";
    appendSessionAudit(tx, deps, by.actor, adminId, summary);
  });
  deps.bus.publish({ type: "session_ended", sessionIds: [sessionId] });
}

/** Ends all sessions of a member of staff, except the session that makes the call. */
export async function endAllStaffSessions(
  deps: Deps,
  by: { actor: Actor; session: Session; device: string | undefined },
  adminId: string,
): Promise<number> {
  const ended = await deps.write((tx) => {
    const ids = endOtherSessions(tx, "admin", adminId, by.session.id);
    forgetDevices(tx, adminId, ownDeviceToken(by, adminId));
    const isOwn = adminId === by.session.accountId;
    const summary = isOwn
      ? "Ended their other sessions"
      : "Ended all sessions of a member of staff";
    if (ids.length > 0) appendSessionAudit(tx, deps, by.actor, adminId, summary);
    return ids;
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
  return ended.length;
}

/** Forgets the browsers that have signed in to an account, inside the caller's transaction. */
export function forgetDevices(tx: Tx, adminId: string, exceptToken?: string): void {
  tx.delete(devices)
    .where(
      and(
        eq(devices.audience, "admin"),
        eq(devices.accountId, adminId),
        ne(devices.tokenHash, exceptToken ? hashToken(exceptToken) : ""),
      ),
    )
    .run();
}

function ownDeviceToken(
  by: { session: Session; device: string | undefined },
  adminId: string,
): string | undefined {
  return by.session.accountId === adminId ? by.device : undefined;
}

function appendSessionAudit(tx: Tx, deps: Deps, actor: Actor, id: string, summary: string): void {
  appendAudit(tx, deps, {
    actor,
    action: "staff.session_ended",
    subject: { kind: "staff", id },
    summary,
  });
}
