import { drawIcon, iconFile, type IconShape, iconSvg } from "./icons";
import { robotsTxt } from "../site/sitemap-rules";

/** The size of a page's preview picture for social networks: nearly two to one. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The facts for the files. */
interface Site {
  brand: string;
  /** The origin of the site: `https://rides.example.com`. */
  origin: string;
  /** The operator's colour; null for the default one. */
  accent: string | null;
}

/** The colours and styles of the client. They are passed in, because only the pages know the client. */
export interface ClientPaint {
  /** Returns a style sheet for a colour `#rrggbb`. */
  accentCss: (colour: string) => string;
  /** Returns the ground and ink of the mark for a colour, or for the default one. */
  mark: (accent: string | null) => { ground: string; ink: string };
  /** The page's own ground in the light theme. */
  surface: string;
}

/** Returns the files whose content depends on the operator; `undefined` for any other path. */
export function siteFile(path: string, site: Site, paint: ClientPaint): Response | undefined {
  if (path === "/manifest.webmanifest") return manifest(riderManifest(site, paint));
  if (path === "/driver.webmanifest") return manifest(driverManifest(site, paint));
  if (path === "/robots.txt") return file("text/plain; charset=utf-8", robotsTxt(site.origin));
  if (path === "/favicon.svg") {
    const { ground, ink } = paint.mark(site.accent);
    return file("image/svg+xml", iconSvg(ground, ink));
  }
  if (path === "/favicon.ico") return file("image/x-icon", icon(path, site, paint));
  if (Object.hasOwn(icons, path)) return file("image/png", icon(path, site, paint));
  const accent = accentStylesheetPattern.exec(path)?.[1];
  return accent
    ? file("text/css; charset=utf-8", paint.accentCss(`#${accent}`), IMMUTABLE_CACHE)
    : undefined;
}

/** The style sheet of the operator's colour. Its content never changes at a URL. */
const accentStylesheetPattern = /^\/assets\/accent-([0-9a-f]{6})\.css$/;
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";

const icons: Record<string, [size: number, shape: IconShape]> = {
  "/icons/192.png": [192, "tile"],
  "/icons/512.png": [512, "tile"],
  "/icons/maskable.png": [512, "full"],
  // Apple's systems cut the corners themselves.
  "/icons/apple.png": [180, "full"],
  // The small icon of a notification: phones only use its shape.
  "/icons/badge.png": [96, "badge"],
};

const drawnIcons = new Map<string, Uint8Array>();

function icon(path: string, { accent }: Site, paint: ClientPaint): Uint8Array {
  const key = `${path} ${accent}`;
  const cachedIcon = drawnIcons.get(key);
  if (cachedIcon) return cachedIcon;
  const { ground, ink } = paint.mark(accent);
  const [size, shape] = icons[path] ?? [0, "tile"];
  const bytes = size === 0 ? iconFile(ground, ink) : drawIcon(size, shape, ground, ink);
  // The limit is small, because an operator tries some colours and then keeps one.
  if (drawnIcons.size >= 4 * (Object.keys(icons).length + 1)) drawnIcons.clear();
  drawnIcons.set(key, bytes);
  return bytes;
}

/** Returns what the manifests of both apps share. The URLs of icons change with the colour. */
function appearance({ accent }: Site, paint: ClientPaint) {
  const colour = paint.mark(accent).ground.slice(1);
  const png = (name: string, sizes: string, purpose: string) => ({
    src: `/icons/${name}.png?${colour}`,
    type: "image/png",
    sizes,
    purpose,
  });
  return {
    display: "standalone",
    lang: "en",
    dir: "ltr",
    background_color: paint.surface,
    theme_color: paint.surface,
    icons: [
      png("192", "192x192", "any"),
      png("512", "512x512", "any"),
      png("maskable", "512x512", "maskable"),
    ],
  };
}

function riderManifest(site: Site, paint: ClientPaint) {
  const shortcutIcons = [{ src: "/icons/192.png", type: "image/png", sizes: "192x192" }];
  return {
    id: "/",
    name: site.brand,
    short_name: site.brand,
    description: "Book a ride, follow your driver, find your receipts.",
    start_url: "/booking",
    scope: "/",
    ...appearance(site, paint),
    shortcuts: [
      { name: "Book a ride", short_name: "Book", url: "/booking", icons: shortcutIcons },
      { name: "My trips", short_name: "Trips", url: "/trips", icons: shortcutIcons },
    ],
  };
}

function driverManifest(site: Site, paint: ClientPaint) {
  return {
    id: "/driver/dashboard",
    name: `${site.brand} Driver`,
    short_name: `${site.brand} Driver`,
    description: "Your rides, step by step.",
    start_url: "/driver/dashboard",
    scope: "/driver/",
    ...appearance(site, paint),
    shortcuts: [{ name: "Today’s rides", url: "/driver/dashboard/requests/today" }],
  };
}

function manifest(content: object): Response {
  return file("application/manifest+json", JSON.stringify(content));
}

/** Returns an answer with a whole file that runs no scripts. */
export function file(
  type: string,
  content: string | Uint8Array,
  cacheControl = "public, max-age=3600",
): Response {
  return new Response(content as Uint8Array<ArrayBuffer>, {
    headers: {
      "content-type": type,
      "content-length": String(Buffer.byteLength(content)),
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
