/** Reads tracking links and what they show. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { type StoredTrackingLink, trackingLinks } from "../../db/schema/tracking";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import {
  findNewestTrackingLink,
  trackingLinkInForce,
  trackingLinkUrl,
} from "../reservations/links/link-queries";
import { linkEndsAt } from "../reservations/links/link-rules";
import {
  driverAndVehicleOf,
  findTrip,
  type FollowedTrip,
  requireFollowedTrip,
  nextStop,
} from "../reservations/links/trip-queries";
import { hasDriver, isOver } from "../reservations/rules";
import { arrivalOf } from "./arrivals";
import type { ReservationTracking, TrackedTrip, TrackingLink, TripTracking } from "./contract";
import { type LastPosition, positionOf, toPosition } from "./shift-queries";
import { canSeePosition, stateForLink } from "./rules";
import { readTrack } from "./track-queries";
import { iso } from "../formats/instants";

const linkByHash = prepared((db) =>
  db
    .select()
    .from(trackingLinks)
    .where(eq(trackingLinks.tokenHash, sql.placeholder("tokenHash")))
    .prepare(),
);

/** Returns a link as its rider sees it. */
export function toLink(deps: Deps, link: StoredTrackingLink, trip: FollowedTrip): TrackingLink {
  return {
    url: trackingLinkUrl(deps, link.id),
    createdAt: iso(link.createdAt),
    expiresAt: trip.endedAt === null ? null : iso(linkEndsAt(trip)),
  };
}

/** Reads what a rider sees of their own trip; 404 if it is not theirs. */
export function readTripTracking(deps: Deps, riderId: string, reservationId: string): TripTracking {
  const trip = requireFollowedTrip(deps.db, { kind: "rider", id: riderId }, reservationId);
  const link = trackingLinkInForce(deps, deps.db, trip);
  return {
    ...positionAndArrival(deps, trip),
    link: link && toLink(deps, link, trip),
    linkable: !isOver(trip.state) && linkEndsAt(trip) > deps.now(),
    now: iso(deps.now()),
  };
}

/** Reads the link of a rider's trip; 404 if the trip is not theirs. */
export function readTrackingLink(
  deps: Deps,
  riderId: string,
  reservationId: string,
): TrackingLink | null {
  const trip = requireFollowedTrip(deps.db, { kind: "rider", id: riderId }, reservationId);
  const link = trackingLinkInForce(deps, deps.db, trip);
  return link && toLink(deps, link, trip);
}

/** The link that a token opens, its trip, and when it expires (ms UTC). */
export type OpenedLink = { linkId: string; reservationId: string; endsAt: number };

/** Finds the link that a token opens; null if it opens none, for any reason. */
export function openLink(deps: Deps, token: string): OpenedLink | null {
  const link = linkByHash(deps.db).get({ tokenHash: hashToken(token) });
  if (!link || link.revokedAt !== null) return null;
  const trip = findTrip(deps.db, link.reservationId);
  if (!trip) return null;
  const endsAt = linkEndsAt(trip);
  return endsAt > deps.now() ? { linkId: link.id, reservationId: trip.id, endsAt } : null;
}

/** Reads the trip of an opened link, as the link shows it. */
export function readTrackedTrip(deps: Deps, reservationId: string): TrackedTrip {
  const trip = findTrip(deps.db, reservationId);
  if (!trip) throw new AppError("tracking.link_gone");
  const { state } = trip;
  const showsDriver = hasDriver(state) || ["completed", "settled", "no_show"].includes(state);
  const stop = nextStop(deps.db, trip);
  const driverAndVehicle = showsDriver ? driverAndVehicleOf(deps.db, trip) : null;
  return {
    state: stateForLink(state),
    pickupAt: iso(trip.pickupAt),
    driver: driverAndVehicle && { firstName: driverAndVehicle.firstName },
    vehicle: driverAndVehicle && {
      make: driverAndVehicle.make,
      model: driverAndVehicle.model,
      color: driverAndVehicle.color,
      plate: driverAndVehicle.plate,
    },
    ...positionAndArrival(deps, trip),
    stop: stop && { n: stop.n, count: stop.count, isThere: stop.isThere },
    expiresAt: trip.endedAt === null ? null : iso(linkEndsAt(trip)),
    now: iso(deps.now()),
  };
}

/** Reads what dispatch sees of a trip's position, track and link; 404 if the trip does not exist. */
export function readReservationTracking(deps: Deps, reservationId: string): ReservationTracking {
  const trip = requireFollowedTrip(deps.db, { kind: "admin" }, reservationId);
  const now = deps.now();
  const link = findNewestTrackingLink(deps.db, reservationId);
  const endsAt = linkEndsAt(trip);
  return {
    ...positionAndArrival(deps, trip),
    track: readTrack(deps.db, reservationId).map(({ latitude, longitude, recordedAt }) => ({
      latitude,
      longitude,
      recordedAt: iso(recordedAt),
    })),
    link: link && {
      state: link.revokedAt !== null ? "revoked" : endsAt <= now ? "expired" : "active",
      createdAt: iso(link.createdAt),
      createdBy: link.createdBy,
      revokedAt: iso(link.revokedAt),
      revokedBy: link.revokedBy,
      expiresAt: trip.endedAt === null ? null : iso(endsAt),
    },
    now: iso(now),
  };
}

/** Returns the car's position and arrival, as far as people who follow the trip may see them. */
function positionAndArrival(
  deps: Deps,
  trip: FollowedTrip,
): Pick<TripTracking, "position" | "arrival"> {
  const position = visiblePosition(deps.db, trip);
  if (!position) return { position: null, arrival: null };
  return { position: toPosition(position), arrival: arrivalOf(deps, trip, position) };
}

function visiblePosition(db: Db, trip: FollowedTrip): LastPosition | null {
  const position = positionOf(db, trip);
  return position && canSeePosition(trip, position) ? position : null;
}
