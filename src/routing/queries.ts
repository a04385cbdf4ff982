import type { Deps } from "../deps";
import type { Point } from "../places/contract";
import { readOperator } from "../settings/queries";
import { createUpstream, type Upstream, UpstreamRefusal } from "../upstream";
import type { RouteChoice } from "./contract";
import { OSRM_ANSWER_BYTES, osrmPath, osrmQuery, readOsrm } from "./osrm";
import { estimateRoute, straightMeters } from "./rules";

/** The router's ways are kept in memory: see docs/decisions/routes-and-places-of-others.md. */
const MOST_KEPT = 1_000;
const KEPT_MS = 6 * 3_600_000;
/** That there is no way may be a gap in a map that is mended. */
const NO_WAY_KEPT_MS = 10 * 60_000;
/** Stops closer together than this are no way to ask about. */
const SAME_SPOT_METERS = 1;

/** What a router says of some points; null when it knows no way. */
type Kept = { route: RouteChoice | null; until: number };
type UnderWay = { route: Promise<RouteChoice | null>; waiting: number; abort: AbortController };

/** One server's router: its cache, the questions under way, and its health. */
class Router {
  private readonly kept = new Map<string, Kept>();
  private readonly underWay = new Map<string, UnderWay>();

  constructor(
    private readonly upstream: Upstream,
    private readonly now: () => number,
  ) {}

  /** The ways through points, or null when the router says or knows nothing. Never rejects. */
  async find(
    points: readonly Point[],
    alternatives: boolean,
    signal: AbortSignal | undefined,
  ): Promise<RouteChoice | null> {
    const path = osrmPath(points);
    const key = alternatives ? `${path}+` : path;
    const kept = this.keptAs(key) ?? (alternatives ? undefined : this.keptAs(`${path}+`));
    if (kept) return kept.route;
    if (signal?.aborted) return null;
    const question = this.underWay.get(key) ?? this.ask(key, points, alternatives);
    question.waiting++;
    const gone = Promise.withResolvers<null>();
    const leave = () => {
      // The last one who waits takes the question along.
      if (--question.waiting === 0) {
        question.abort.abort();
        this.underWay.delete(key);
      }
      gone.resolve(null);
    };
    signal?.addEventListener("abort", leave);
    try {
      return await Promise.race([question.route, gone.promise]);
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  private ask(key: string, points: readonly Point[], alternatives: boolean): UnderWay {
    const abort = new AbortController();
    const read = (json: unknown) => readOsrm(json, points);
    const answer = this.upstream.ask(osrmPath(points), osrmQuery(alternatives), read, abort.signal);
    const route = answer
      .then((found) => this.keep(key, found, KEPT_MS))
      .catch((error: unknown) => {
        if (error instanceof UpstreamRefusal) return this.keep(key, null, NO_WAY_KEPT_MS);
        return null;
      })
      .finally(() => {
        if (this.underWay.get(key) === question) this.underWay.delete(key);
      });
    const question = { route, waiting: 0, abort };
    this.underWay.set(key, question);
    return question;
  }

  private keep(key: string, route: RouteChoice | null, milliseconds: number): RouteChoice | null {
    this.kept.set(key, { route, until: this.now() + milliseconds });
    const oldest = this.kept.keys().next();
    if (this.kept.size > MOST_KEPT && !oldest.done) this.kept.delete(oldest.value);
    return route;
  }

  private keptAs(key: string): Kept | undefined {
    const kept = this.kept.get(key);
    if (!kept) return undefined;
    this.kept.delete(key);
    if (kept.until <= this.now()) return undefined;
    // Back in as the newest: the one asked for longest ago is the next to go.
    this.kept.set(key, kept);
    return kept;
  }
}

const routers = new WeakMap<Deps, Router>();

function routerOf(deps: Deps): Router | null {
  const url = deps.config.routerUrl;
  if (url === null) return null;
  const known = routers.get(deps);
  if (known) return known;
  const upstream = createUpstream({
    url,
    now: deps.now,
    limitBytes: OSRM_ANSWER_BYTES,
    failed: (reason) =>
      deps.log.warning("The router failed, routes are estimates meanwhile: {reason}", { reason }),
  });
  const router = new Router(upstream, deps.now);
  routers.set(deps, router);
  return router;
}

/**
 * The way through 2 to 12 points in their order: the configured router's when it answers within
 * three seconds with something that can be true, else the estimate, marked so. With `alternatives`
 * it also names other ways, between two points. Never rejects; when `signal` is aborted the
 * estimate comes at once and the router is no longer asked on behalf of this caller.
 */
export async function findRoute(
  deps: Deps,
  points: readonly Point[],
  options: { signal?: AbortSignal | undefined; alternatives?: boolean } = {},
): Promise<RouteChoice> {
  if (points.length < 2 || points.length > 12)
    throw new RangeError("A route has from 2 to 12 points");
  const router = straightMeters(points) < SAME_SPOT_METERS ? null : routerOf(deps);
  const alternatives = options.alternatives === true && points.length === 2;
  const found = await router?.find(points, alternatives, options.signal);
  if (found) return alternatives ? found : { ...found, alternatives: [] };
  return { ...estimateRoute(points, readOperator(deps).estimateSpeedKmh), alternatives: [] };
}
