/** Sets up, checks and turns off the second factor of staff. */
import { and, eq, isNull, lt, or } from "drizzle-orm";
import {
  adminRecoveryCodes,
  admins,
  loginFailures,
  type StoredAdmin,
} from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { readOperator } from "../../settings/queries";
import { otpauth } from "../codes/otpauth";
import type {
  ConfirmSecondFactor,
  ProveSecondFactor,
  RecoveryCodes,
  SecondFactorOffer,
} from "./second-factor-contract";
import { countRecoveryCodes } from "./second-factor-queries";
import {
  SETUP_OFFER_LIFETIME_MS,
  RECOVERY_CODE_COUNT,
  readSecondFactor,
  formatRecoveryCode,
  type SecondFactor,
} from "./second-factor-rules";
import { endOtherSessions } from "../sessions/session-actions";
import type { Session } from "../sessions/session-queries";
import { auditStaffChange } from "./staff-audit";
import { findAdmin } from "./staff-queries";
import { countSignInAttempt, verifyCurrentPassword } from "./staff-sign-in-attempts";
import { insertRow, updateRow } from "../../../db/rows";

/**
 * Offers a new key for an authenticator app, which replaces an earlier offer. Nothing changes until a code from it was
 * entered. Throws `admin.current_password`, `admin.login_limit`, `second_factor.on`.
 */
export async function offerSecondFactor(
  deps: Deps,
  session: Session,
  currentPassword: string,
): Promise<SecondFactorOffer> {
  const admin = requireAdmin(deps.db, session);
  if (admin.totpSecret !== null) throw new AppError("second_factor.on");
  await verifyCurrentPassword(deps, session, admin, currentPassword);
  const { Secret, TOTP } = otpauth();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: readOperator(deps).brand, label: admin.email, secret });
  await deps.write((tx) => {
    const changedAdmins = tx
      .update(admins)
      .set({ totpOffered: deps.keys.encrypt(secret.base32), totpOfferedAt: deps.now() })
      .where(and(eq(admins.id, admin.id), isNull(admins.totpSecret)))
      .returning({ id: admins.id })
      .all();
    if (changedAdmins.length === 0) throw new AppError("second_factor.on");
  });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Turns the second factor on by a code from the offered key, and creates the recovery codes. All other sessions of the
 * account end. Wrong codes count like failed sign-ins of this session. Throws `second_factor.wrong_code`,
 * `second_factor.offer_over`, `second_factor.on`, `admin.login_limit`.
 */
export async function confirmSecondFactor(
  deps: Deps,
  session: Session,
  input: ConfirmSecondFactor,
): Promise<RecoveryCodes> {
  const { email } = requireAdmin(deps.db, session);
  const attemptId = await countSignInAttempt(deps, email, `session:${session.id}`);
  const recoveryCodes = newRecoveryCodes();
  const ended = await deps.write((tx) => {
    const now = deps.now();
    const admin = requireAdmin(tx, session);
    if (admin.totpSecret !== null) throw new AppError("second_factor.on");
    const { totpOffered, totpOfferedAt } = admin;
    if (
      totpOffered === null ||
      totpOfferedAt === null ||
      totpOfferedAt <= now - SETUP_OFFER_LIFETIME_MS
    )
      throw new AppError("second_factor.offer_over");
    const typed = readSecondFactor(input.code);
    const step = typed?.kind === "totp" ? timeStepOf(deps, totpOffered, typed.code) : null;
    if (step === null) throw wrongCodeError();
    updateRow(tx, admins, admin.id, {
      totpSecret: totpOffered,
      totpLastStep: step,
      totpOffered: null,
      totpOfferedAt: null,
      totpSince: now,
      updatedAt: now,
    });
    tx.delete(loginFailures).where(eq(loginFailures.id, attemptId)).run();
    replaceRecoveryCodes(tx, deps, admin.id, recoveryCodes);
    auditStaffChange(
      tx,
      deps,
      admin,
      "staff.second_factor_on",
      "Turned on their own second factor",
    );
    return endOtherSessions(tx, "admin", admin.id, session.id);
  });
  if (ended.length > 0) deps.bus.publish({ type: "session_ended", sessionIds: ended });
  return { recoveryCodes };
}

/**
 * Turns the second factor off, which invalidates the recovery codes. Throws `admin.current_password`,
 * `second_factor.wrong_code`, `second_factor.off`, `second_factor.required`, `admin.login_limit`.
 */
export async function turnSecondFactorOff(
  deps: Deps,
  session: Session,
  input: ProveSecondFactor,
): Promise<void> {
  if (readOperator(deps).secondFactorRequired) throw new AppError("second_factor.required");
  await withSecondFactorProof(deps, session, input, (tx, admin) => {
    if (readOperator(deps).secondFactorRequired) throw new AppError("second_factor.required");
    removeSecondFactor(tx, admin.id, deps.now());
    auditStaffChange(
      tx,
      deps,
      admin,
      "staff.second_factor_off",
      "Turned off their own second factor",
    );
  });
}

/**
 * Creates ten new recovery codes, which replace the old ones. Throws `admin.current_password`,
 * `second_factor.wrong_code`, `second_factor.off`, `admin.login_limit`.
 */
