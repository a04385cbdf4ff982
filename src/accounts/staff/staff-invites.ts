/** Gives staff their first password, by the setup link and the links of `livery admin add`. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { adminInvites, admins, type StoredAdmin } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken, newToken } from "../../process/keys";
import type { AdminRole, ChoosePassword, SetupOwner } from "../contract";
import { namesErrors, normalizeName, readEmail } from "../rules";
import { endOtherSessions } from "../sessions/session-actions";
import { startStaffSession, type SignInResult, announceEndedSessions } from "./staff-actions";
import { auditStaffChange } from "./staff-audit";
import { hashPassword } from "./staff-passwords";
import { findAdmin, findAdminByEmail, hasAdmin, type Visitor } from "./staff-queries";
import { INVITE_LIFETIME_MS, passwordError } from "./staff-rules";
import { insertRow, updateRow } from "../../../db/rows";

/** The actor of commands: a person who can start the server may manage its staff. */
export const COMMAND_LINE_ACTOR: Actor = { kind: "system", id: null, name: "Command line" };

/**
 * Ensures that somebody can sign in to dispatch. If nobody can, creates the owner of the configuration, or else returns
 * a new setup link, which replaces the earlier one. Returns null if there is nothing to print. Call it once at start,
 * before listening. Throws if the configured owner's address or password is invalid.
 */
export async function ensureFirstOwner(deps: Deps): Promise<string | null> {
  if (hasAdmin(deps.db)) return null;
  const { firstOwner } = deps.config;
  if (firstOwner) {
    await setAdminPassword(deps, firstOwner.email, firstOwner.password, "owner");
    return null;
  }
  const token = newToken();
  await deps.write((tx) => {
    tx.delete(adminInvites)
      .where(and(eq(adminInvites.kind, "setup"), isNull(adminInvites.usedAt)))
      .run();
    insertInvite(tx, { kind: "setup", adminId: null, token, now: deps.now() });
  });
  return `${deps.config.publicUrl}/dispatch/setup?token=${token}`;
}

/**
 * Returns a one-time link with which the member of staff with this e-mail address chooses a password; earlier links no
 * longer work. A new member gets the role (the first is always owner, the default is dispatcher). A known member keeps
 * their role unless one is given, and the old password until then. `onBeforeSave` runs in the same transaction: it
 * sends the link, or throws to refuse it. Throws `identifier.invalid`.
 */
export async function inviteAdmin(
  deps: Deps,
  email: string,
  role?: AdminRole,
  by: Actor = COMMAND_LINE_ACTOR,
  onBeforeSave: (tx: Tx, existing: StoredAdmin | undefined, link: string) => void = () => {},
): Promise<string> {
  const token = newToken();
  const link = `${deps.config.publicUrl}/dispatch/password?token=${token}`;
  const storedEmail = requireEmail(email);
  await deps.write((tx) => {
    const now = deps.now();
    onBeforeSave(tx, findAdminByEmail(tx, storedEmail), link);
    const adminId = upsertStaffMember(tx, deps, by, storedEmail, role);
    tx.delete(adminInvites)
      .where(and(eq(adminInvites.adminId, adminId), isNull(adminInvites.usedAt)))
      .run();
    insertInvite(tx, { kind: "password", adminId, token, now });
    appendStaffAudit(tx, deps, by, adminId, "staff.invited", "Sent a link to choose a password");
  });
  return link;
}

/**
 * Sets the password of the member of staff with this e-mail address, and adds a new member as `inviteAdmin` does. All
 * their sessions end. Throws `identifier.invalid`, or `request.invalid` for an invalid password.
 */
export async function setAdminPassword(
  deps: Deps,
  email: string,
  password: string,
  role?: AdminRole,
  by: Actor = COMMAND_LINE_ACTOR,
): Promise<void> {
  const storedEmail = requireEmail(email);
  requirePassword(password, storedEmail);
  const passwordHash = await hashPassword(password);
  const ended = await deps.write((tx) => {
    const id = upsertStaffMember(tx, deps, by, storedEmail, role);
    appendStaffAudit(tx, deps, by, id, "staff.password_set", "Set a staff member's password");
    return writePassword(tx, id, passwordHash, deps.now());
  });
  publishEndedSessions(deps, ended);
}

/**
 * Creates the first owner by the setup link and signs them in. Throws `request.invalid` with the fields,
 * `link.refused`, `admin.setup_done`.
 */
export async function setUpOwner(
  deps: Deps,
  input: SetupOwner,
  visitor: Visitor,
): Promise<SignInResult> {
  const fields: Record<string, string> = {};
  const email = readEmail(input.email);
  if (email === null) fields.email = "Enter a valid email address.";
  const passwordProblem = passwordError(input.password, input.email);
  if (passwordProblem) fields.password = passwordProblem;
  const hasOneName = input.hasOneName ?? false;
  Object.assign(fields, namesErrors({ ...input, hasOneName }));
  if (email === null || Object.keys(fields).length > 0)
    throw new AppError("request.invalid", { fields });
  // Checked first, so that strangers cannot make the server hash passwords.
  findInvite(deps.db, "setup", input.token, deps.now());
  const passwordHash = await hashPassword(input.password);
  const outcome = await deps.write((tx) => {
    const now = deps.now();
    const invite = findInvite(tx, "setup", input.token, now);
    consumeInvite(tx, invite.id, now);
    const id = upsertStaffMember(tx, deps, COMMAND_LINE_ACTOR, email, "owner");
    updateRow(tx, admins, id, {
      firstName: normalizeName(input.firstName),
      lastName: normalizeName(input.lastName),
      hasOneName,
      passwordHash,
    });
    const admin = findAdmin(tx, id);
    if (!admin) throw new AppError("server.error");
    auditStaffChange(tx, deps, admin, "staff.set_up", "Set up the first owner", visitor.address);
    return startStaffSession(tx, admin, visitor, now);
  });
  return announceEndedSessions(deps, outcome);
}

