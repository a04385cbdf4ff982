/** The tries that staff have at passwords and codes: each is counted before anything is compared. */
import { and, eq, lte } from "drizzle-orm";
import { loginFailures } from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { Session } from "./session-queries";
import { verifyPassword } from "./staff-passwords";
import type { AdminRow } from "./staff-queries";
import { LOGIN_WINDOW_MS, mayTryLogin } from "./staff-rules";

/**
 * Counts one try by writing it down as a failure; the caller deletes the row when it was none.
 * Throws `admin.login_limit` when this account and device had too many.
 */
export function countTry(deps: Deps, email: string, device: string): Promise<string> {
  return deps.write((tx) => {
    const now = deps.now();
    tx.delete(loginFailures)
      .where(lte(loginFailures.createdAt, now - LOGIN_WINDOW_MS))
      .run();
    const may = mayTryLogin(failuresOf(tx, email, device), now);
    if (!may.allowed)
      throw new AppError("admin.login_limit", { retryAfterSeconds: may.retryAfterSeconds });
    const id = Bun.randomUUIDv7();
    tx.insert(loginFailures).values({ id, email, device, createdAt: now }).run();
    return id;
  });
}

/**
 * Whether whoever sits at a session knows its password. Counted before it is compared, as a sign-in is:
 * an open session is no place to guess at.
 * Throws `request.invalid`, `admin.current_password`, `admin.login_limit`.
 */
export async function proveCurrentPassword(
  deps: Deps,
  session: Session,
  admin: { email: string; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (password === "")
    throw new AppError("request.invalid", {
      fields: { currentPassword: "Enter your current password" },
    });
  const tryId = await countTry(deps, admin.email, `session:${session.id}`);
  if (!(await verifyPassword(password, admin.passwordHash)))
    throw new AppError("admin.current_password", {
      fields: { currentPassword: "The current password is not right." },
    });
  await deps.write((tx) => {
    tx.delete(loginFailures).where(eq(loginFailures.id, tryId)).run();
  });
}

/** What wrong codes from all browsers that never signed in to the account are counted by. */
const ELSEWHERE = "second-factor:elsewhere";

/** Whether a code may be tried: one browser that is known, or all others together, have five tries. */
export function mayTryCodeFrom(tx: Tx, admin: AdminRow, device: string, now: number): boolean {
  if (device.startsWith("device:")) return true;
  return mayTryLogin(failuresOf(tx, admin.email, ELSEWHERE), now).allowed;
}

/** Writes a wrong code down, where browsers that are not known share their tries. */
export function noteWrongCode(tx: Tx, { email }: AdminRow, device: string, now: number): void {
  if (device.startsWith("device:")) return;
  tx.insert(loginFailures)
    .values({ id: Bun.randomUUIDv7(), email, device: ELSEWHERE, createdAt: now })
    .run();
}

function failuresOf(tx: Tx, email: string, device: string): number[] {
  return tx
    .select({ at: loginFailures.createdAt })
    .from(loginFailures)
    .where(and(eq(loginFailures.email, email), eq(loginFailures.device, device)))
    .all()
    .map((row) => row.at);
}
