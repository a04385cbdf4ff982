import type { Deps } from "../deps";
import type { Point } from "../places/contract";
import { createResponseCache, type ResponseCache } from "../server/response-cache";
import { connectedConfig } from "../settings/connections/connection-queries";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import {
  createUpstream,
  type Upstream,
  UpstreamRefusal,
  UpstreamTooLargeError,
} from "../server/upstream";
import type { EstimateReason, Route, RouteWithAlternatives, RoutePoint } from "./contract";
import {
  MAX_OSRM_ANSWER_BYTES,
  osrmPointOptions,
  osrmPath,
  osrmQuery,
  readOsrmAnswer,
} from "./osrm";
import { estimateRoute, straightMeters } from "./rules";
import { trafficPercentAt } from "./traffic-rules";

/** The router's routes are cached in memory: see docs/decisions/routes-and-places-of-others.md. */
const MAX_CACHED_ROUTES = 1_000;
const CACHE_MS = 6 * 3_600_000;
/** How long "no route" is cached. It may be a gap in a map that is mended soon. */
const NO_ROUTE_CACHE_MS = 10 * 60_000;
/** Stops closer together than this have no route to request. */
const SAME_PLACE_RADIUS_METERS = 1;
/** Nobody drives farther, and the router would need long for a very large answer. */
const MAX_ROUTE_METERS = 2_000_000;

/** The router of one server: its health and its cached answers. An answer is null if it has no route. */
type Router = {
  url: string;
  upstream: Upstream;
  answers: ResponseCache<RouteWithAlternatives | null>;
};
const routers = new WeakMap<Deps, Router>();

function routerOf(deps: Deps): Router | null {
  const url = connectedConfig(deps).routerUrl;
  if (url === null) return null;
  const cachedRouter = routers.get(deps);
  if (cachedRouter?.url === url) return cachedRouter;
  const upstream = createUpstream({
    url,
    now: deps.now,
    limitBytes: MAX_OSRM_ANSWER_BYTES,
    failed: (reason) =>
      deps.log.warning("The router failed; routes are estimates for now: {reason}", { reason }),
  });
  const answers = createResponseCache<RouteWithAlternatives | null>({
    maxEntries: MAX_CACHED_ROUTES,
    now: deps.now,
  });
  const router = { url, upstream, answers };
  routers.set(deps, router);
  return router;
}

/** Whether routes can be measured, by a router or in imported streets. */
export function canMeasureRoutes(deps: Deps): boolean {
  return connectedConfig(deps).routerUrl !== null || deps.streets.current() !== null;
}

/** The most alternatives that are requested in imported streets. */
const MAX_ALTERNATIVES = 2;

/** Returns the estimate of a route in the traffic at a time, by default now. */
export function estimateRouteInTraffic(deps: Deps, points: readonly Point[], at?: number): Route {
  return adaptToTraffic(deps, at)(estimateRoute(points, readOperator(deps).estimateSpeedKmh));
}

/** Returns a function that adapts the duration of routes to the traffic at a time, by default now. */
function adaptToTraffic(deps: Deps, at = deps.now()) {
  const { trafficPercents, timeZone } = readOperator(deps);
  const percent = trafficPercentAt(trafficPercents, localTimeAt(at, timeZone));
  return <Way extends Route>(way: Way): Way => ({
    ...way,
    durationSeconds: Math.round((way.durationSeconds * percent) / 100),
  });
}

/**
 * Returns a function that gives the average speed of estimates at a time, in km/h. For code that compares many drives.
 */
export function speedKmhByHour(deps: Pick<Deps, "db">): (at: number) => number {
  const { estimateSpeedKmh, trafficPercents, timeZone } = readOperator(deps);
  if (trafficPercents === null) return () => estimateSpeedKmh;
  return (at) =>
    (estimateSpeedKmh * 100) / trafficPercentAt(trafficPercents, localTimeAt(at, timeZone));
}

/**
 * Returns the route in imported streets, or why there is none. Undefined without streets, or if they fail. Never
 * rejects.
 */
