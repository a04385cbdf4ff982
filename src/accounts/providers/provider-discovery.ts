/** Reads a provider's endpoints and keys from its discovery document, and caches them for an hour. */
import { z } from "zod";
import type { Deps } from "../../deps";
import type { Provider } from "./provider-contract";
import { callProvider } from "./provider-fetch";
import { ProviderRefusal } from "./provider-refusal";
import type { ProviderSettings } from "./provider-settings";

const CACHE_MS = 3_600_000;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
/** The fields that are used of the discovery document. */
export type Discovery = z.infer<typeof Discovery>;

/** A public key of a provider (RFC 7517). Other entries of the set are ignored. */
const Jwk = z.object({
  kty: z.enum(["RSA", "EC"]),
  kid: z.string().optional(),
  use: z.string().optional(),
  alg: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
});
export type Jwk = z.infer<typeof Jwk>;

const JwkSet = z.object({ keys: z.array(z.unknown()).max(100) });

type Cached<T> = { until: number; value: Promise<T> };
type CachedProvider = { discovery?: Cached<Discovery>; keys?: Cached<Jwk[]> };

// One cache for each server, because one process may run several servers with the same routes.
const providerCaches = new WeakMap<Deps, Map<Provider, CachedProvider>>();

function cacheFor(deps: Deps, provider: Provider): CachedProvider {
  const all = providerCaches.get(deps) ?? new Map<Provider, CachedProvider>();
  providerCaches.set(deps, all);
  const providerCache = all.get(provider) ?? {};
  all.set(provider, providerCache);
  return providerCache;
}

/**
 * Returns the provider's discovery document. Throws `ProviderRefusal` if it cannot be loaded or belongs to another
 * issuer.
 */
export function discoverProvider(deps: Deps, settings: ProviderSettings): Promise<Discovery> {
  const cache = cacheFor(deps, settings.provider);
  const now = deps.now();
  if (cache.discovery && isFresh(cache.discovery, now)) return cache.discovery.value;
  const value = fetchDiscovery(settings.issuer);
  const cacheEntry = { until: now + CACHE_MS, value };
  cache.discovery = cacheEntry;
  value.catch(() => {
    if (cache.discovery === cacheEntry) delete cache.discovery;
  });
  return value;
}

/** Returns the provider's keys. `mustRefetch` loads them again, because they may have been replaced within the hour. */
export function signingKeys(
  deps: Deps,
  settings: ProviderSettings,
  { jwks_uri }: Discovery,
  mustRefetch: boolean,
): Promise<Jwk[]> {
  const cache = cacheFor(deps, settings.provider);
  const now = deps.now();
  if (!mustRefetch && cache.keys && isFresh(cache.keys, now)) return cache.keys.value;
  const value = fetchSigningKeys(jwks_uri);
  const cacheEntry = { until: now + CACHE_MS, value };
  cache.keys = cacheEntry;
  value.catch(() => {
    if (cache.keys === cacheEntry) delete cache.keys;
  });
  return value;
}

/** Returns whether a cache entry is current. Setting the clock back does not extend it. */
function isFresh({ until }: { until: number }, now: number): boolean {
  return now < until && until - now <= CACHE_MS;
}

async function fetchDiscovery(issuer: string): Promise<Discovery> {
  const { ok, answer } = await callProvider(
    `${withoutTrailingSlash(issuer)}/.well-known/openid-configuration`,
  );
  const parsed = ok ? Discovery.safeParse(answer) : null;
  if (!parsed?.success)
    throw new ProviderRefusal("unreachable", `${issuer} has no discovery document.`);
  const discoveryDocument = parsed.data;
  if (withoutTrailingSlash(discoveryDocument.issuer) !== withoutTrailingSlash(issuer))
    throw new ProviderRefusal(
      "refused",
      `The discovery document of ${issuer} names another issuer.`,
    );
  const endpoints = [
    discoveryDocument.authorization_endpoint,
    discoveryDocument.token_endpoint,
    discoveryDocument.jwks_uri,
  ];
  // Answers without https could be forged, so an https issuer must not name such addresses.
  if (new URL(issuer).protocol === "https:" && endpoints.some((url) => !/^https:/i.test(url)))
    throw new ProviderRefusal(
      "refused",
      `The discovery document of ${issuer} has an address without https.`,
    );
  return discoveryDocument;
}

async function fetchSigningKeys(url: string): Promise<Jwk[]> {
  const { ok, answer } = await callProvider(url);
  const parsed = ok ? JwkSet.safeParse(answer) : null;
  if (!parsed?.success) throw new ProviderRefusal("unreachable", `${url} has no signing keys.`);
  return parsed.data.keys.flatMap((key) => {
    const read = Jwk.safeParse(key);
    return read.success ? [read.data] : [];
  });
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/$/, "");
}
