/** The rules of which file may import which, as a function of the sources: path from the root → text. */
import { dirname, join, normalize } from "node:path";

/** The slices in the order of their imports: each may import those before it. */
export const slices = [
  "audit",
  "settings",
  "payment-providers",
  "flight-providers",
  "maps",
  "notifications",
  "webhooks",
  "files",
  "accounts",
  "documents",
  "vehicles",
  "drivers",
  "zones",
  "availability",
  "places",
  "routing",
  "streets",
  "fares",
  "companies",
  "reservations",
  "dispatch",
  "auto-dispatch",
  "flights",
  "invoices",
  "payments",
  "quotes",
  "payouts",
  "tracking",
  "calendars",
  "affiliates",
  "partner",
  "reports",
  "messages",
  "property",
  "incidents",
  "content",
  "contact",
  "desk",
  "riders",
  "site",
  "privacy",
  "backup",
  "imports",
  "status",
];

/** The files of the server that every slice may import, besides all of `src/formats`. */
const sharedServerFiles = [
  "server/addresses",
  "errors",
  "rows",
  "deps",
  "process/keys",
  "live-events",
  "config",
  "server/upstream",
  "server/encodings",
  "process/folder-owner",
  "process/start-error",
  "server/response-cache",
  "server/encoded-response",
  "process/recent-log-lines",
  "server/tally",
  "process/version",
];

/**
 * Folders of `src` that are not slices. The demo and the pages may import all slices, but slices may not import them.
 */
export const folderGroups = ["demo", "formats", "pages", "process", "server"];

/**
 * The layers of the client, from the bottom up. A folder of `client` may import the layers before its own, but no other
 * folder of the same layer. Files directly in `client` belong to `ground`, except those named here.
 */
export const clientLayers: readonly (readonly string[])[] = [
  ["words", "files"],
  ["ground"],
  ["ui"],
  ["error-pages", "forms"],
  // Shared parts for riders, drivers, dispatch and the public site. Each may import those before it.
  ["map"],
  ["phone-input"],
  ["sign-in"],
  ["pwa"],
  ["messages"],
  ["availability"],
  ["repeating"],
  ["calendars"],
  ["booking"],
  // Shared parts of the back office.
  ["office"],
  ["live-map"],
  ["trip-acts"],
  ["opening"],
  // Areas.
  [
    "applications",
    "audit",
    "billing",
    "board",
    "affiliates",
    "companies",
    "contact",
    "developers",
    "driving",
    "fees",
    "fleet",
    "flights",
    "imports",
    "incidents",
    "outbox",
    "palette",
    "phone-booking",
    "places",
    "property",
    "reports",
    "rider-desk",
    "riders",
    "settings",
    "site",
    "staff",
    "status",
    "tracking",
    "trip-desk",
    "unpaid",
    "website",
    "widget",
    "zones",
  ],
  ["routes"],
  ["routeTree.gen"],
  ["router"],
  ["entry", "shared-page"],
];

/** The languages, which columns of the database and screens share. */
const languagesContract = "src/settings/languages/languages-contract";

/** Packages that run anywhere and do no I/O. */
const browserSafePackage = /^(?:zod|libphonenumber-js(?:\/.*)?)$/;

/** Packages that exist only on a server. */
const serverOnlyPackage =
  /^(?:node:.*|bun(?::.*)?|drizzle-orm(?:\/.*)?|hono(?!\/client$)(?:\/.*)?|@hono\/.*|hono-openapi|nodemailer|harfbuzzjs|otpauth|arctic|stripe|prom-client|web-push|@logtape\/.*|react-dom\/server)$/;

const forbiddenNames = /(?:^|[/-])(?:utils?|helpers?|common|managers?|services?|misc)(?:\.|\/|$)/;
/** The address of a route is the name of its file, and visitors read `/services`. */
const prescribedName = /^client\/routes\/services\./;

/** One import of a file. */
interface Import {
  /** The specifier as written, or for a file of this project its path from the root without extension. */
  target: string;
  /** Whether the target is a file of this project, not a package. */
  isOwn: boolean;
  isTypeOnly: boolean;
  names: string;
}

const statement =
  /^(?:import|export)\s+(?:(type)\s+)?((?:[\w*{}\s,$]+?)\s+from\s+)?["']([^"'\n]+)["']/gm;
const dynamicImport = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Returns every import, export-from and `import()` of a source. */
export function importsOf(path: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean, names: string) => {
    const isOwn = specifier.startsWith(".");
    const target = isOwn
      ? normalize(join(dirname(path), specifier)).replace(/\.tsx?$/, "")
      : specifier;
    found.push({ target, isOwn, isTypeOnly, names });
  };
  for (const [, type, names = "", specifier = ""] of source.matchAll(statement)) {
    add(specifier, type === "type", names);
  }
  for (const [, specifier = ""] of source.matchAll(dynamicImport)) add(specifier, false, "");
  return found;
}

