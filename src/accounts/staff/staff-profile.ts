/** Changes that staff make to their own profile. */
import { and, eq, isNull } from "drizzle-orm";
import { adminInvites, admins } from "../../../db/schema/accounts";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { AdminProfile, EditAdminProfile } from "../contract";
import { changedNames } from "../name-rules";
import { namesErrors, normalizeName, readEmail } from "../rules";
import { endOtherSessions } from "../sessions/session-actions";
import type { Session } from "../sessions/session-queries";
import { auditStaffChange } from "./staff-audit";
import { hashPassword } from "./staff-passwords";
import { findAdmin, findAdminByEmail, toAdminProfile } from "./staff-queries";
import { passwordError } from "./staff-rules";
import { verifyCurrentPassword } from "./staff-sign-in-attempts";

/**
 * Changes the caller's names, e-mail address or password; omitted fields stay. The last two need the current password
 * and end all other sessions of the account. Wrong passwords count like failed sign-ins of this session. Throws
 * `request.invalid`, `admin.current_password`, `contact.taken`, `admin.login_limit`.
 */
export async function editStaffProfile(
  deps: Deps,
  session: Session,
  input: EditAdminProfile,
): Promise<AdminProfile> {
  const admin = findAdmin(deps.db, session.accountId);
  if (!admin) throw new AppError("request.unauthenticated");
  const email = input.email === undefined ? admin.email : readEmail(input.email);
  const names = changedNames(input, admin);
  const { firstName, lastName } = namesErrors(names);
  // An invited person has no names until they enter them, so omitted names stay as they are.
  const changesLastName = input.lastName !== undefined || input.hasOneName !== undefined;
  const fields = {
    ...(firstName && input.firstName !== undefined && { firstName }),
    ...(lastName && changesLastName && { lastName }),
    ...credentialFaults(input, email),
  };
  if (email === null || Object.keys(fields).length > 0)
    throw new AppError("request.invalid", { fields });

  const changesCredentials = email !== admin.email || input.newPassword !== undefined;
  if (changesCredentials)
    await verifyCurrentPassword(deps, session, admin, input.currentPassword ?? "");
  const passwordHash =
    input.newPassword === undefined ? admin.passwordHash : await hashPassword(input.newPassword);

  const { changed, ended } = await deps.write((tx) => {
    const now = deps.now();
    const other = findAdminByEmail(tx, email);
    if (other && other.id !== admin.id)
      throw new AppError("contact.taken", { fields: { email: "Somebody else uses this address" } });
    const rows = tx
      .update(admins)
      .set({
        firstName: normalizeName(names.firstName),
        lastName: normalizeName(names.lastName),
        hasOneName: names.hasOneName,
        ...(changesCredentials && { email, passwordHash }),
        updatedAt: now,
      })
      // Another call may have changed the password during the comparison.
      .where(
        and(
          eq(admins.id, admin.id),
          admin.passwordHash === null
            ? isNull(admins.passwordHash)
            : eq(admins.passwordHash, admin.passwordHash),
        ),
      )
      .returning()
      .all();
    const [row] = rows;
    if (!row) throw new AppError("request.conflict");
    if (row.firstName !== admin.firstName || row.lastName !== admin.lastName)
      auditStaffChange(tx, deps, row, "staff.names_changed", "Changed their name");
    if (row.email !== admin.email)
      auditStaffChange(tx, deps, row, "staff.email_changed", "Changed their e-mail address");
    if (input.newPassword !== undefined)
      auditStaffChange(tx, deps, row, "staff.password_set", "Changed their password");
    if (!changesCredentials) return { changed: row, ended: [] };
    tx.update(adminInvites)
      .set({ usedAt: now })
      .where(and(eq(adminInvites.adminId, admin.id), isNull(adminInvites.usedAt)))
      .run();
    return { changed: row, ended: endOtherSessions(tx, "admin", admin.id, session.id) };
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
  return toAdminProfile(changed, false);
}

function credentialFaults(input: EditAdminProfile, email: string | null): Record<string, string> {
  const fields: Record<string, string> = {};
  if (email === null) fields.email = "Enter a valid email address.";
  const passwordProblem =
    input.newPassword === undefined ? null : passwordError(input.newPassword, email ?? "");
  if (passwordProblem) fields.newPassword = passwordProblem;
  return fields;
}
