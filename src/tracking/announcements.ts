/** Tells the streams where a driver is: every two seconds at most, and always the newest at last. */
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

/** Publishes a driver's last position as it was committed, now or when two seconds have passed. */
export function announcePosition(deps: Deps, driverId: string): void {
  publishOncePerTick(deps, driverId, () => tell(deps, driverId));
}

/** As `announcePosition`, of the car of an affiliate on one trip. */
export function announceAffiliatePosition(deps: Deps, reservationId: string): void {
  publishOncePerTick(deps, reservationId, () => publishTripChange(deps, reservationId));
}

function publishOncePerTick(deps: Deps, key: string, publish: () => void): void {
  const pendingByKey = pendingByServer.get(deps) ?? new Map<string, PendingAnnouncement>();
  pendingByServer.set(deps, pendingByKey);
  const pending = pendingByKey.get(key) ?? {
    publishedAt: -MIN_INTERVAL_MS,
    timer: undefined,
  };
  pendingByKey.set(key, pending);
  if (pending.timer) return;
  const wait = pending.publishedAt + MIN_INTERVAL_MS - performance.now();
  const say = () => {
    pending.timer = undefined;
    if (deps.shutdown.aborted) return;
    pending.publishedAt = performance.now();
    publish();
  };
  if (wait <= 0) say();
  else {
    pending.timer = setTimeout(say, wait);
    pending.timer.unref();
  }
}

/** Who may see it is decided from what is committed at this moment, not when the position came. */
function tell(deps: Deps, driverId: string): void {
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
      .map((trip) => tripWithArrival(deps, trip, position, () => tell(deps, driverId))),
  });
}

/** Nobody's but the trip's: an affiliate's car is on no map of the fleet. */
function publishTripChange(deps: Deps, reservationId: string): void {
  const trip = findTrip(deps.db, reservationId);
  const position = trip && positionOf(deps.db, trip);
  if (!trip || !position || !canSeePosition(trip, position)) return;
  deps.bus.publish({
    type: "position",
    driverId: null,
    position: toPosition(position),
    trips: [tripWithArrival(deps, trip, position, () => publishTripChange(deps, reservationId))],
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