type Kind = "contract" | "rules" | "queries" | "actions" | "routes" | "other";

/** Returns the slice and the kind of a file under `src/<slice>`. The kind of `session-queries` is `queries`. */
function placeOf(path: string): { slice: string; kind: Kind } | undefined {
  const [, slice, name] = /^src\/([^/]+)\/(?:.*\/)?([^/]+?)(?:\.tsx?)?$/.exec(path) ?? [];
  if (!slice || !name || folderGroups.includes(slice)) return undefined;
  const kind = /(?:^|-)(contract|rules|queries|actions|routes)(?:\.gen)?$/.exec(name)?.[1] as Kind;
  return { slice, kind: kind ?? "other" };
}

/** Returns every breach of the import rules in `sources`, one sentence each. Empty if there is none. */
export function importViolations(sources: Map<string, string>): string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    const imports = importsOf(path, source);
    const reportViolation = (what: string) => found.push(`${path}: ${what}`);
    if (forbiddenNames.test(path) && !prescribedName.test(path)) {
      reportViolation("its name says nothing about what it is");
    }
    if (isBarrel(source)) reportViolation("it only hands on what other files export");
    if (path !== "src/config.ts" && readsEnvironment(path, source)) {
      reportViolation("only src/config.ts reads the environment");
    }
    const place = placeOf(path);
    for (const imported of imports) {
      const reason = refusal(path, place, imported, sources);
      if (reason) reportViolation(`imports ${imported.target}: ${reason}`);
    }
    if (path.startsWith("client/") && layerOf(groupOf(path)) < 0) {
      reportViolation(`${groupOf(path)} has no place among the layers of the client`);
    }
    if (place?.kind === "rules" && /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/.test(source)) {
      reportViolation("rules are handed the time and have no luck of their own");
    }
  }
  for (const circle of importCycles(sources)) {
    found.push(`${circle[0]}: imports itself by ${circle.slice(1).join(", ")}`);
  }
  return found;
}

/**
 * Returns the folder of `client` that contains a file or the target of an import. For a file directly in `client`,
 * returns its name if it has a layer, otherwise `ground`.
 */
function groupOf(target: string): string {
  const [, name = "", rest] = /^client\/([^/]+?)(\/.*|\.tsx?)?$/.exec(target) ?? [];
  return rest?.startsWith("/") || layerOf(name) >= 0 ? name : "ground";
}

const layerOf = (group: string) => clientLayers.findIndex((layer) => layer.includes(group));

/**
 * Returns import cycles, including those of type imports: one cycle, as a list of paths, for each group of files that
 * import each other.
 */
export function importCycles(sources: Map<string, string>): string[][] {
  const paths = new Map([...sources.keys()].map((path) => [path.replace(/\.tsx?$/, ""), path]));
  const known = new Map<string, string[]>();
  for (const [path, source] of sources) {
    const targets = importsOf(path, source).map(({ target }) => paths.get(target) ?? "");
    known.set(
      path,
      [...new Set(targets)].filter((target) => target !== "" && target !== path),
    );
  }
  const found: string[][] = [];
  const done = new Set<string>();
  for (const start of [...sources.keys()].toSorted()) {
    if (done.has(start)) continue;
    const way = returnTrip(start, known);
    if (way) found.push(way);
    for (const path of way ?? [start]) done.add(path);
  }
  return found;
}

/** Returns the shortest chain of imports from a file back to itself, or null if there is none. */
function returnTrip(start: string, known: Map<string, string[]>): string[] | null {
  const from = new Map<string, string>();
  const next = [start];
  for (const path of next) {
    for (const target of known.get(path) ?? []) {
      if (target === start) {
        const way = [path];
        for (let at = path; at !== start; way.unshift(at)) at = from.get(at) ?? start;
        return way;
      }
      if (from.has(target)) continue;
      from.set(target, path);
      next.push(target);
    }
  }
  return null;
}

