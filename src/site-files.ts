/**
 * The few files whose content depends on the operator; `undefined` for any other path. `accentCss`
 * makes a style sheet from a colour `#rrggbb`.
 */
export function siteFile(
  path: string,
  brand: string,
  accentCss: (colour: string) => string,
): Response | undefined {
  if (path === "/manifest.webmanifest")
    return file("application/manifest+json", webManifest(brand));
  if (path === "/robots.txt") return file("text/plain; charset=utf-8", robots);
  const accent = accentSheet.exec(path)?.[1];
  return accent ? file("text/css; charset=utf-8", accentCss(`#${accent}`), forever) : undefined;
}

/** The operator's colour as a style sheet of its own: the same for ever under one address. */
const accentSheet = /^\/assets\/accent-([0-9a-f]{6})\.css$/;
const forever = "public, max-age=31536000, immutable";

function webManifest(brand: string): string {
  return JSON.stringify({
    name: brand,
    short_name: brand,
    start_url: "/",
    scope: "/",
    display: "standalone",
    icons: [{ src: "/favicon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" }],
  });
}

const robots = "User-agent: *\nDisallow: /backend/\nDisallow: /dispatch\nDisallow: /driver/\n";

function file(type: string, text: string, cacheControl = "public, max-age=3600"): Response {
  return new Response(text, {
    headers: {
      "content-type": type,
      "content-length": String(Buffer.byteLength(text)),
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
