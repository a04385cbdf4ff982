/**
 * The operator's Photon-compatible geocoder. It is asked for places that the built-in lists may not have, never delays
 * an answer by more than three seconds, and is optional.
 */
import type { Deps } from "../deps";
import { createResponseCache, type ResponseCache } from "../server/response-cache";
import { createUpstream, type Upstream } from "../server/upstream";
import { connectedConfig } from "../settings/connections/connection-queries";
import { findsAddresses } from "../settings/queries";
import type { Place, Point } from "./contract";
import { readPhoton } from "./photon";
import { searchWords } from "./rules";
import { coordinatesIn } from "./typed-query-rules";

const MAX_CACHED_ANSWERS = 2_000;
const CACHE_MS = 24 * 3_600_000;
/** How long the same query isn't repeated after a failure. */
const FAILURE_CACHE_MS = 5_000;
/**
 * The minimum number of letters of a query for the geocoder. A character of another script says as much as several
 * letters, so fewer are enough.
 */
const MIN_ASCII_LETTERS = 3;
const MIN_OTHER_LETTERS = 2;
const MAX_RESULTS = 8;

type Geocoder = { url: string; upstream: Upstream; answers: ResponseCache<readonly Place[]> };
const geocoders = new WeakMap<Deps, Geocoder>();

function geocoderOf(deps: Deps): Geocoder | null {
  const url = connectedConfig(deps).geocoderUrl;
  if (url === null) return null;
  const cachedGeocoder = geocoders.get(deps);
  if (cachedGeocoder?.url === url) return cachedGeocoder;
  const upstream = createUpstream({
    url,
    now: deps.now,
    failed: (reason) =>
      deps.log.warning("The geocoder failed and is skipped for now: {reason}", { reason }),
  });
  const answers = createResponseCache<readonly Place[]>({
    maxEntries: MAX_CACHED_ANSWERS,
    now: deps.now,
  });
  const geocoder = { url, upstream, answers };
  geocoders.set(deps, geocoder);
  return geocoder;
}

/**
 * Tells whether the geocoder or imported streets would be asked about the typed text. Coordinates are already a pin,
 * but imported streets may know its address.
 */
export function needsGeocoder(deps: Deps, q: string): boolean {
  if (coordinatesIn(q)) return deps.streets.current() !== null;
  if (!findsAddresses(deps)) return false;
  const typed = searchWords(q).join("");
  return typed.length >= (/^[\0-\x7f]*$/.test(typed) ? MIN_ASCII_LETTERS : MIN_OTHER_LETTERS);
}

/**
 * Searches places for the typed text, best first, in the geocoder or, without one, in the imported streets. Returns
 * nothing if there is neither, or if the geocoder fails or is paused. `near` is rounded to a kilometre before it is
 * sent. Never rejects.
 */
export async function searchGeocoder(
  deps: Deps,
  q: string,
  near: Point | null,
  signal: AbortSignal | undefined,
): Promise<readonly Place[]> {
  if (coordinatesIn(q) || !needsGeocoder(deps, q)) return [];
  const geocoder = geocoderOf(deps);
  if (!geocoder) return searchStreets(deps, q, near);
  // The query keeps its letters, because streets are found by their exact letters. Case and spaces make no difference.
  const typed = q.trim().replace(/\s+/g, " ").toLowerCase().slice(0, 200);
  const searchCentre = near && { lat: near.latitude.toFixed(2), lon: near.longitude.toFixed(2) };
  const key = `${typed}|${searchCentre ? `${searchCentre.lat},${searchCentre.lon}` : ""}`;
  const places = await geocoder.answers.find(
    key,
    async (abort) => {
      try {
        const query = { q: typed, limit: String(MAX_RESULTS), lang: "en", ...searchCentre };
        const answer = await geocoder.upstream.ask("/api", query, readPhoton, abort);
        return { answer, cacheMs: CACHE_MS };
      } catch {
        // The upstream has logged the cause. The search only returns no suggestions from the geocoder.
        return { answer: [], cacheMs: FAILURE_CACHE_MS };
      }
    },
    signal,
  );
  return places ?? [];
}

async function searchStreets(deps: Deps, q: string, near: Point | null): Promise<Place[]> {
  try {
    return await deps.streets.search(
      q,
      near ?? middleOf(deps.streets.current()?.bounds),
      MAX_RESULTS,
    );
  } catch (error) {
    deps.log.warning("A search in the imported streets failed: {error}", { error });
    return [];
  }
}

function middleOf(bounds: readonly [number, number, number, number] | undefined): Point | null {
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

/** Adds the address from imported streets to a pin. */
export async function withAddress(deps: Deps, pin: Place): Promise<Place> {
  if (deps.streets.current() === null) return pin;
  try {
    const address = await deps.streets.addressAt(pin);
    return address ? { ...pin, ...address } : pin;
  } catch (error) {
    deps.log.warning("The address of a pin could not be found in the imported streets: {error}", {
      error,
    });
    return pin;
  }
}
