/** Lets owners manage the staff of dispatch: invitations, roles, access, second factors. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { adminInvites, admins, sessions, type StoredAdmin } from "../../../db/schema/accounts";
import { settings } from "../../../db/schema/settings";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { queueMessage } from "../../notifications/outbox";
import { secondFactorReset, staffInvitation } from "../../notifications/texts/staff-texts";
import type { AdminRole } from "../contract";
import { removeSecondFactor } from "./second-factor-actions";
import { readEmail } from "../rules";
import { endOtherSessions } from "../sessions/session-actions";
import type { Session } from "../sessions/session-queries";
import type { InviteStaff } from "./staff-contract";
import { COMMAND_LINE_ACTOR, inviteAdmin } from "./staff-invites";
import { findAdmin, findAdminByEmail } from "./staff-queries";
import { INVITE_LIFETIME_MS } from "./staff-rules";
import { forgetDevices } from "./staff-session-actions";
import { requireSeen } from "../../rows";
import { updateRow } from "../../../db/rows";
import { readOperator } from "../../settings/queries";

/**
 * Invites a new person by e-mail, with a one-time link to choose a password, and returns the link too. Throws
 * `request.invalid` with the field, `contact.taken`, `request.forbidden`.
 */
export async function inviteStaff(
  deps: Deps,
  by: Actor,
  { email: typed, role }: InviteStaff,
): Promise<{ id: string; link: string }> {
  const email = readEmail(typed);
  if (email === null)
    throw new AppError("request.invalid", { fields: { email: "Enter a valid email address." } });
  const link = await inviteAdmin(deps, email, role, by, (tx, existing, url) => {
    requireOwner(tx, by);
    if (existing)
      throw new AppError("contact.taken", {
        fields: { email: "A member of your staff already has this address." },
      });
    sendPasswordLink(tx, deps, by, email, url);
  });
  const admin = findAdminByEmail(deps.db, email);
  if (!admin) throw new AppError("server.error");
  return { id: admin.id, link };
}

/**
 * Sends a new link to choose a password by e-mail, and returns it; earlier links no longer work. Used for a lost
 * invitation or a forgotten password, which stays valid until then. Throws `request.not_found`, `staff.off`,
 * `request.forbidden`.
 */
export async function sendStaffLink(deps: Deps, by: Actor, id: string): Promise<string> {
  const { email } = requireStaffMember(deps.db, id);
  return inviteAdmin(deps, email, undefined, by, (tx, existing, url) => {
    requireOwner(tx, by);
    if (!existing) throw new AppError("request.not_found");
    if (existing.deactivatedAt !== null) throw new AppError("staff.off");
    sendPasswordLink(tx, deps, by, email, url);
  });
}

/**
 * Changes the role of a member of staff. Their sessions end, so that their screens show what the new role may do.
 * Throws `request.not_found`, `request.conflict`, `staff.last_owner`, `request.forbidden`.
 */
export async function changeStaffRole(
  deps: Deps,
  by: Session,
  id: string,
  role: AdminRole,
  version: number,
): Promise<void> {
  await changeAccess(deps, by, id, version, (tx, admin) => {
    if (admin.role === role) return null;
    updateRow(tx, admins, id, { role });
    const detail = { from: admin.role, to: role };
    return { action: "staff.role_changed", summary: "Changed a staff member's role", detail };
  });
}

/**
 * Ends a person's access: they can no longer sign in, and their sessions, streams and links end at once. Throws
 * `request.not_found`, `request.conflict`, `staff.last_owner`, `request.forbidden`.
 */
export async function deactivateStaff(
  deps: Deps,
  by: Session,
  id: string,
  version: number,
): Promise<void> {
  await changeAccess(deps, by, id, version, (tx, admin) => {
    if (admin.deactivatedAt !== null) return null;
    const now = deps.now();
    updateRow(tx, admins, id, { deactivatedAt: now });
    tx.update(adminInvites)
      .set({ usedAt: now })
      .where(and(eq(adminInvites.adminId, id), isNull(adminInvites.usedAt)))
      .run();
    forgetDevices(tx, id);
    return { action: "staff.switched_off", summary: "Ended a staff member's access" };
  });
}

/**
 * Restores a person's access, with their former password. Throws `request.not_found`, `request.conflict`,
 * `request.forbidden`.
 */
export async function reactivateStaff(
  deps: Deps,
  by: Session,
  id: string,
  version: number,
): Promise<void> {
  await changeAccess(deps, by, id, version, (tx, admin) => {
    if (admin.deactivatedAt === null) return null;
    updateRow(tx, admins, id, { deactivatedAt: null });
    return { action: "staff.switched_on", summary: "Restored a staff member's access" };
  });
}

/**
 * Removes the second factor of another person, who has lost phone and recovery codes. Ends all their sessions and
 * notifies them by e-mail. Refuses one's own, which is turned off by password and code. Throws `request.not_found`,
 * `second_factor.off`, `request.forbidden`.
 */
