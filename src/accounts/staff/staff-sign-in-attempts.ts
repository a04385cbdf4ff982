/** The tries that staff have at passwords and codes: each is counted before anything is compared. */
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
 * Counts one try by writing it down as a failure; the caller deletes the row when it was none.
 * Throws `admin.login_limit` when this account and device had too many, or all devices together that
 * the account does not know.
 */
export function countSignInAttempt(deps: Deps, email: string, device: string): Promise<string> {
  return deps.write((tx) => {
    const now = deps.now();
    const tries = [canTryLogin(failureTimesOf(tx, email, device), DEVICE_LIMITS, now)];
    if (device.startsWith(NETWORK_PREFIX))
      tries.push(canTryLogin(failuresOfUnknownBrowsers(tx, email), UNKNOWN_DEVICE_LIMITS, now));
    const waitSeconds = tries.flatMap((may) => (may.allowed ? [] : [may.retryAfterSeconds]));
    if (waitSeconds.length > 0)
      throw new AppError("admin.login_limit", { retryAfterSeconds: Math.max(...waitSeconds) });
    const id = Bun.randomUUIDv7();
    insertRow(tx, loginFailures, { id, email, device, createdAt: now });
    return id;
  });
}

/**
 * Whether the person at a session knows its password. Counted before it is compared, as a sign-in is:
 * an open session is no place to guess at.
 * Throws `request.invalid`, `admin.current_password`, `admin.login_limit`.
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
  const tryId = await countSignInAttempt(deps, admin.email, `session:${session.id}`);
  if (!(await verifyPassword(password, admin.passwordHash)))
    throw new AppError("admin.current_password", {
      fields: { currentPassword: "The current password is wrong." },
    });
  await deps.write((tx) => {
    tx.delete(loginFailures).where(eq(loginFailures.id, tryId)).run();
  });
}

/** Devices that are known by nothing but where they are. */
const NETWORK_PREFIX = "network:";

/** Failures of all browsers that never signed in to the account. */
function failuresOfUnknownBrowsers(tx: Tx, email: string): number[] {
  return tx
    .select({ at: loginFailures.createdAt })
    .from(loginFailures)
    .where(
      and(
        eq(loginFailures.email, email),
        gte(loginFailures.device, NETWORK_PREFIX),
        // After the colon comes the semicolon.
        lt(loginFailures.device, "network;"),
      ),
    )
    .all()
    .map((row) => row.at);
}

const SIGN_IN_FAILED_ACTION = "staff.sign_in_failed";

/**
 * Notes that a counted try from an address has failed. The audit log tells of it at once where it told of
 * none of the account's for a while; else `auditFailedSignIns` does later.
 */
export function recordFailedSignIn(
  tx: Tx,
  deps: Deps,
  failed: { tryId: string; email: string; address: string },
): void {
  updateRow(tx, loginFailures, failed.tryId, { audit: "due" });
  const account = findAdminByEmail(tx, failed.email)?.id ?? null;
  if (!wasAudited(tx, account, deps.now())) auditDueFailures(tx, deps, account, failed.address);
}

/** Tells the audit log of all failed sign-ins that it has yet to tell of, inside the caller's transaction. */
export function auditFailedSignIns(tx: Tx, deps: Deps): void {
  const now = deps.now();
  const accounts = tx.all<{ account: string | null }>(
    sql`SELECT DISTINCT a.id AS account FROM login_failures f LEFT JOIN admins a ON a.email = f.email
      WHERE f.audit = 'due'`,
  );
  for (const { account } of accounts)
    if (!wasAudited(tx, account, now)) auditDueFailures(tx, deps, account, null);
}

/** Whether the log told of failures at an account, or at addresses that nobody has, within the last 15 minutes. */
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
 * One row for all failures at an account that are due, with their number: a sender who fails on and on
 * fills no log. Who failed is nobody we know, whatever the account.
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

/** What wrong codes from all browsers that never signed in to the account are counted by. */
const UNKNOWN_BROWSER = "second-factor:elsewhere";

/** Whether a code may be tried: one browser that is known, or all others together, have five tries. */
export function canTryCodeFrom(tx: Tx, admin: StoredAdmin, device: string, now: number): boolean {
  if (device.startsWith("device:")) return true;
  return canTryLogin(failureTimesOf(tx, admin.email, UNKNOWN_BROWSER), DEVICE_LIMITS, now).allowed;
}

/** Writes a wrong code down, where browsers that are not known share their tries. */
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