async function findRouteInStreets(
  { streets, log }: Deps,
  points: readonly RoutePoint[],
  withAlternatives: boolean,
): Promise<RouteWithAlternatives | EstimateReason | undefined> {
  const currentStreets = streets.current();
  if (!currentStreets) return undefined;
  if (!points.every((point) => isWithin(currentStreets.bounds, point))) return "outside";
  try {
    const answer = await streets.route(points, withAlternatives ? MAX_ALTERNATIVES : 0);
    return "none" in answer ? answer.none : answer;
  } catch (error) {
    log.warning("A route is an estimate, because the streets did not answer: {error}", { error });
    return undefined;
  }
}

const isWithin = (
  [west, south, east, north]: readonly [number, number, number, number],
  { latitude, longitude }: Point,
) => latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Returns the router's routes through points. Null or undefined if it has no answer. Never rejects. */
async function requestRoute(
  { upstream, answers }: Router,
  points: readonly RoutePoint[],
  withAlternatives: boolean,
  signal: AbortSignal | undefined,
): Promise<RouteWithAlternatives | null | undefined> {
  const path = osrmPath(points);
  const pointOptions = osrmPointOptions(points);
  const key = pointOptions ? `${path}?${Object.values(pointOptions).join("&")}` : path;
  const alternativesKey = `${key}+`;
  const cachedAnswer = withAlternatives ? undefined : answers.get(alternativesKey);
  if (cachedAnswer !== undefined) return cachedAnswer;
  const read = (json: unknown) => readOsrmAnswer(json, points);
  return answers.find(
    withAlternatives ? alternativesKey : key,
    async (abort) => {
      try {
        const query = osrmQuery(withAlternatives);
        const answer = await upstream
          .ask(path, { ...query, ...pointOptions }, read, abort)
          .catch((error: unknown) => {
            // The router has no road in the direction of the car, as in a car park, or none on that side. So it is
            // asked without these options.
            if (!pointOptions || !(error instanceof UpstreamRefusal)) throw error;
            return upstream.ask(path, query, read, abort);
          });
        return { answer, cacheMs: CACHE_MS };
      } catch (error) {
        const isProviderAnswer =
          error instanceof UpstreamRefusal || error instanceof UpstreamTooLargeError;
        return { answer: null, cacheMs: isProviderAnswer ? NO_ROUTE_CACHE_MS : 0 };
      }
    },
    signal,
  );
}

/**
 * Returns the route through 2 to 12 points in their order. A configured router gives it if it answers within three
 * seconds with a plausible route. Without a router, imported streets give it. Otherwise it is an estimate, marked so,
 * with the reason if streets were imported.
 *
 * Routes that are not from the router are adapted to the traffic at `at`, by default now. With `options.alternatives`,
 * adds other routes between two points. Never rejects. When `signal` is aborted, returns the estimate at once and no
 * longer waits for the router.
 */
export async function findRoute(
  deps: Deps,
  points: readonly RoutePoint[],
  options: { signal?: AbortSignal | undefined; alternatives?: boolean; at?: number } = {},
): Promise<RouteWithAlternatives> {
  if (points.length < 2 || points.length > 12)
    throw new RangeError("A route has from 2 to 12 points");
  const distanceMeters = straightMeters(points);
  const isMeasurable =
    distanceMeters >= SAME_PLACE_RADIUS_METERS && distanceMeters <= MAX_ROUTE_METERS;
  const router = isMeasurable ? routerOf(deps) : null;
  const withAlternatives = options.alternatives === true && points.length === 2;
  const routesOrReason = router
    ? await requestRoute(router, points, withAlternatives, options.signal)
    : isMeasurable && (await findRouteInStreets(deps, points, withAlternatives));
  if (!routesOrReason || typeof routesOrReason === "string")
    return {
      ...estimateRouteInTraffic(deps, points, options.at),
      ...(routesOrReason && { estimateReason: routesOrReason }),
      alternatives: [],
    };
  const routes = withAlternatives ? routesOrReason : { ...routesOrReason, alternatives: [] };
  if (router) return routes;
  const adapt = adaptToTraffic(deps, options.at);
  return { ...adapt(routes), alternatives: routes.alternatives.map(adapt) };
}
