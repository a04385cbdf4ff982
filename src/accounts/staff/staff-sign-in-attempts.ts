/** Limits the tries of staff at passwords and codes. Each try is counted before anything is compared. */
import { and, eq, gt, gte, lt, lte, sql } from "drizzle-orm";
import { loginFailures, type StoredAdmin } from "../../../db/schema/accounts";
import { auditLog } from "../../../db/schema/audit";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { Session } from "../sessions/session-queries";
import { verifyPassword } from "./staff-passwords";
import { findAdminByEmail } from "./staff-queries";
import {
  DEVICE_LIMITS,
  canTryLogin,
  UNKNOWN_DEVICE_LIMITS,
  FAILURE_AUDIT_INTERVAL_MS,
} from "./staff-rules";
import { insertRow, updateRow } from "../../../db/rows";

/**
 * Counts one try by recording it as a failure, and returns the row's id; the caller deletes the row if the try
 * succeeds. Throws `admin.login_limit` after too many tries by this account and device, or by all devices together that
 * the account does not know.
 */
export function countSignInAttempt(deps: Deps, email: string, device: string): Promise<string> {
  return deps.write((tx) => {
    const now = deps.now();
    const limitChecks = [canTryLogin(failureTimesOf(tx, email, device), DEVICE_LIMITS, now)];
    if (device.startsWith(NETWORK_PREFIX))
      limitChecks.push(
        canTryLogin(failuresOfUnknownBrowsers(tx, email), UNKNOWN_DEVICE_LIMITS, now),
      );
    const waitSeconds = limitChecks.flatMap((check) =>
      check.allowed ? [] : [check.retryAfterSeconds],
    );
    if (waitSeconds.length > 0)
      throw new AppError("admin.login_limit", { retryAfterSeconds: Math.max(...waitSeconds) });
    const id = Bun.randomUUIDv7();
    insertRow(tx, loginFailures, { id, email, device, createdAt: now });
    return id;
  });
}

/**
 * Checks that the person at a session knows its password. The try is counted before the comparison, as at sign-in, so
 * that nobody can guess passwords at an open session. Throws `request.invalid`, `admin.current_password`,
 * `admin.login_limit`.
 */
export async function verifyCurrentPassword(
  deps: Deps,
  session: Session,
  admin: { email: string; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (password === "")
    throw new AppError("request.invalid", {
      fields: { currentPassword: "Enter your current password" },
    });
  const attemptId = await countSignInAttempt(deps, admin.email, `session:${session.id}`);
  if (!(await verifyPassword(password, admin.passwordHash)))
    throw new AppError("admin.current_password", {
      fields: { currentPassword: "The current password is wrong." },
    });
  await deps.write((tx) => {
    tx.delete(loginFailures).where(eq(loginFailures.id, attemptId)).run();
  });
}

/** The prefix of devices that are identified only by their network. */
const NETWORK_PREFIX = "network:";

/** Returns when browsers that never signed in to the account have failed. */
function failuresOfUnknownBrowsers(tx: Tx, email: string): number[] {
  return tx
    .select({ at: loginFailures.createdAt })
    .from(loginFailures)
    .where(
      and(
        eq(loginFailures.email, email),
        gte(loginFailures.device, NETWORK_PREFIX),
        // The semicolon comes after the colon in ASCII, so this ends the range of the prefix.
        lt(loginFailures.device, "network;"),
      ),
    )
    .all()
    .map((row) => row.at);
}

const SIGN_IN_FAILED_ACTION = "staff.sign_in_failed";

/**
 * Records that a counted try from an address has failed. Adds an entry to the audit log at once if the log has no
 * recent one for the account; else `auditFailedSignIns` adds it later.
 */
export function recordFailedSignIn(
  tx: Tx,
  deps: Deps,
  attempt: { tryId: string; email: string; address: string },
): void {
  updateRow(tx, loginFailures, attempt.tryId, { audit: "due" });
  const account = findAdminByEmail(tx, attempt.email)?.id ?? null;
  if (!wasAudited(tx, account, deps.now())) auditDueFailures(tx, deps, account, attempt.address);
}

/** Adds all failed sign-ins that are not yet in the audit log to it, inside the caller's transaction. */
export function auditFailedSignIns(tx: Tx, deps: Deps): void {
  const now = deps.now();
  const accounts = tx.all<{ account: string | null }>(
    sql`SELECT DISTINCT a.id AS account FROM login_failures f LEFT JOIN admins a ON a.email = f.email
      WHERE f.audit = 'due'`,
  );
  for (const { account } of accounts)
    if (!wasAudited(tx, account, now)) auditDueFailures(tx, deps, account, null);
}

/**
 * Returns whether the log got an entry about failures at an account, or at unknown addresses, within the last 15
 * minutes.
 */
function wasAudited(tx: Tx, account: string | null, now: number): boolean {
  const rows = tx
    .select({ number: auditLog.number })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, SIGN_IN_FAILED_ACTION),
        gt(auditLog.at, now - FAILURE_AUDIT_INTERVAL_MS),
        lte(auditLog.at, now),
        sql`${auditLog.subjectId} IS ${account}`,
      ),
    )
    .limit(1)
    .all();
  return rows.length > 0;
}

