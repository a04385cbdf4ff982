import { desc, eq } from "drizzle-orm";
import {
  providerAttempts,
  riderIdentities,
  riderSignIns,
  type StoredProviderAttempt,
  type StoredIdentity,
} from "../../../db/schema/accounts";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import type { Identities, RecentSignIns } from "./provider-contract";
import { offeredProviders } from "./provider-settings";
import { findRow, findRows } from "../../../db/rows";
import { iso } from "../../formats/instants";
import { readOperator } from "../../settings/queries";

const MAX_SIGN_INS = 20;

/** Returns the identity with this issuer and subject. */
export function findIdentity(db: Db, issuer: string, subject: string): StoredIdentity | undefined {
  return findRow(db, riderIdentities, { issuer, subject });
}

/** Returns the rows of a rider's linked accounts. */
export function identitiesOf(db: Db, riderId: string): StoredIdentity[] {
  return findRows(db, riderIdentities, { riderId });
}

/** Returns the sign-in attempt that started with this state, by its SHA-256. */
export function findAttempt(db: Db, stateHash: string): StoredProviderAttempt | undefined {
  return findRow(db, providerAttempts, { stateHash });
}

/** Returns a rider's linked accounts, for the rider. */
export function listIdentities(deps: Deps, riderId: string): Identities {
  return {
    identities: identitiesOf(deps.db, riderId).map((row) => ({
      id: row.id,
      provider: row.provider,
      email: row.email,
      linkedAt: iso(row.createdAt),
      lastUsedAt: iso(row.lastUsedAt),
    })),
    offered: offeredProviders(deps),
  };
}

/** Returns a rider's latest sign-ins, newest first. */
export function listSignIns(deps: Deps, riderId: string): RecentSignIns {
  const rows = deps.db
    .select()
    .from(riderSignIns)
    .where(eq(riderSignIns.riderId, riderId))
    .orderBy(desc(riderSignIns.createdAt))
    .limit(MAX_SIGN_INS)
    .all();
  return {
    signIns: rows.map(({ id, method, userAgent, country, createdAt }) => ({
      id,
      method,
      userAgent,
      country,
      at: iso(createdAt),
    })),
  };
}

/** Returns the address at which riders sign in. */
export const riderSignInPath = (deps: Deps) => `/${readOperator(deps).brandSlug}Client`;
