import { and, eq, isNull } from "drizzle-orm";
import { type StoredLink, trackingLinks } from "../../db/schema/tracking";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import { isOver } from "../reservations/rules";
import type { TrackingLink } from "./contract";
import { findNewestLink, linkInForce, linkUrl, toLink, tokenOf } from "./link-queries";
import { linkEndsAt } from "./rules";
import { findTrip, type FollowedTrip, followTrip } from "./trip-queries";
import { insertRow } from "../../db/rows";

/**
 * The link of a rider's trip: the one in force, or a new one, which has another address than any
 * before. 404 when the trip is not theirs, 409 when it is over and has none.
 */
export async function shareTrip(
  deps: Deps,
  riderId: string,
  reservationId: string,
): Promise<TrackingLink> {
  return deps.write((tx) => {
    const trip = followTrip(tx, { kind: "rider", id: riderId }, reservationId);
    const link = linkInForce(deps, tx, trip);
    if (!link && isPast(deps, trip)) throw new AppError("tracking.trip_over");
    return toLink(deps, link ?? makeLink(deps, tx, trip, "rider"), trip);
  });
}

/**
 * The address for the message that the driver is on the way, inside the transaction that writes it.
 * Null once a rider revoked a link of the trip: then they do not want one.
 */
export function trackingUrl(deps: Deps, tx: Tx, reservationId: string): string | null {
  const trip = findTrip(tx, reservationId);
  if (!trip || isPast(deps, trip)) return null;
  const link = linkInForce(deps, tx, trip);
  if (link) return linkUrl(deps, link.id);
  if (findNewestLink(tx, reservationId)?.revokedAt) return null;
  return linkUrl(deps, makeLink(deps, tx, trip, "system").id);
}

function isPast(deps: Deps, trip: FollowedTrip): boolean {
  return isOver(trip.state) || linkEndsAt(trip) <= deps.now();
}

function makeLink(
  deps: Deps,
  tx: Tx,
  trip: FollowedTrip,
  createdBy: StoredLink["createdBy"],
): StoredLink {
  const now = deps.now();
  // One that is in force by its row but opens nothing: it came with another key file.
  tx.update(trackingLinks)
    .set({ revokedAt: now })
    .where(and(eq(trackingLinks.reservationId, trip.id), isNull(trackingLinks.revokedAt)))
    .run();
  const id = Bun.randomUUIDv7();
  const link: StoredLink = {
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

/**
 * Revokes the link of a trip: whoever looks at it sees at once that it is over. A rider may for
 * their own trips, else 404; without a link nothing happens.
 */
export async function revokeLink(
  deps: Deps,
  by: { kind: "rider"; id: string } | { kind: "admin"; actor: Actor },
  reservationId: string,
): Promise<void> {
  const revoked = await deps.write((tx) => {
    const trip = followTrip(tx, by, reservationId);
    if (by.kind === "admin")
      appendAudit(tx, deps, {
        actor: by.actor,
        action: "trip.tracking_revoked",
        subject: { kind: "trip", id: reservationId },
        summary: `Revoked the tracking link of trip ${trip.number}`,
      });
    return tx
      .update(trackingLinks)
      .set({ revokedAt: deps.now(), revokedBy: by.kind })
      .where(and(eq(trackingLinks.reservationId, reservationId), isNull(trackingLinks.revokedAt)))
      .returning({ id: trackingLinks.id })
      .all();
  });
  for (const { id } of revoked)
    deps.bus.publish({ type: "tracking_link_ended", linkId: id, reservationId });
}