/**
 * Sets the password by the one-time link, and ends all sessions of the account. The person then signs in, with the
 * second factor if they have one. Throws `request.invalid` with the field, `link.refused`.
 */
export async function choosePassword(deps: Deps, input: ChoosePassword): Promise<void> {
  const seenInvite = findInvite(deps.db, "password", input.token, deps.now());
  const admin = seenInvite.adminId === null ? undefined : findAdmin(deps.db, seenInvite.adminId);
  if (!admin) throw new AppError("link.refused");
  requirePassword(input.password, admin.email);
  const passwordHash = await hashPassword(input.password);
  const ended = await deps.write((tx) => {
    const now = deps.now();
    const invite = findInvite(tx, "password", input.token, now);
    consumeInvite(tx, invite.id, now);
    auditStaffChange(tx, deps, admin, "staff.password_set", "Chose a password with a link");
    return writePassword(tx, admin.id, passwordHash, now);
  });
  publishEndedSessions(deps, ended);
}

function requireEmail(input: string): string {
  const email = readEmail(input);
  if (email === null)
    throw new AppError("identifier.invalid", { message: "This is not a valid e-mail address." });
  return email;
}

function requirePassword(password: string, email: string): void {
  const passwordProblem = passwordError(password, email);
  if (passwordProblem)
    throw new AppError("request.invalid", {
      message: passwordProblem,
      fields: { password: passwordProblem },
    });
}

function publishEndedSessions(deps: Deps, ended: string[]): void {
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
}

function appendStaffAudit(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  action: AuditAction,
  summary: string,
  detail = {},
): void {
  appendAudit(tx, deps, { actor, action, subject: { kind: "staff", id }, summary, detail });
}

/**
 * Returns the id of the member of staff with this address. Adds a new member, restores the access of a former one, and
 * changes the role of a known one if a role is given.
 */
function upsertStaffMember(
  tx: Tx,
  deps: Deps,
  by: Actor,
  email: string,
  role: AdminRole | undefined,
): string {
  const now = deps.now();
  const existingAdmin = findAdminByEmail(tx, email);
  if (existingAdmin) {
    if (existingAdmin.deactivatedAt !== null) {
      updateRow(tx, admins, existingAdmin.id, {
        deactivatedAt: null,
        version: existingAdmin.version + 1,
      });
      appendStaffAudit(
        tx,
        deps,
        by,
        existingAdmin.id,
        "staff.switched_on",
        "Restored a staff member's access",
      );
    }
    if (role && role !== existingAdmin.role) {
      updateRow(tx, admins, existingAdmin.id, { role, updatedAt: now });
      appendStaffAudit(
        tx,
        deps,
        by,
        existingAdmin.id,
        "staff.role_changed",
        "Changed a staff member's role",
        {
          from: existingAdmin.role,
          to: role,
        },
      );
    }
    return existingAdmin.id;
  }
  const id = Bun.randomUUIDv7();
  const isFirst = tx.select({ id: admins.id }).from(admins).get() === undefined;
  insertRow(tx, admins, {
    id,
    email,
    passwordHash: null,
    // Used until they enter their names in their profile.
    firstName: email.slice(0, email.indexOf("@")),
    lastName: "",
    role: isFirst ? "owner" : (role ?? "dispatcher"),
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

function writePassword(tx: Tx, id: string, passwordHash: string, now: number): string[] {
  updateRow(tx, admins, id, { passwordHash, updatedAt: now });
  tx.update(adminInvites)
    .set({ usedAt: now })
    .where(and(eq(adminInvites.adminId, id), isNull(adminInvites.usedAt)))
    .run();
  return endOtherSessions(tx, "admin", id, null);
}

function insertInvite(
  tx: Tx,
  invite: { kind: "setup" | "password"; adminId: string | null; token: string; now: number },
): void {
  insertRow(tx, adminInvites, {
    id: Bun.randomUUIDv7(),
    tokenHash: hashToken(invite.token),
    kind: invite.kind,
    adminId: invite.adminId,
    createdAt: invite.now,
    expiresAt: invite.now + INVITE_LIFETIME_MS,
  });
}

function findInvite(db: Tx, kind: "setup" | "password", token: string, now: number) {
  if (kind === "setup" && hasAdmin(db)) throw new AppError("admin.setup_done");
  const invite = db
    .select()
    .from(adminInvites)
    .where(
      and(
        eq(adminInvites.tokenHash, hashToken(token)),
        eq(adminInvites.kind, kind),
        isNull(adminInvites.usedAt),
        gt(adminInvites.expiresAt, now),
      ),
    )
    .get();
  if (!invite) throw new AppError("link.refused");
  return invite;
}

function consumeInvite(tx: Tx, id: string, now: number): void {
  updateRow(tx, adminInvites, id, { usedAt: now });
}