export async function resetSecondFactor(deps: Deps, by: Session, id: string): Promise<void> {
  if (id === by.accountId)
    throw new AppError("request.forbidden", {
      message: "Turn your own second factor off in your profile, or ask another owner.",
    });
  const ended = await deps.write((tx) => {
    requireOwner(tx, actorOf(by));
    return reset(tx, deps, actorOf(by), requireStaffMember(tx, id));
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
}

/**
 * Does the same from the command line. A person who can start the server may help an owner whom no other owner can
 * help. Throws `request.not_found`, `second_factor.off`.
 */
export async function resetSecondFactorByEmail(deps: Deps, email: string): Promise<void> {
  const ended = await deps.write((tx) => {
    const admin = findAdminByEmail(tx, readEmail(email) ?? email);
    if (!admin)
      throw new AppError("request.not_found", { message: "No member of staff has this address." });
    return reset(tx, deps, COMMAND_LINE_ACTOR, admin);
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
}

/**
 * Removes the second factor, forgets the browsers, ends all sessions and notifies the person by e-mail. Returns the ids
 * of the sessions.
 */
function reset(tx: Tx, deps: Deps, by: Actor, { id, email, totpSecret }: StoredAdmin): string[] {
  if (totpSecret === null) throw new AppError("second_factor.off");
  removeSecondFactor(tx, id, deps.now());
  forgetDevices(tx, id);
  appendStaffAudit(
    tx,
    deps,
    by,
    id,
    "staff.second_factor_reset",
    "Reset a staff member's second factor",
  );
  queueMessage(tx, deps, {
    to: { type: "email", value: email },
    message: secondFactorReset({ brand: readOperator(deps).brand, by: by.name }),
  });
  return endOtherSessions(tx, "admin", id, null);
}

/**
 * Sets whether all staff must have a second factor. The caller must have one to require it. Streams of staff without
 * one end, and they can do nothing else before they set theirs up. Throws `staff.own_second_factor_first`,
 * `request.forbidden`.
 */
export async function setSecondFactorRequired(
  deps: Deps,
  by: Session,
  isRequired: boolean,
): Promise<void> {
  const affectedSessionIds = await deps.write((tx) => {
    const owner = requireOwner(tx, actorOf(by));
    if (isRequired && owner.totpSecret === null)
      throw new AppError("staff.own_second_factor_first");
    tx.update(settings).set({ secondFactorRequired: isRequired }).run();
    appendAudit(tx, deps, {
      actor: actorOf(by),
      action: "settings.staff_changed",
      subject: { kind: "settings", id: "staff" },
      summary: isRequired
        ? "Made a second factor compulsory for all staff"
        : "Made a second factor optional for staff",
    });
    if (!isRequired) return [];
    return tx
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(admins, eq(admins.id, sessions.accountId))
      .where(and(eq(sessions.audience, "admin"), isNull(admins.totpSecret)))
      .all()
      .map(({ id }) => id);
  });
  if (affectedSessionIds.length > 0)
    deps.bus.publish({ type: "session_ended", sessionIds: affectedSessionIds });
}

type AccessChange = {
  action: AuditAction;
  summary: string;
  detail?: Record<string, string>;
};

/**
 * Changes a person's role or access, guarded by the version that the caller saw. `act` returns null if nothing changes.
 * Ends all their sessions, except the caller's own unless access ends.
 */
async function changeAccess(
  deps: Deps,
  by: Session,
  id: string,
  version: number,
  act: (tx: Tx, admin: StoredAdmin) => AccessChange | null,
): Promise<void> {
  const ended = await deps.write((tx) => {
    requireOwner(tx, actorOf(by));
    const admin = requireStaffMember(tx, id);
    requireSeen(admin, version, "request.conflict");
    const accessChange = act(tx, admin);
    if (!accessChange) return [];
    requireAnyOwner(tx);
    updateRow(tx, admins, id, { version: sql`${admins.version} + 1`, updatedAt: deps.now() });
    appendStaffAudit(
      tx,
      deps,
      actorOf(by),
      id,
      accessChange.action,
      accessChange.summary,
      accessChange.detail,
    );
    return endOtherSessions(
      tx,
      "admin",
      id,
      accessChange.action === "staff.switched_off" ? null : by.id,
    );
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
}

function actorOf({ accountId: id, name }: Session): Actor {
  return { kind: "admin", id, name };
}

/** The caller may have lost the role or the access since the call began. */
function requireOwner(tx: Tx, by: Actor): StoredAdmin {
  const admin = by.id === null ? undefined : findAdmin(tx, by.id);
  if (admin?.role !== "owner" || admin.deactivatedAt !== null)
    throw new AppError("request.forbidden");
  return admin;
}

/** There must always be an owner, because nobody else could restore the role. */
function requireAnyOwner(tx: Tx): void {
  const owner = tx
    .select({ id: admins.id })
    .from(admins)
    .where(
      and(eq(admins.role, "owner"), isNull(admins.deactivatedAt), isNotNull(admins.passwordHash)),
    )
    .get();
  if (!owner) throw new AppError("staff.last_owner");
}

function requireStaffMember(db: Tx, id: string): StoredAdmin {
  const admin = findAdmin(db, id);
  if (!admin) throw new AppError("request.not_found");
  return admin;
}

function sendPasswordLink(tx: Tx, deps: Deps, by: Actor, email: string, url: string): void {
  queueMessage(tx, deps, {
    to: { type: "email", value: email },
    message: staffInvitation({ brand: readOperator(deps).brand, by: by.name, url }),
    expiresAt: deps.now() + INVITE_LIFETIME_MS,
  });
}

function appendStaffAudit(
  tx: Tx,
  deps: Deps,
  by: Actor,
  id: string,
  action: AuditAction,
  summary: string,
  detail: Record<string, string> = {},
): void {
  appendAudit(tx, deps, { actor: by, action, subject: { kind: "staff", id }, summary, detail });
}
