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

/** A session that is in force, with what every guard needs to know of its account. */
export type Session = {
  id: string;
  audience: Audience;
  accountId: string;
  /** First and last name, or the contact while there is none. */
  name: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  lockedAt: number | null;
  /** Only for `admin`. */
  role: AdminRole | null;
  /** Only for `admin`: the operator asks for a second factor, and the account has none. */
  lacksSecondFactor: boolean;
  /** Only for `rider`: first and last name are known. */
  profileComplete: boolean;
};

/** Dispatch sessions lock themselves after this idle time, and end after 12 hours. */
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

/** The session of a token's hash with its account, by the accounts' table and what it says of them. */
const sessionOf = (
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
  rider: sessionOf("riders", "coalesce(a.email, a.phone)", "NULL"),
  driver: sessionOf("drivers", "NULL", "NULL", " AND a.state = 'active'"),
  admin: sessionOf(
    "admins",
    "NULL",
    "a.role",
    " AND a.deactivated_at IS NULL",
    "a.totp_secret IS NULL AND (SELECT second_factor_required FROM settings WHERE id = 1)",
  ),
};

/**
 * The session of a cookie's token, or null when it is unknown, expired, of another audience, or
 * its account no longer exists. A dispatch session idle for 20 minutes comes back as locked.
 * Runs on every request of a person: one statement, over `sessions_token` and a primary key.
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

/** The sessions of an account that are in force, newest first. */
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

/** Where an account is signed in; `id` is the session that asks. */
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

/** Until when (ms) the person at a session counts as its rider; null when they do not. */
export function sessionFreshUntil(db: Db, sessionId: string, now: number): number | null {
  const session = db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .get();
  return session ? confirmedUntilOf(session, now) : null;
}
