/** Stores and removes a rider's accounts at providers, and notifies the rider. */
import { and, eq } from "drizzle-orm";
import { riderIdentities, type StoredRider } from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { queueMessage } from "../../notifications/outbox";
import { identityLinked, identityUnlinked } from "../../notifications/texts/account-texts";
import type { Provider } from "./provider-contract";
import { identitiesOf } from "./provider-queries";
import { canUnlink, type VerifiedIdentity } from "./provider-rules";
import { offeredProviders } from "./provider-settings";
import { findRider } from "../sign-in/rider-queries";
import { type Session, sessionFreshUntil } from "../sessions/session-queries";
import { insertRow } from "../../../db/rows";
import { readOperator } from "../../settings/queries";

/** The names that people know. */
const providerNames: Record<Provider, string> = { google: "Google", apple: "Apple" };

/** Links a verified identity to a rider, inside the caller's transaction. */
export function insertIdentity(
  tx: Tx,
  riderId: string,
  provider: Provider,
  verified: VerifiedIdentity,
  now: number,
): void {
  const { issuer, subject, email } = verified;
  insertRow(tx, riderIdentities, {
    id: Bun.randomUUIDv7(),
    riderId,
    provider,
    issuer,
    subject,
    email,
    createdAt: now,
    lastUsedAt: now,
  });
}

/** Notifies a rider that a sign-in method was added or removed, inside the caller's transaction. */
export function notifyOfIdentity(
  tx: Tx,
  deps: Deps,
  rider: StoredRider,
  provider: Provider,
  what: "linked" | "unlinked",
): void {
  const to = rider.email
    ? ({ type: "email", value: rider.email } as const)
    : rider.phone
      ? ({ type: "phone", value: rider.phone } as const)
      : null;
  if (!to) return;
  const message = {
    language: rider.language,
    brand: readOperator(deps).brand,
    provider: providerNames[provider],
  };
  queueMessage(tx, deps, {
    to,
    riderId: rider.id,
    message: what === "linked" ? identityLinked(message) : identityUnlinked(message),
  });
}

/**
 * Throws if a session may not link another account: 409 if its rider already has an account of this provider, 403 until
 * the rider has just confirmed their identity, because a linked account gives permanent access.
 */
export function requireLinkableIdentity(deps: Deps, session: Session, provider: Provider): void {
  if (identitiesOf(deps.db, session.accountId).some((row) => row.provider === provider))
    throw new AppError("identity.already_linked");
  if (sessionFreshUntil(deps.db, session.id, deps.now()) === null)
    throw new AppError("account.confirm_first");
}

/** Removes a rider's sign-in method. Throws 404 if it is not theirs, 409 if it is their last one. */
export async function unlinkIdentity(deps: Deps, riderId: string, id: string): Promise<void> {
  const offered = offeredProviders(deps);
  await deps.write((tx) => {
    const all = identitiesOf(tx, riderId);
    const identity = all.find((row) => row.id === id);
    const rider = findRider(tx, riderId);
    if (!identity || !rider) throw new AppError("request.not_found");
    const others = all.filter((row) => row.id !== id && offered.includes(row.provider));
    if (!canUnlink({ ...rider, otherIdentities: others.length }))
      throw new AppError("identity.last_way");
    tx.delete(riderIdentities)
      .where(and(eq(riderIdentities.id, id), eq(riderIdentities.riderId, riderId)))
      .run();
    notifyOfIdentity(tx, deps, rider, identity.provider, "unlinked");
  });
}