function refusal(
  path: string,
  place: ReturnType<typeof placeOf>,
  imported: Import,
  sources: Map<string, string>,
): string | undefined {
  const { target, isOwn } = imported;
  if (path.startsWith("client/")) return refusalInClient(path, imported, sources);
  if (path.startsWith("db/")) {
    if (!isOwn || target.startsWith("db/") || target === languagesContract) return undefined;
    return "db knows neither src nor client";
  }
  if (path.startsWith("languages/"))
    return isKnownToLanguages(path, imported)
      ? undefined
      : "a language knows its own folder, and what it must have";
  if (!path.startsWith("src/")) return undefined;
  if (isOwn && target.startsWith("languages/"))
    return path.endsWith(".gen.ts") ? undefined : "the tables of languages are made";
  if (isOwn && target.startsWith("client/") && !path.startsWith("src/pages/")) {
    return "only src/pages imports the client";
  }
  if (isOwn && target === "src/main") return "nobody imports the command line";
  if (path === "src/app.ts" && placeOf(target)) {
    return /^src\/[^/]+\/routes$/.test(target)
      ? undefined
      : "app.ts mounts the routes.ts of slices";
  }
  if (!place) return undefined;
  if (!slices.includes(place.slice)) return `${place.slice} is no slice with a place in the order`;
  return refusalInSlice(place, imported, sources);
}

const isKnownToLanguages = (path: string, { target, isOwn }: Import) =>
  isOwn &&
  (dirname(target) === dirname(path) ||
    /^src\/(?:settings\/languages|notifications\/words)\//.test(target));

function refusalInClient(
  path: string,
  { target, isOwn, isTypeOnly }: Import,
  sources: Map<string, string>,
) {
  if (!isOwn) return serverOnlyPackage.test(target) ? "the browser has no such package" : undefined;
  if (target === "package.json") return undefined;
  if (target.startsWith("client/")) {
    const [room, other] = [groupOf(path), groupOf(target)];
    if (room === other || layerOf(other) < layerOf(room)) return undefined;
    return `${room} lies ${layerOf(other) === layerOf(room) ? "beside" : "below"} ${other}`;
  }
  if (target === "src/app") return isTypeOnly ? undefined : "only its type, App";
  if (isBrowserSafe(target, sources)) return undefined;
  return "the client knows contracts, rules and the type App";
}

function refusalInSlice(
  { slice, kind }: { slice: string; kind: Kind },
  { target, isOwn }: Import,
  sources: Map<string, string>,
): string | undefined {
  if (kind === "contract" || kind === "rules") {
    if (!isOwn)
      return browserSafePackage.test(target) ? undefined : `${kind} must run in a browser`;
    const other = placeOf(target);
    if (other?.kind === "contract") return undefined;
    if (kind === "rules" && isBrowserSafe(target, sources)) return undefined;
    return kind === "contract" ? "a contract knows contracts" : "rules know contracts and rules";
  }
  if (!isOwn) return undefined;
  if (target.startsWith("db/") || target === "package.json") {
    return kind === "routes" ? "routes speak HTTP only" : undefined;
  }
  const other = placeOf(target);
  if (!other) {
    const name = target.replace(/^src\//, "");
    if (sharedServerFiles.includes(name) || name.startsWith("formats/")) return undefined;
    if (kind === "routes")
      return [
        "server/calls",
        "server/http",
        "server/streams",
        "server/cookies",
        "server/multipart",
        "server/received-forms",
        "server/uploads",
        "server/file-answer",
      ].includes(name)
        ? undefined
        : "routes know their slice and http";
    return "slices know the plumbing only";
  }
  if (other.kind === "routes" && !(kind === "routes" && other.slice === slice)) {
    return "routes are mounted by routes.ts of their slice, and those by app.ts";
  }
  if (other.kind === "contract" || other.slice === slice) return undefined;
  if (kind === "routes") return "routes know their own slice";
  return slices.indexOf(other.slice) < slices.indexOf(slice)
    ? undefined
    : `${slice} comes before ${other.slice}`;
}

/**
 * Whether a file can run in a browser: a contract, rules, or another file of a slice whose imports can all run there.
 */
function isBrowserSafe(
  target: string,
  sources: Map<string, string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(target)) return true;
  seen.add(target);
  const place = placeOf(target);
  if (!place || !["contract", "rules", "other"].includes(place.kind)) return false;
  const path = [`${target}.ts`, `${target}.tsx`].find((name) => sources.has(name));
  if (!path) return false;
  return importsOf(path, sources.get(path) ?? "").every(({ target, isOwn }) =>
    isOwn ? isBrowserSafe(target, sources, seen) : browserSafePackage.test(target),
  );
}

function readsEnvironment(path: string, source: string): boolean {
  // The bundler replaces `process.env.NODE_ENV`, so the page reads no environment when it runs.
  const text = path.startsWith("client/") ? source.replaceAll("process.env.NODE_ENV", "") : source;
  return /\bprocess\.env\b|\bBun\.env\b/.test(text);
}

function isBarrel(source: string): boolean {
  const lines = source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    .split(";")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length > 0 && lines.every((line) => /^export\s[\s\S]*\sfrom\s/.test(line));
}
