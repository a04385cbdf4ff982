import { and, eq, isNull } from "drizzle-orm";
import { type StoredTrackingLink, trackingLinks } from "../../../db/schema/tracking";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { afterTransaction } from "../../notifications/outbox";
import { hashToken } from "../../process/keys";
import { isOver } from "../rules";
import {
  findNewestTrackingLink,
  trackingLinkInForce,
  trackingLinkUrl,
  tokenOf,
} from "./link-queries";
import { linkEndsAt } from "./link-rules";
import { findTrip, type FollowedTrip } from "./trip-queries";
import { insertRow } from "../../../db/rows";

/**
 * Returns the URL of the trip's tracking link for the message that the driver is on the way, in the transaction that
 * writes the message. Creates a link if there is none. Returns null for a trip that can no longer be followed, and if
 * the rider revoked a link, because then they do not want one.
 */
export function ensureTrackingUrl(deps: Deps, tx: Tx, reservationId: string): string | null {
  const trip = findTrip(tx, reservationId);
  if (!trip || isPast(deps, trip)) return null;
  const link = trackingLinkInForce(deps, tx, trip);
  if (link) return trackingLinkUrl(deps, link.id);
  if (findNewestTrackingLink(tx, reservationId)?.revokedAt) return null;
  return trackingLinkUrl(deps, makeTrackingLink(deps, tx, trip, "system").id);
}

/** Replaces the tracking link in force. The earlier link no longer works. */
export function replaceTrackingLink(deps: Deps, tx: Tx, reservationId: string): void {
  const trip = findTrip(tx, reservationId);
  const link = trip && trackingLinkInForce(deps, tx, trip);
  if (!link) return;
  makeTrackingLink(deps, tx, trip, link.createdBy);
  afterTransaction(() =>
    deps.bus.publish({ type: "tracking_link_ended", linkId: link.id, reservationId }),
  );
}

/** Whether a trip can no longer be followed. */
export function isPast(deps: Deps, trip: FollowedTrip): boolean {
  return isOver(trip.state) || linkEndsAt(trip) <= deps.now();
}

/** Makes a new link for a trip in place of the earlier one. */
export function makeTrackingLink(
  deps: Deps,
  tx: Tx,
  trip: FollowedTrip,
  createdBy: StoredTrackingLink["createdBy"],
): StoredTrackingLink {
  const now = deps.now();
  // Also ends a link whose row is in force but which does not work, because it was made with another key file.
  tx.update(trackingLinks)
    .set({ revokedAt: now })
    .where(and(eq(trackingLinks.reservationId, trip.id), isNull(trackingLinks.revokedAt)))
    .run();
  const id = Bun.randomUUIDv7();
  const link: StoredTrackingLink = {
    id,
    reservationId: trip.id,
    tokenHash: hashToken(tokenOf(deps.keys, id)),
    createdAt: now,
    createdBy,
    revokedAt: null,
    revokedBy: null,
  };
  insertRow(tx, trackingLinks, link);
  return link;
}
