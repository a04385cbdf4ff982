import { fullName } from "../name-rules";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { admins, devices, type StoredAdmin } from "../../../db/schema/accounts";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { networkOf } from "../../server/addresses";
import type { Deps } from "../../deps";
import { hashToken } from "../../process/keys";
import type { AdminProfile } from "../contract";
import { findRow } from "../../../db/rows";

/** The member of staff with this e-mail address, as it is stored (lower case); undefined if none. */
export function findAdminByEmail(db: Db, email: string): StoredAdmin | undefined {
  return findRow(db, admins, { email });
}

const adminById = prepared((db) =>
  db
    .select()
    .from(admins)
    .where(eq(admins.id, sql.placeholder("id")))
    .prepare(),
);

/** The member of staff with this id; undefined if none. */
export function findAdmin(db: Db, id: string): StoredAdmin | undefined {
  return adminById(db).get({ id });
}

/** Whether anybody can sign in to dispatch: an account that is only invited does not count. */
export function hasAdmin(db: Db): boolean {
  const row = db.select({ id: admins.id }).from(admins).where(isNotNull(admins.passwordHash)).get();
  return row !== undefined;
}

/** The e-mail addresses of the owners who can sign in. */
export function ownerEmails(db: Db): string[] {
  return db
    .select({ email: admins.email })
    .from(admins)
    .where(
      and(eq(admins.role, "owner"), isNotNull(admins.passwordHash), isNull(admins.deactivatedAt)),
    )
    .orderBy(asc(admins.email))
    .all()
    .map(({ email }) => email);
}

/** What staff see of themselves. */
export function toAdminProfile(admin: StoredAdmin, isLocked: boolean): AdminProfile {
  return {
    id: admin.id,
    names: fullName(admin),
    firstName: admin.firstName,
    lastName: admin.lastName,
    hasOneName: admin.hasOneName,
    email: admin.email,
    role: admin.role,
    isLocked,
  };
}

/** Where a sign-in comes from. */
export type Visitor = {
  address: string;
  userAgent: string;
  /** Token of the browser's device cookie, unchecked. */
  device: string | undefined;
  /** Token of the browser's session cookie, unchecked. */
  session: string | undefined;
};

/**
 * What failures of signing in to an account are counted by: a browser that signed in to it before
 * for itself, all others by their network. A made-up cookie is worth nothing.
 */
export function loginDevice(deps: Deps, admin: StoredAdmin | undefined, visitor: Visitor): string {
  if (admin && visitor.device?.length === 43) {
    const known = deps.db
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.tokenHash, hashToken(visitor.device)),
          eq(devices.audience, "admin"),
          eq(devices.accountId, admin.id),
        ),
      )
      .get();
    if (known) return `device:${known.id}`;
  }
  return `network:${networkOf(visitor.address)}`;
}
