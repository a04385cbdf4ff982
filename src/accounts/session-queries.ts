import { and, desc, eq, gt } from "drizzle-orm";
import { sessions } from "../../db/schema/accounts";
import type { Deps } from "../deps";
import { hashToken } from "../keys";
import type { AdminRole, SignedInDevices } from "./contract";

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
  /** Only for `rider`: first and last name are known. */
  profileComplete: boolean;
};

/** Dispatch sessions lock themselves after this idle time, and end after 12 hours. */
export const IDLE_LOCK_MS = 20 * 60_000;

type Row = {
  id: string;
  audience: Audience;
  account_id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  locked_at: number | null;
};

/**
 * The session of a cookie's token, or null when it is unknown, expired, of another audience, or
 * its account is gone. A dispatch session idle for 20 minutes comes back as locked.
 * Runs on every request of a person: prepared statements over `sessions_token` and primary keys.
 */
export function findSession(deps: Deps, audience: Audience, token: string): Session | null {
  if (token.length !== 43) return null;
  const now = deps.now();
  const row = deps.db.$client
    .query<Row, [string]>(
      "SELECT id, audience, account_id, created_at, last_seen_at, expires_at, locked_at FROM sessions WHERE token_hash = ?",
    )
    .get(hashToken(token));
  if (row?.audience !== audience || row.expires_at <= now) return null;
  const account = findAccount(deps, audience, row.account_id);
  if (!account) return null;
  const idle = audience === "admin" && now - row.last_seen_at >= IDLE_LOCK_MS;
  return {
    id: row.id,
    audience,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    lockedAt: row.locked_at ?? (idle ? row.last_seen_at + IDLE_LOCK_MS : null),
    ...account,
  };
}

type Account = Pick<Session, "name" | "role" | "profileComplete">;

function findAccount(deps: Deps, audience: Audience, id: string): Account | null {
  const client = deps.db.$client;
  if (audience === "rider") {
    const rider = client
      .query<
        { first_name: string | null; last_name: string | null; contact: string | null },
        [string]
      >("SELECT first_name, last_name, coalesce(email, phone) AS contact FROM riders WHERE id = ?")
      .get(id);
    if (!rider) return null;
    const name = [rider.first_name, rider.last_name].filter(Boolean).join(" ");
    return {
      name: name || (rider.contact ?? "Rider"),
      role: null,
      profileComplete: Boolean(rider.first_name && rider.last_name),
    };
  }
  if (audience === "driver") {
    const driver = client
      .query<{ name: string }, [string]>(
        "SELECT first_name || ' ' || last_name AS name FROM drivers WHERE id = ? AND state = 'active'",
      )
      .get(id);
    return driver && { name: driver.name, role: null, profileComplete: true };
  }
  const admin = client
    .query<{ name: string; role: AdminRole }, [string]>(
      "SELECT first_name || ' ' || last_name AS name, role FROM admins WHERE id = ?",
    )
    .get(id);
  return admin && { name: admin.name.trim(), role: admin.role, profileComplete: true };
}

/** The sessions of an account that are in force, the newest first. */
export function listSessions(deps: Deps, audience: Audience, accountId: string) {
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

/** Where the account of a session is signed in, as its owner sees it. */
export function listDevices(deps: Deps, current: Session): SignedInDevices {
  return {
    sessions: listSessions(deps, current.audience, current.accountId).map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      createdAt: new Date(row.createdAt).toISOString(),
      lastSeenAt: new Date(row.lastSeenAt).toISOString(),
      current: row.id === current.id,
    })),
  };
}
