import { and, desc, eq, gt } from "drizzle-orm";
import { sessions } from "../../../db/schema/accounts";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { hashToken } from "../../process/keys";
import type { AdminRole, SignedInDevices } from "../contract";
import { fullName, hasCompleteName } from "../name-rules";
import { confirmedUntilOf } from "./session-rules";
import { iso } from "../../formats/instants";

export type Audience = "rider" | "driver" | "admin";

/** A session in force, with the facts of its account that every guard needs. */
export type Session = {
  id: string;
  audience: Audience;
  accountId: string;
  /** First and last name, or the contact if there is no name. */
  name: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  lockedAt: number | null;
  /** Only for `admin`. */
  role: AdminRole | null;
  /** Only for `admin`: whether the operator requires a second factor and the account has none. */
  lacksSecondFactor: boolean;
  /** Only for `rider`: whether first and last name are known. */
  profileComplete: boolean;
};

/** After this idle time, dispatch sessions lock. They end after 12 hours. */
const IDLE_LOCK_MS = 20 * 60_000;

type Row = {
  id: string;
  account_id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  locked_at: number | null;
  first_name: string | null;
  last_name: string | null;
  has_one_name: number;
  contact: string | null;
  role: AdminRole | null;
  second_factor_missing: number;
};

/** Returns the SQL that finds a session by its token's hash, with the given columns of its account's table. */
const sessionSql = (
  accounts: string,
  contact: string,
  role: string,
  condition = "",
  secondFactorMissing = "0",
) =>
  `SELECT s.id, s.account_id, s.created_at, s.last_seen_at, s.expires_at, s.locked_at,
     a.first_name, a.last_name, a.has_one_name, ${contact} AS contact, ${role} AS role,
     ${secondFactorMissing} AS second_factor_missing
   FROM sessions s JOIN ${accounts} a ON a.id = s.account_id
   WHERE s.token_hash = ? AND s.audience = ?${condition}`;

const statements: Record<Audience, string> = {
  rider: sessionSql("riders", "coalesce(a.email, a.phone)", "NULL"),
  driver: sessionSql("drivers", "NULL", "NULL", " AND a.state = 'active'"),
  admin: sessionSql(
    "admins",
    "NULL",
    "a.role",
    " AND a.deactivated_at IS NULL",
    "a.totp_secret IS NULL AND (SELECT second_factor_required FROM settings WHERE id = 1)",
  ),
};

/**
 * Returns the session of a cookie's token; null if it is unknown, expired, of another audience, or if its account no
 * longer exists. A dispatch session that was idle for 20 minutes is returned as locked. Runs on every request of a
 * person, as one statement over `sessions_token` and a primary key.
 */
export function findSession(deps: Deps, audience: Audience, token: string): Session | null {
  if (token.length !== 43) return null;
  const now = deps.now();
  const row = deps.db.$client
    .query<Row, [string, Audience]>(statements[audience])
    .get(hashToken(token), audience);
  if (!row || row.expires_at <= now) return null;
  const isIdle = audience === "admin" && now - row.last_seen_at >= IDLE_LOCK_MS;
  const names = { firstName: row.first_name, lastName: row.last_name };
  const name = fullName(names);
  return {
    id: row.id,
    audience,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    lockedAt: row.locked_at ?? (isIdle ? row.last_seen_at + IDLE_LOCK_MS : null),
    name: audience === "rider" ? name || (row.contact ?? "Rider") : name,
    role: row.role,
    lacksSecondFactor: row.second_factor_missing === 1,
    profileComplete:
      audience !== "rider" || hasCompleteName({ ...names, hasOneName: row.has_one_name === 1 }),
  };
}

/** Returns an account's sessions in force, the last used first. */
function listSessions(deps: Deps, audience: Audience, accountId: string) {
  return deps.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.audience, audience),
        eq(sessions.accountId, accountId),
        gt(sessions.expiresAt, deps.now()),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .all();
}

/** Returns where an account is signed in. `id` is the session that makes the request. */
export function listDevices(
  deps: Deps,
  current: Pick<Session, "id" | "audience" | "accountId">,
): SignedInDevices {
  return {
    sessions: listSessions(deps, current.audience, current.accountId).map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      createdAt: iso(row.createdAt),
      lastSeenAt: iso(row.lastSeenAt),
      current: row.id === current.id,
    })),
  };
}

/** Returns until when (ms) a session counts as recently confirmed by its rider; null if it does not. */
export function sessionFreshUntil(db: Db, sessionId: string, now: number): number | null {
  const session = db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .get();
  return session ? confirmedUntilOf(session, now) : null;
}
