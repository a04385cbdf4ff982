/** The links with which trips can be followed without an account. */
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { type StoredTrackingLink, trackingLinks } from "../../../db/schema/tracking";
import type { Deps } from "../../deps";
import { hashToken, type Keys } from "../../process/keys";
import { linkEndsAt } from "./link-rules";
import type { FollowedTrip } from "./trip-queries";

/**
 * Returns the 128-bit token of a link, an HMAC of its id. It can be calculated again for the rider to copy. A copy of
 * the database alone opens no trip, because the key is not in it.
 */
export function tokenOf(keys: Keys, linkId: string): string {
  return keys.linkToken("tracking", linkId);
}

const newestLink = prepared((db) =>
  db
    .select()
    .from(trackingLinks)
    .where(eq(trackingLinks.reservationId, sql.placeholder("reservationId")))
    .orderBy(desc(trackingLinks.createdAt), desc(trackingLinks.id))
    .limit(1)
    .prepare(),
);

/** Returns the newest link of a trip, in force or not. */
export function findNewestTrackingLink(db: Db, reservationId: string): StoredTrackingLink | null {
  return newestLink(db).get({ reservationId }) ?? null;
}

/**
 * Returns the link that opens `trip` now. Null if there is none. A link that was made with another key file does not
 * work.
 */
export function trackingLinkInForce(
  deps: Deps,
  db: Db,
  trip: FollowedTrip,
): StoredTrackingLink | null {
  const link = findNewestTrackingLink(db, trip.id);
  if (!link || link.revokedAt !== null || linkEndsAt(trip) <= deps.now()) return null;
  return hashToken(tokenOf(deps.keys, link.id)) === link.tokenHash ? link : null;
}

/** Returns the address of a link. */
export function trackingLinkUrl(deps: Deps, linkId: string): string {
  return `${deps.config.publicUrl}/track/${tokenOf(deps.keys, linkId)}`;
}
