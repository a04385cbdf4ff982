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

/** Returns the member of staff with this e-mail address in its stored form (lower case); undefined if none. */
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

/** Returns the member of staff with this id; undefined if none. */
export function findAdmin(db: Db, id: string): StoredAdmin | undefined {
  return adminById(db).get({ id });
}

/** Returns whether anybody can sign in to dispatch. An account that is only invited does not count. */
export function hasAdmin(db: Db): boolean {
  const row = db.select({ id: admins.id }).from(admins).where(isNotNull(admins.passwordHash)).get();
  return row !== undefined;
}

/** Returns the e-mail addresses of the owners who can sign in. */
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

/** Returns a member of staff's own profile. */
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

/** The browser and network from which a sign-in comes. */
export type Visitor = {
  address: string;
  userAgent: string;
  /** The token of the browser's device cookie, not yet checked. */
  device: string | undefined;
  /** The token of the browser's session cookie, not yet checked. */
  session: string | undefined;
};

/**
 * Returns the name under which failed sign-ins to an account are counted: one for each browser that has signed in to it
 * before, and one for each network of other browsers. An invented cookie has no effect.
 */
export function loginDeviceKey(
  deps: Deps,
  admin: StoredAdmin | undefined,
  visitor: Visitor,
): string {
  if (admin && visitor.device?.length === 43) {
    const device = deps.db
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
    if (device) return `device:${device.id}`;
  }
  return `network:${networkOf(visitor.address)}`;
}
