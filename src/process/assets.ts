import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptsEncoding } from "../server/encodings";
import { workerSecurityPolicy } from "../server/security-headers";

/** The manifest that `build.ts` writes beside the assets and the server reads at start. */
export interface AssetManifest {
  /** An id that changes whenever an asset changes. */
  build: string;
  /** Whether `bun run dev` made the build. The page then listens for the next build. */
  development: boolean;
  /** The client of each area, by name. `public` has the pages that are in no other area. */
  areas: Record<string, AreaAssets>;
  /** URLs of the style sheets that pages link, except public pages. */
  styles: string[];
  /** URL of the style sheet that public pages contain. */
  publicStyle: string;
  /** URLs that the page for developers loads in addition to the styles of every page. */
  developers: { script: string; style: string };
  /** URLs of the fonts that every page preloads. */
  fonts: string[];
  /** Route id → URLs of the chunks that its lazy view needs in addition to those of its area. */
  routes: Record<string, string[]>;
  /** URL → the encodings in which the file can be served. */
  files: Record<string, AssetEntry>;
  /** The version of this build's dictionaries. */
  words: string;
}

/** The files that every page of an area loads. */
export interface AreaAssets {
  /** URL of the script that hydrates the page. */
  entry: string;
  /** URLs of everything the entry imports statically. */
  imports: string[];
  /** Ids of the area's routes directly below the root. */
  topRoutes: string[];
}

/**
 * One asset; sizes are in bytes. A size is absent if that encoding saves nothing. An asset with `br` is stored
 * only as Brotli; `gzip` is the size of its smallest gzip.
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
  /** Returns a JSON file of the build. Throws if there is no such URL. */
  json(url: string): unknown;
  /** Returns a text file of the build. Throws if there is no such URL. */
  text(url: string): string;
  /** Answers a request for an asset. `mapOrigins` are other origins from which the map's worker may fetch. */
  respond(path: string, request: Request, mapOrigins?: readonly string[]): Response | undefined;
}

/** The name of the manifest in the folder of the assets: JSON, compressed with zstd. */
export const MANIFEST_FILE_NAME = "manifest.zst";
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
/** The names of scripts that run as workers, both of packages and of Livery. */
const workerNamePattern = /-worker-[a-z0-9]+\.m?js$/;
/** The service worker is at the root, so that it applies to every page. */
const SERVICE_WORKER_PATH = "/sw.js";
/** The only asset that other websites may load. */
const WIDGET_SCRIPT_PATH = "/widget.js";
/**
 * The level of a gzip copy that is made on first request: two per cent larger than the smallest, in a tenth of
 * its time.
 */
const GZIP_LEVEL = 9;

/**
 * Opens the built assets: embedded in the executable, or in `dist/assets` when run from source. Throws if they were not
 * built.
 */
export function openAssets(folder = findFolder()): Assets {
  const manifest: AssetManifest = JSON.parse(
    new TextDecoder().decode(
      Bun.zstdDecompressSync(readFileSync(join(folder, MANIFEST_FILE_NAME))),
    ),
  );
  // Files are read on first use and then cached, so that the first answer doesn't wait for files that nobody requested.
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  const read = (url: string, encoding?: "br" | "gzip"): Uint8Array<ArrayBuffer> => {
    const key = `${encoding} ${url}`;
    const cachedBody = bodies.get(key);
    if (cachedBody) return cachedBody;
    const filePath = join(folder, fileName(url));
    // The style sheet of public pages is also kept uncompressed, because the first page needs it.
    const isPacked = manifest.files[url]?.br !== undefined && url !== manifest.publicStyle;
    const bytes =
      encoding === "gzip"
        ? Bun.gzipSync(read(url), { library: "libdeflate", level: GZIP_LEVEL })
        : isPacked && encoding === undefined
          ? unpack(read(url, "br"))
          : new Uint8Array(readFileSync(encoding ? `${filePath}.br` : filePath));
    bodies.set(key, bytes);
    return bytes;
  };
  const parsedFiles = new Map<string, unknown>();
  return {
    manifest,
    text: (url) => new TextDecoder().decode(read(url)),
    json(url) {
      if (!parsedFiles.has(url)) {
        parsedFiles.set(url, JSON.parse(new TextDecoder().decode(read(url))));
      }
      return parsedFiles.get(url);
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
        "cache-control": cacheControlOf(path),
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "content-security-policy": workerNamePattern.test(path)
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
  // Loaded on first use, because it loads Node's streams, which a start does not need.
  return new Uint8Array(process.getBuiltinModule("node:zlib").brotliDecompressSync(brotli));
}

/** Returns the name of a URL's file in the folder. */
function fileName(url: string): string {
  return url.slice(1).replaceAll("/", "_");
}

/**
 * Returns the cache header of a path. The service worker isn't cached, because browsers check at each visit for a newer
 * one.
 */
function cacheControlOf(path: string): string {
  if (path === SERVICE_WORKER_PATH) return "no-cache";
  return path.startsWith("/assets/") ? IMMUTABLE_CACHE : "public, max-age=3600";
}

/** Returns the smallest encoding that the asset has and the request accepts. */
function chooseEncoding(entry: AssetEntry, accepted: string | null): "br" | "gzip" | undefined {
  if (entry.br !== undefined && acceptsEncoding(accepted, "br")) return "br";
  if (entry.gzip !== undefined && acceptsEncoding(accepted, "gzip")) return "gzip";
  return undefined;
}

function findFolder(): string {
  const folders = Bun.isStandaloneExecutable
    ? [join(import.meta.dir, "assets")]
    : [join(import.meta.dir, "../assets"), join(import.meta.dir, "../../dist/assets")];
  const assetsFolder = folders.find((folder) => existsSync(join(folder, MANIFEST_FILE_NAME)));
  if (!assetsFolder) throw new Error("The client isn't built yet: run `bun run build` first");
  return assetsFolder;
}
