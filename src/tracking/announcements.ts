/**
 * Publishes drivers' positions to the event streams: at most every two seconds, and always the newest one at the end.
 */
import type { Deps } from "../deps";
import { arrivalOf } from "./arrivals";
import {
  type LastPosition,
  findLastPosition,
  positionOf,
  shiftStartedAt,
  toPosition,
} from "./shift-queries";
import { isTracked } from "../reservations/links/link-rules";
import { canSeePosition } from "./rules";
import { findTrip, type FollowedTrip, tripsOfDriver } from "../reservations/links/trip-queries";

const MIN_INTERVAL_MS = 2_000;

type PendingAnnouncement = {
  publishedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

const pendingByServer = new WeakMap<Deps, Map<string, PendingAnnouncement>>();

/** Publishes a driver's last committed position, at once or when two seconds have passed since the previous one. */
export function announcePosition(deps: Deps, driverId: string): void {
  publishThrottled(deps, driverId, () => publishDriverPosition(deps, driverId));
}

/** Like `announcePosition`, for the car of an affiliate on one trip. */
export function announceAffiliatePosition(deps: Deps, reservationId: string): void {
  publishThrottled(deps, reservationId, () => publishAffiliatePosition(deps, reservationId));
}

function publishThrottled(deps: Deps, key: string, publish: () => void): void {
  const pendingByKey = pendingByServer.get(deps) ?? new Map<string, PendingAnnouncement>();
  pendingByServer.set(deps, pendingByKey);
  const pending = pendingByKey.get(key) ?? {
    publishedAt: -MIN_INTERVAL_MS,
    timer: undefined,
  };
  pendingByKey.set(key, pending);
  if (pending.timer) return;
  const waitMs = pending.publishedAt + MIN_INTERVAL_MS - performance.now();
  const publishNow = () => {
    pending.timer = undefined;
    if (deps.shutdown.aborted) return;
    pending.publishedAt = performance.now();
    // The entries stay in the order of their announcements.
    pendingByKey.delete(key);
    pendingByKey.set(key, pending);
    removeOldEntries(pendingByKey);
    publish();
  };
  if (waitMs <= 0) publishNow();
  else {
    pending.timer = setTimeout(publishNow, waitMs);
    pending.timer.unref();
  }
}

/** Removes the oldest entries, which no longer delay an announcement. */
function removeOldEntries(pendingByKey: Map<string, PendingAnnouncement>): void {
  for (const [key, { publishedAt, timer }] of pendingByKey) {
    if (publishedAt + MIN_INTERVAL_MS > performance.now()) return;
    if (!timer) pendingByKey.delete(key);
  }
}

/**
 * Publishes a driver's last position. The data committed at this moment decides who may see it, not the data when the
 * position arrived.
 */
function publishDriverPosition(deps: Deps, driverId: string): void {
  const now = deps.now();
  const position = findLastPosition(deps.db, driverId);
  if (!position) return;
  const trips = tripsOfDriver(deps.db, driverId, now).filter(({ state }) => isTracked(state));
  if (trips.length === 0 && shiftStartedAt(deps.db, driverId, now) === null) return;
  deps.bus.publish({
    type: "position",
    driverId,
    position: toPosition(position),
    trips: trips
      .filter((trip) => canSeePosition(trip, position))
      .map((trip) =>
        tripWithArrival(deps, trip, position, () => publishDriverPosition(deps, driverId)),
      ),
  });
}

/**
 * Publishes the position of an affiliate's car, but only to viewers of the trip, because the fleet's map does not show
 * affiliates' cars.
 */
function publishAffiliatePosition(deps: Deps, reservationId: string): void {
  const trip = findTrip(deps.db, reservationId);
  const position = trip && positionOf(deps.db, trip);
  if (!trip || !position || !canSeePosition(trip, position)) return;
  deps.bus.publish({
    type: "position",
    driverId: null,
    position: toPosition(position),
    trips: [
      tripWithArrival(deps, trip, position, () => publishAffiliatePosition(deps, reservationId)),
    ],
  });
}

function tripWithArrival(
  deps: Deps,
  trip: FollowedTrip,
  position: LastPosition,
  announceAgain: () => void,
) {
  const { id, number, state, riderId } = trip;
  return { id, number, state, riderId, arrival: arrivalOf(deps, trip, position, announceAgain) };
}
