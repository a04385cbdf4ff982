import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accepts } from "../server/encodings";
import { workerSecurityPolicy } from "../server/security-headers";

/** What `build.ts` writes beside the assets and the server reads at start. */
export interface AssetManifest {
  /** Changes whenever any asset does. */
  build: string;
  /** True in a build made by `bun run dev`: the page then listens for the next build. */
  development: boolean;
  /** The applications that the pages belong to, by name; `public` has what belongs to no other. */
  areas: Record<string, AreaAssets>;
  /** URLs of the style sheets that every page links, the public ones left out. */
  styles: string[];
  /** URL of what the public pages need of them, which they hold themselves. */
  publicStyle: string;
  /** URLs of what the page for developers loads beside the styles of every page. */
  developers: { script: string; style: string };
  /** URLs of the fonts every page asks for early. */
  fonts: string[];
  /** Route id → URLs of the chunks its lazy view needs beyond those of its area. */
  routes: Record<string, string[]>;
  /** URL → how it can be served. */
  files: Record<string, AssetEntry>;
  /** Names this build's dictionaries. */
  words: string;
}

/** What every page of an area loads. */
export interface AreaAssets {
  /** URL of the script that hydrates the page. */
  entry: string;
  /** URLs of everything the entry imports statically. */
  imports: string[];
  /** Ids of the area's routes directly below the root. */
  topRoutes: string[];
}

/**
 * One asset; the sizes are in bytes, absent where that encoding saves nothing. What has a `br` is kept
 * in that alone; `gzip` is what the smallest gzip of it takes.
 */
export interface AssetEntry {
  type: string;
  size: number;
  br?: number;
  gzip?: number;
}

/** Answers asset requests; `undefined` means that no such asset exists. */
export interface Assets {
  manifest: AssetManifest;
  /** A JSON file of the build. Throws when there is none of that URL. */
  json(url: string): unknown;
  /** A text file of the build. Throws when there is none of that URL. */
  text(url: string): string;
  /** `mapOrigins`: where else than here a worker of the map may fetch from. */
  respond(path: string, request: Request, mapOrigins?: readonly string[]): Response | undefined;
}

/** What the folder of the assets holds, as JSON in zstd. */
export const MANIFEST = "manifest.zst";
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
/** Scripts that run as workers are named so by their packages and by us. */
const workerName = /-worker-[a-z0-9]+\.m?js$/;
/** At the root, so that it answers for every page. */
const SERVICE_WORKER_PATH = "/sw.js";
/** Loaded by other websites: the one asset that they may have. */
const WIDGET_SCRIPT_PATH = "/widget.js";
/** Of gzip, made when it is first asked for: two per cent larger than the smallest, in a tenth of its time. */
const GZIP_LEVEL = 9;

/**
 * Opens the built assets: embedded in the executable, or in `dist/assets` when run from source.
 * Throws when they were not built.
 */
export function openAssets(folder = findFolder()): Assets {
  const manifest: AssetManifest = JSON.parse(
    new TextDecoder().decode(Bun.zstdDecompressSync(readFileSync(join(folder, MANIFEST)))),
  );
  // Read on first use and kept: the executable's first answer doesn't wait for files nobody asked for.
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  const read = (url: string, encoding?: "br" | "gzip"): Uint8Array<ArrayBuffer> => {
    const key = `${encoding} ${url}`;
    const known = bodies.get(key);
    if (known) return known;
    const kept = join(folder, fileName(url));
    // The stylesheet inlined in public pages is kept as it is too: the first page waits for it.
    const isPacked = manifest.files[url]?.br !== undefined && url !== manifest.publicStyle;
    const bytes =
      encoding === "gzip"
        ? Bun.gzipSync(read(url), { library: "libdeflate", level: GZIP_LEVEL })
        : isPacked && encoding === undefined
          ? unpack(read(url, "br"))
          : new Uint8Array(readFileSync(encoding ? `${kept}.br` : kept));
    bodies.set(key, bytes);
    return bytes;
  };
  const parsed = new Map<string, unknown>();
  return {
    manifest,
    text: (url) => new TextDecoder().decode(read(url)),
    json(url) {
      if (!parsed.has(url)) {
        parsed.set(url, JSON.parse(new TextDecoder().decode(read(url))));
      }
      return parsed.get(url);
    },
    respond(path, request, mapOrigins = []) {
      const entry = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
      if (!entry) return undefined;
      const encoding = chooseEncoding(entry, request.headers.get("accept-encoding"));
      const size =
        encoding === "gzip"
          ? read(path, encoding).byteLength
          : ((encoding && entry[encoding]) ?? entry.size);
      const headers: Record<string, string> = {
        "content-type": entry.type,
        "content-length": String(size),
        "cache-control": cachingOf(path),
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "content-security-policy": workerName.test(path)
          ? workerSecurityPolicy(mapOrigins)
          : path === SERVICE_WORKER_PATH
            ? workerSecurityPolicy([])
            : "default-src 'none'; frame-ancestors 'none'",
        "cross-origin-resource-policy":
          path === WIDGET_SCRIPT_PATH ? "cross-origin" : "same-origin",
      };
      if (entry.br !== undefined || entry.gzip !== undefined) headers.vary = "accept-encoding";
      if (encoding) headers["content-encoding"] = encoding;
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(read(path, encoding), { headers });
    },
  };
}

function unpack(brotli: Uint8Array): Uint8Array<ArrayBuffer> {
  // Loaded later, because it loads Node's streams, which a start does not need.
  return new Uint8Array(process.getBuiltinModule("node:zlib").brotliDecompressSync(brotli));
}

/** The name in the folder of the file behind a URL. */
function fileName(url: string): string {
  return url.slice(1).replaceAll("/", "_");
}

/** Of the service worker each visit asks whether there is a newer one. */
function cachingOf(path: string): string {
  if (path === SERVICE_WORKER_PATH) return "no-cache";
  return path.startsWith("/assets/") ? IMMUTABLE_CACHE : "public, max-age=3600";
}

/** The smallest encoding that the asset has and the request accepts. */
function chooseEncoding(entry: AssetEntry, accepted: string | null): "br" | "gzip" | undefined {
  if (entry.br !== undefined && accepts(accepted, "br")) return "br";
  if (entry.gzip !== undefined && accepts(accepted, "gzip")) return "gzip";
  return undefined;
}

function findFolder(): string {
  const folders = Bun.isStandaloneExecutable
    ? [join(import.meta.dir, "assets")]
    : [join(import.meta.dir, "../assets"), join(import.meta.dir, "../../dist/assets")];
  const found = folders.find((folder) => existsSync(join(folder, MANIFEST)));
  if (!found) throw new Error("The client isn't built yet: run `bun run build` first");
  return found;
}