export async function renewRecoveryCodes(
  deps: Deps,
  session: Session,
  input: ProveSecondFactor,
): Promise<RecoveryCodes> {
  const recoveryCodes = newRecoveryCodes();
  await withSecondFactorProof(deps, session, input, (tx, admin) => {
    replaceRecoveryCodes(tx, deps, admin.id, recoveryCodes);
    auditStaffChange(tx, deps, admin, "staff.recovery_codes_made", "Created new recovery codes");
  });
  return { recoveryCodes };
}

/**
 * Returns whether the typed code is valid as the second factor, and uses it up, inside the caller's transaction. No
 * code is valid twice, and no app code that is older than the last accepted one.
 */
export function consumeSecondFactor(
  tx: Tx,
  deps: Deps,
  admin: StoredAdmin,
  typed: string,
): boolean {
  const factor = readSecondFactor(typed);
  if (!factor || admin.totpSecret === null) return false;
  return factor.kind === "totp"
    ? consumeTotp(tx, deps, admin, factor, admin.totpSecret)
    : consumeRecoveryCode(tx, deps, admin, factor);
}

/** Removes a second factor and its recovery codes, inside the caller's transaction. */
export function removeSecondFactor(tx: Tx, adminId: string, now: number): void {
  updateRow(tx, admins, adminId, {
    totpSecret: null,
    totpLastStep: null,
    totpOffered: null,
    totpOfferedAt: null,
    totpSince: null,
    updatedAt: now,
  });
  tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId)).run();
}

/** Runs the action once password and second factor are verified. Each check counts as a try. */
async function withSecondFactorProof(
  deps: Deps,
  session: Session,
  { currentPassword, code }: ProveSecondFactor,
  act: (tx: Tx, admin: StoredAdmin) => void,
): Promise<void> {
  const seenAdmin = requireAdmin(deps.db, session);
  if (seenAdmin.totpSecret === null) throw new AppError("second_factor.off");
  await verifyCurrentPassword(deps, session, seenAdmin, currentPassword);
  const attemptId = await countSignInAttempt(deps, seenAdmin.email, `session:${session.id}`);
  await deps.write((tx) => {
    const admin = requireAdmin(tx, session);
    if (admin.totpSecret === null) throw new AppError("second_factor.off");
    if (!consumeSecondFactor(tx, deps, admin, code)) throw wrongCodeError();
    tx.delete(loginFailures).where(eq(loginFailures.id, attemptId)).run();
    act(tx, admin);
  });
}

function requireAdmin(db: Tx, session: Session): StoredAdmin {
  const admin = findAdmin(db, session.accountId);
  if (!admin) throw new AppError("request.unauthenticated");
  return admin;
}

function wrongCodeError(): AppError {
  const message = "This code is wrong or was already used.";
  return new AppError("second_factor.wrong_code", { fields: { code: message } });
}

/** Returns the half minute to which the code belongs: the current one or one next to it; null if none. */
function timeStepOf(deps: Deps, sealed: string, code: string): number | null {
  const { TOTP } = otpauth();
  const totp = new TOTP({ secret: deps.keys.decrypt(sealed) });
  const timestamp = deps.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function consumeTotp(
  tx: Tx,
  deps: Deps,
  admin: StoredAdmin,
  { code }: SecondFactor,
  sealed: string,
): boolean {
  const step = timeStepOf(deps, sealed, code);
  if (step === null) return false;
  const updatedRows = tx
    .update(admins)
    .set({ totpLastStep: step })
    .where(
      and(eq(admins.id, admin.id), or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step))),
    )
    .returning({ id: admins.id })
    .all();
  return updatedRows.length === 1;
}

function consumeRecoveryCode(
  tx: Tx,
  deps: Deps,
  admin: StoredAdmin,
  { code }: SecondFactor,
): boolean {
  const usedCodes = tx
    .update(adminRecoveryCodes)
    .set({ usedAt: deps.now() })
    .where(
      and(
        eq(adminRecoveryCodes.adminId, admin.id),
        eq(adminRecoveryCodes.codeHash, deps.keys.sign("recovery", code)),
        isNull(adminRecoveryCodes.usedAt),
      ),
    )
    .returning({ id: adminRecoveryCodes.id })
    .all();
  if (usedCodes.length === 0) return false;
  const remainingCount = countRecoveryCodes(tx, admin.id);
  auditStaffChange(
    tx,
    deps,
    admin,
    "staff.recovery_code_used",
    `Used a recovery code. ${remainingCount} ${remainingCount === 1 ? "is" : "are"} left`,
  );
  return true;
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    formatRecoveryCode(crypto.getRandomValues(new Uint8Array(10))),
  );
}

function replaceRecoveryCodes(tx: Tx, deps: Deps, adminId: string, codes: readonly string[]): void {
  tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId)).run();
  for (const code of codes)
    insertRow(tx, adminRecoveryCodes, {
      id: Bun.randomUUIDv7(),
      adminId,
      codeHash: deps.keys.sign("recovery", code.replace("-", "")),
      createdAt: deps.now(),
    });
}
