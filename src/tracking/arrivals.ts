/** Estimates when a car arrives from its position: in memory, and at most every 20 s. */
import type { Deps } from "../deps";
import type { Route, RoutePoint } from "../routing/contract";
import { estimateRouteInTraffic, findRoute, canMeasureRoutes } from "../routing/queries";
import type { Arrival } from "./contract";
import { ARRIVAL_STALE_MS, arrivalTarget } from "./rules";
import { type FollowedTrip, nextStop } from "../reservations/links/trip-queries";
import type { LastPosition } from "./shift-queries";
import { iso } from "../formats/instants";

const REFRESH_MS = 20_000;
const MINUTE_MS = 60_000;

type CachedArrival = {
  target: "pickup" | "dropoff";
  arrivesAt: number;
  estimate: boolean;
  /** The time of the position used for the last estimate. */
  recordedAt: number;
  askedAt: number;
};

const arrivalsByServer = new WeakMap<Deps, Map<string, CachedArrival>>();

/**
 * Returns when the trip's car arrives, from its last position; null if this is unknown. It returns the known estimate
 * at once. If that is due for an update, it also asks the router and calls `onChange` after the answer.
 */
export function arrivalOf(
  deps: Deps,
  trip: FollowedTrip,
  position: LastPosition,
  onChange: () => void = () => {},
): Arrival | null {
  const now = deps.now();
  const target = arrivalTarget(trip.state, trip.serviceType);
  const destination = target && trip[target];
  if (!destination || now - position.recordedAt > ARRIVAL_STALE_MS) return null;
  const arrivals = arrivalsOf(deps);
  const before = arrivals.get(trip.id);
  let arrival = before?.target === target ? before : undefined;
  if (!arrival || isDue(arrival, position, now)) {
    const stops = [...(nextStop(deps.db, trip)?.stopsAhead ?? []), destination];
    const routePoints = [position, ...stops.map((stop) => ({ ...stop, isCurb: true }))];
    const request = { target, recordedAt: position.recordedAt, askedAt: now };
    const hasRouter = canMeasureRoutes(deps);
    const baseArrival =
      arrival && hasRouter
        ? arrival
        : arrivalFrom(position, estimateRouteInTraffic(deps, routePoints));
    arrival = { ...baseArrival, ...request };
    storeArrival(arrivals, trip.id, arrival);
    if (hasRouter) void requestRoute(deps, routePoints, position, arrival, onChange);
  }
  return {
    at: iso(Math.max(arrival.arrivesAt, now)),
    minutes: Math.max(1, Math.ceil((arrival.arrivesAt - now) / MINUTE_MS)),
    estimate: arrival.estimate,
  };
}

function arrivalsOf(deps: Deps): Map<string, CachedArrival> {
  const cachedArrivals = arrivalsByServer.get(deps) ?? new Map<string, CachedArrival>();
  arrivalsByServer.set(deps, cachedArrivals);
  return cachedArrivals;
}

function isDue(arrival: CachedArrival, position: LastPosition, now: number): boolean {
  return position.recordedAt > arrival.recordedAt && now - arrival.askedAt >= REFRESH_MS;
}

function arrivalFrom(position: LastPosition, route: Route) {
  return {
    arrivesAt: position.recordedAt + route.durationSeconds * 1000,
    estimate: route.estimate,
  };
}

/** Replaces the estimate with the router's answer; never fails. */
async function requestRoute(
  deps: Deps,
  routePoints: readonly RoutePoint[],
  position: LastPosition,
  arrival: CachedArrival,
  onChange: () => void,
): Promise<void> {
  Object.assign(arrival, arrivalFrom(position, await findRoute(deps, routePoints)));
  if (!deps.shutdown.aborted) onChange();
}

/** Stores an arrival as the newest, and removes old ones of trips that ended long ago. */
function storeArrival(
  arrivals: Map<string, CachedArrival>,
  id: string,
  arrival: CachedArrival,
): void {
  arrivals.delete(id);
  arrivals.set(id, arrival);
  for (const [other, { askedAt }] of arrivals) {
    if (arrival.askedAt - askedAt < ARRIVAL_STALE_MS) break;
    arrivals.delete(other);
  }
}
