/** What the headers depend on; fixed for the life of the server. */
interface SecurityPolicy {
  /** True when the public address is https: browsers are then told to stay on it. */
  https: boolean;
  /** Origin of the operator's analytics script, the only foreign one a page may load from. */
  analyticsOrigin: string | null;
  /** Origins that the map's tiles, fonts and pictures come from, where it isn't this server. */
  mapOrigins: readonly string[];
  /** Origins of the websites that may show the page in a frame; of most pages none. */
  frameAncestors?: readonly string[];
}

/** The headers that every page bears, the content security policy left out. */
export function pageHeaders(policy: Pick<SecurityPolicy, "https">): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "geolocation=(self), camera=(self), microphone=(), payment=(), usb=(), browsing-topics=()",
    "x-frame-options": "DENY",
    ...(policy.https && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

/**
 * The page's content security policy as the text before and after the nonces: join the three parts
 * with the request's nonce.
 */
export function contentSecurityPolicy(policy: SecurityPolicy): string[] {
  const { https, analyticsOrigin, mapOrigins, frameAncestors = [] } = policy;
  const analytics = analyticsOrigin ? ` ${analyticsOrigin}` : "";
  const ancestors = frameAncestors.length > 0 ? frameAncestors.join(" ") : "'none'";
  const map = mapOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'; script-src 'self' 'nonce-",
    `'${analytics}; style-src 'self' 'nonce-`,
    `'; img-src 'self' data: blob:${analytics}${map}; font-src 'self'; ` +
      `connect-src 'self'${analytics}${map}; ` +
      "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; " +
      `frame-ancestors ${ancestors}; object-src 'none'${https ? "; upgrade-insecure-requests" : ""}`,
  ];
}

/**
 * The policy of a script that runs as a worker. A worker obeys the one it was served with, not its
 * page's: the map's fetches tiles and does nothing else.
 */
export function workerSecurityPolicy(mapOrigins: readonly string[]): string {
  return `default-src 'none'; connect-src ${["'self'", ...mapOrigins].join(" ")}; frame-ancestors 'none'`;
}
