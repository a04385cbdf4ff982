/** The facts that the headers depend on. They do not change while the server runs. */
interface SecurityPolicy {
  /** Whether the public address is https. Browsers then use only https. */
  https: boolean;
  /** The origin of the operator's analytics script, the only foreign script that a page may load. */
  analyticsOrigin: string | null;
  /** The origins of the map's tiles, fonts and pictures, other than this server. */
  mapOrigins: readonly string[];
  /** The origins of the websites that may show the page in a frame. Most pages have none. */
  frameAncestors?: readonly string[];
}

/** Returns the headers of every page, except the content security policy. */
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

/** Returns the page's content security policy in three parts. Join them with the request's nonce. */
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
 * Returns the policy of a script that runs as a worker. A worker follows the policy that it was served with, not that
 * of its page. The map's worker may fetch only tiles.
 */
export function workerSecurityPolicy(mapOrigins: readonly string[]): string {
  return `default-src 'none'; connect-src ${["'self'", ...mapOrigins].join(" ")}; frame-ancestors 'none'`;
}
