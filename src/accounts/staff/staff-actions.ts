/** Signs staff in to dispatch, and locks and unlocks their sessions. */
import { and, eq, isNull } from "drizzle-orm";
import { devices, loginFailures, sessions, type StoredAdmin } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken, newToken } from "../../process/keys";
import type { AdminLogin, AdminProfile } from "../contract";
import { consumeSecondFactor } from "./second-factor-actions";
import { readEmail } from "../rules";
import { startSession } from "../sessions/session-actions";
import type { Session } from "../sessions/session-queries";
import { auditStaffChange } from "./staff-audit";
import { verifyPassword } from "./staff-passwords";
import {
  findAdmin,
  findAdminByEmail,
  loginDeviceKey,
  toAdminProfile,
  type Visitor,
} from "./staff-queries";
import { LOGIN_WINDOW_MS, MAX_FAILED_UNLOCKS } from "./staff-rules";
import {
  countSignInAttempt,
  canTryCodeFrom,
  recordFailedSignIn,
  recordWrongCode,
} from "./staff-sign-in-attempts";
import { insertRow, updateRow } from "../../../db/rows";

/** A new session, with the values for the browser's cookies. */
export type SignInResult = {
  admin: AdminProfile;
  session: { token: string; expiresAt: number };
  deviceToken: string;
};

/**
 * Signs staff in. The try is counted before anything is compared, and no longer counted if it was correct. The browser
 * gets a new session, and its former one ends. Failures and wrong codes of the second factor from browsers that never
 * signed in are counted together, whatever their network. Throws `admin.refused` for every mismatch, `totp_required`,
 * `admin.login_limit`.
 */
export async function loginAdmin(
  deps: Deps,
  input: AdminLogin,
  visitor: Visitor,
): Promise<SignInResult> {
  const email = readEmail(input.email) ?? input.email;
  const seenAdmin = findAdminByEmail(deps.db, email);
  const device = loginDeviceKey(deps, seenAdmin, visitor);
  const attemptId = await countSignInAttempt(deps, email, device);
  const attempt = { tryId: attemptId, email, address: visitor.address };
  const isCorrect = await verifyPassword(input.password, seenAdmin?.passwordHash ?? null);
  if (!isCorrect || !seenAdmin) {
    // Runs also for an unknown address, so that the time of the answer reveals nothing.
    await deps.write((tx) => recordFailedSignIn(tx, deps, attempt));
    throw new AppError("admin.refused");
  }

  const outcome = await deps.write((tx) => {
    const now = deps.now();
    const admin = findAdmin(tx, seenAdmin.id);
    // The password changed while the hash was compared, so the old one is no longer valid.
    if (!admin || admin.passwordHash !== seenAdmin.passwordHash || admin.deactivatedAt !== null) {
      recordFailedSignIn(tx, deps, attempt);
      return "admin.refused";
    }
    if (admin.totpSecret !== null) {
      if (input.totp === undefined) {
        tx.delete(loginFailures).where(eq(loginFailures.id, attemptId)).run();
        return "totp_required";
      }
      if (!canTryCodeFrom(tx, admin, device, now)) return "admin.login_limit";
      const isCodeCorrect = consumeSecondFactor(tx, deps, admin, input.totp);
      if (!isCodeCorrect) {
        recordFailedSignIn(tx, deps, attempt);
        recordWrongCode(tx, admin, device, now);
        return "admin.refused";
      }
    }
    tx.delete(loginFailures).where(eq(loginFailures.id, attemptId)).run();
    auditStaffChange(tx, deps, admin, "staff.signed_in", "Signed in", visitor.address);
    return startStaffSession(tx, admin, visitor, now);
  });
  if (outcome === "admin.login_limit")
    throw new AppError(outcome, { retryAfterSeconds: LOGIN_WINDOW_MS / 1000 });
  if (typeof outcome === "string") throw new AppError(outcome);
  return announceEndedSessions(deps, outcome);
}

/** Starts a session for staff who have proved their identity, inside the caller's transaction. */
export function startStaffSession(
  tx: Tx,
  admin: StoredAdmin,
  visitor: Visitor,
  now: number,
): SignInResult & { ended: string[] } {
  const ended = visitor.session ? endSessionByToken(tx, visitor.session) : [];
  const session = startSession(tx, {
    audience: "admin",
    accountId: admin.id,
    userAgent: visitor.userAgent,
    address: visitor.address,
    now,
  });
  return {
    admin: toAdminProfile(admin, false),
    session: { token: session.token, expiresAt: session.expiresAt },
    deviceToken: rememberDevice(tx, admin.id, visitor.device, now),
    ended,
  };
}

/** Closes the streams of ended sessions. Call it after the commit. */
export function announceEndedSessions(
  deps: Deps,
  { ended, ...signedIn }: SignInResult & { ended: string[] },
) {
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
  return signedIn;
}

