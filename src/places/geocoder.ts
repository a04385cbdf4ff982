/**
 * The operator's Photon-compatible geocoder: asked for what the lists of our own may not know, never
 * waited for longer than three seconds, and never needed.
 */
import type { Deps } from "../deps";
import { createResponseCache, type ResponseCache } from "../server/response-cache";
import { createUpstream, type Upstream } from "../server/upstream";
import { connectedConfig } from "../settings/connections/connection-queries";
import type { Place, Point } from "./contract";
import { readPhoton } from "./photon";
import { searchWords } from "./rules";
import { coordinatesIn } from "./typed-rules";

const MAX_STORED = 2_000;
const KEPT_MS = 24 * 3_600_000;
/** After a failure the same question is not asked for so long. */
const FAILURE_CACHE_MS = 5_000;
/** Fewer letters say nothing about a street; a sign of another script says as much as a few. */
const MIN_LETTERS = 3;
const MIN_QUERY_LENGTH = 2;
const MAX_RESULTS = 8;

type Geocoder = { url: string; upstream: Upstream; answers: ResponseCache<readonly Place[]> };
const geocoders = new WeakMap<Deps, Geocoder>();

function geocoderOf(deps: Deps): Geocoder | null {
  const url = connectedConfig(deps).geocoderUrl;
  if (url === null) return null;
  const known = geocoders.get(deps);
  if (known?.url === url) return known;
  const upstream = createUpstream({
    url,
    now: deps.now,
    failed: (reason) =>
      deps.log.warning("The geocoder failed and is skipped for now: {reason}", { reason }),
  });
  const answers = createResponseCache<readonly Place[]>({ most: MAX_STORED, now: deps.now });
  const geocoder = { url, upstream, answers };
  geocoders.set(deps, geocoder);
  return geocoder;
}

/** Whether a geocoder would be asked about the typed text. Coordinates are a pin already. */
export function needsGeocoder(deps: Deps, q: string): boolean {
  if (connectedConfig(deps).geocoderUrl === null || coordinatesIn(q)) return false;
  const typed = searchWords(q).join("");
  return typed.length >= (/^[\0-\x7f]*$/.test(typed) ? MIN_LETTERS : MIN_QUERY_LENGTH);
}

/**
 * What the geocoder finds for the typed text, the best first; nothing when it fails, rests or is
 * not configured. `near` is rounded to a kilometre before it leaves. Never rejects.
 */
export async function searchGeocoder(
  deps: Deps,
  q: string,
  near: Point | null,
  signal: AbortSignal | undefined,
): Promise<readonly Place[]> {
  const geocoder = geocoderOf(deps);
  if (!geocoder || !needsGeocoder(deps, q)) return [];
  // As typed, not folded: streets are found by their own letters. Case and space make no other question.
  const typed = q.trim().replace(/\s+/g, " ").toLowerCase().slice(0, 200);
  const around = near && { lat: near.latitude.toFixed(2), lon: near.longitude.toFixed(2) };
  const key = `${typed}|${around ? `${around.lat},${around.lon}` : ""}`;
  const found = await geocoder.answers.find(
    key,
    async (abort) => {
      try {
        const query = { q: typed, limit: String(MAX_RESULTS), lang: "en", ...around };
        const answer = await geocoder.upstream.ask("/api", query, readPhoton, abort);
        return { answer, cacheMs: KEPT_MS };
      } catch {
        // The upstream has logged the cause; the person who types gets no suggestions.
        return { answer: [], cacheMs: FAILURE_CACHE_MS };
      }
    },
    signal,
  );
  return found ?? [];
}
