import { and, eq, isNull } from "drizzle-orm";
import { trackingLinks } from "../../db/schema/tracking";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { isPast, makeTrackingLink } from "../reservations/links/link-actions";
import { trackingLinkInForce } from "../reservations/links/link-queries";
import { requireFollowedTrip } from "../reservations/links/trip-queries";
import type { TrackingLink } from "./contract";
import { toLink } from "./link-queries";

/**
 * Returns the link of a rider's trip: the current one, or a new one with an address that was never used before. 404 if
 * the trip is not theirs, 409 if it has ended and has no link.
 */
export async function shareTrip(
  deps: Deps,
  riderId: string,
  reservationId: string,
): Promise<TrackingLink> {
  return deps.write((tx) => {
    const trip = requireFollowedTrip(tx, { kind: "rider", id: riderId }, reservationId);
    const link = trackingLinkInForce(deps, tx, trip);
    if (!link && isPast(deps, trip)) throw new AppError("tracking.trip_over");
    return toLink(deps, link ?? makeTrackingLink(deps, tx, trip, "rider"), trip);
  });
}

/**
 * Revokes the link of a trip; anyone who has it open sees at once that it has ended. A rider may revoke only their own
 * trips' links, otherwise 404; without a link nothing happens.
 */
export async function revokeLink(
  deps: Deps,
  by: { kind: "rider"; id: string } | { kind: "admin"; actor: Actor },
  reservationId: string,
): Promise<void> {
  const revoked = await deps.write((tx) => {
    const trip = requireFollowedTrip(tx, by, reservationId);
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