/** Keeps the browser's token if it already belongs to this account; else creates a new one. */
function rememberDevice(tx: Tx, adminId: string, token: string | undefined, now: number): string {
  if (token?.length === 43) {
    const knownDevices = tx
      .update(devices)
      .set({ lastSeenAt: now })
      .where(
        and(
          eq(devices.tokenHash, hashToken(token)),
          eq(devices.audience, "admin"),
          eq(devices.accountId, adminId),
        ),
      )
      .returning({ id: devices.id })
      .all();
    if (knownDevices.length === 1) return token;
  }
  const newDeviceToken = newToken();
  insertRow(tx, devices, {
    id: Bun.randomUUIDv7(),
    tokenHash: hashToken(newDeviceToken),
    audience: "admin",
    accountId: adminId,
    createdAt: now,
    lastSeenAt: now,
  });
  return newDeviceToken;
}

function endSessionByToken(tx: Tx, token: string): string[] {
  return tx
    .delete(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), eq(sessions.audience, "admin")))
    .returning({ id: sessions.id })
    .all()
    .map((row) => row.id);
}

function auditSessionChange(
  tx: Tx,
  deps: Deps,
  { accountId: id, name }: Session,
  action: AuditAction,
  summary: string,
): void {
  const actor = { kind: "admin" as const, id, name };
  appendAudit(tx, deps, { actor, action, subject: { kind: "staff", id }, summary });
}

/** Signs staff out. The session's streams end at once. */
export async function signOutAdmin(deps: Deps, session: Session): Promise<void> {
  await deps.write((tx) => {
    const deletion = tx
      .delete(sessions)
      .where(eq(sessions.id, session.id))
      .returning({ id: sessions.id });
    if (deletion.all().length > 0)
      auditSessionChange(tx, deps, session, "staff.signed_out", "Signed out");
  });
  deps.bus.publish({ type: "session_ended", sessionIds: [session.id] });
}

/** Locks a session, and ends its event streams at once. A locked session stays locked. */
export async function lockSession(deps: Deps, session: Session): Promise<void> {
  await deps.write((tx) => {
    const lockedSessions = tx
      .update(sessions)
      .set({ lockedAt: deps.now() })
      .where(and(eq(sessions.id, session.id), isNull(sessions.lockedAt)))
      .returning({ id: sessions.id })
      .all();
    if (lockedSessions.length > 0)
      auditSessionChange(tx, deps, session, "staff.locked", "Locked the screen");
  });
  deps.bus.publish({ type: "session_ended", sessionIds: [session.id] });
}

/**
 * Unlocks a session with the password of its account. The try is counted before the comparison, and the fifth wrong one
 * ends the session. Throws `admin.password_required`, `admin.wrong_password`, `request.unauthenticated`.
 */
export async function unlockSession(deps: Deps, session: Session, password: string): Promise<void> {
  if (password === "")
    throw new AppError("admin.password_required", {
      fields: { password: "Password is required" },
    });
  // The session is not locked. The password is not compared, so that nobody can guess passwords at an open session.
  if (session.lockedAt === null) return;
  const attempt = await deps.write((tx) => countUnlockAttempt(tx, session.id));
  if (attempt === "spent") {
    deps.bus.publish({ type: "session_ended", sessionIds: [session.id] });
    throw new AppError("request.unauthenticated");
  }
  const admin = findAdmin(deps.db, session.accountId);
  const isCorrect = await verifyPassword(password, admin?.passwordHash ?? null);
  const isSessionOpen = await deps.write((tx) => {
    const isThisSession = eq(sessions.id, session.id);
    if (!isCorrect) {
      auditSessionChange(tx, deps, session, "staff.unlock_failed", "Failed to unlock the screen");
      if (attempt < MAX_FAILED_UNLOCKS) return true;
      tx.delete(sessions).where(isThisSession).run();
      return false;
    }
    const now = deps.now();
    const unlockedSessions = tx
      .update(sessions)
      .set({ lockedAt: null, failedUnlocks: 0, lastSeenAt: now })
      .where(isThisSession)
      .returning({ id: sessions.id })
      .all();
    if (unlockedSessions.length > 0)
      auditSessionChange(tx, deps, session, "staff.unlocked", "Unlocked the screen");
    return unlockedSessions.length === 1;
  });
  if (!isSessionOpen) deps.bus.publish({ type: "session_ended", sessionIds: [session.id] });
  if (!isCorrect) throw new AppError("admin.wrong_password");
  if (!isSessionOpen) throw new AppError("request.unauthenticated");
}

/** Returns the number of this try, or "spent" if none is left, and then ends the session. */
function countUnlockAttempt(tx: Tx, sessionId: string): number | "spent" {
  const row = tx
    .select({ failed: sessions.failedUnlocks })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .get();
  if (!row) return "spent";
  if (row.failed >= MAX_FAILED_UNLOCKS) {
    tx.delete(sessions).where(eq(sessions.id, sessionId)).run();
    return "spent";
  }
  updateRow(tx, sessions, sessionId, { failedUnlocks: row.failed + 1 });
  return row.failed + 1;
}