/**
 * Adds one entry for all due failures at an account, with their number, so that repeated failures do not fill the log.
 * The entry names no actor, because nobody knows who failed.
 */
function auditDueFailures(
  tx: Tx,
  deps: Deps,
  account: string | null,
  address: string | null,
): void {
  const due = sql`audit = 'due'
    AND (SELECT id FROM admins WHERE admins.email = login_failures.email) IS ${account}`;
  const [sum] = tx.all<{ failures: number; networks: number; network: string | null }>(
    sql`SELECT count(*) AS failures, count(DISTINCT network) AS networks, max(network) AS network
      FROM (SELECT CASE WHEN device LIKE 'network:%' THEN substr(device, 9) END AS network
        FROM login_failures WHERE ${due})`,
  );
  if (!sum) return;
  const { failures, networks } = sum;
  const timesText = failures > 1 ? `, ${failures} times` : "";
  const from = address ?? sum.network;
  appendAudit(tx, deps, {
    actor: { kind: "system", id: null, name: "Somebody" },
    action: SIGN_IN_FAILED_ACTION,
    subject: { kind: "staff", id: account },
    summary: `${account ? "Failed to sign in to an account" : "Failed to sign in: no such account"}${timesText}`,
    detail: { failures, networks },
    ...(from !== null && { address: from }),
  });
  tx.run(sql`UPDATE login_failures SET audit = 'done' WHERE ${due}`);
}

/** The name under which wrong codes are counted from all browsers that never signed in to the account. */
const UNKNOWN_BROWSER = "second-factor:elsewhere";

/**
 * Returns whether a code may be tried. A known browser is limited by its own failures; all other browsers together have
 * five tries.
 */
export function canTryCodeFrom(tx: Tx, admin: StoredAdmin, device: string, now: number): boolean {
  if (device.startsWith("device:")) return true;
  return canTryLogin(failureTimesOf(tx, admin.email, UNKNOWN_BROWSER), DEVICE_LIMITS, now).allowed;
}

/** Records a wrong code. Unknown browsers share their tries. */
export function recordWrongCode(tx: Tx, { email }: StoredAdmin, device: string, now: number): void {
  if (device.startsWith("device:")) return;
  insertRow(tx, loginFailures, {
    id: Bun.randomUUIDv7(),
    email,
    device: UNKNOWN_BROWSER,
    createdAt: now,
  });
}

function failureTimesOf(tx: Tx, email: string, device: string): number[] {
  return tx
    .select({ at: loginFailures.createdAt })
    .from(loginFailures)
    .where(and(eq(loginFailures.email, email), eq(loginFailures.device, device)))
    .all()
    .map((row) => row.at);
}
