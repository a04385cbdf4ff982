/** The rules of who may import whom, as a function of the sources: path from the root → text. */
import { dirname, join, normalize } from "node:path";

/** The slices in the order in which they may know each other: each knows those before it. */
export const slices = [
  "audit",
  "settings",
  "maps",
  "notifications",
  "files",
  "accounts",
  "documents",
  "vehicles",
  "drivers",
  "zones",
  "availability",
  "places",
  "routing",
  "fares",
  "companies",
  "reservations",
  "dispatch",
  "auto-dispatch",
  "invoices",
  "payouts",
  "tracking",
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
  "status",
];

/** What every slice may use of the server around it, besides all of `src/formats`. */
const plumbing = [
  "server/addresses",
  "errors",
  "rows",
  "deps",
  "process/keys",
  "live",
  "config",
  "server/upstream",
  "server/encodings",
  "process/folder-owner",
  "server/kept-answers",
  "server/kept-bytes",
  "process/recent-lines",
  "server/tally",
  "process/version",
];

/** Folders of `src` that are no slice. The demo and the pages know all slices; of the others slices know the plumbing. */
export const rooms = ["demo", "formats", "pages", "process", "server"];

/** Packages that run anywhere and do no I/O. */
const browserSafe = /^(?:zod|libphonenumber-js(?:\/.*)?)$/;

/** Packages that only a server has. */
const serverOnly =
  /^(?:node:.*|bun(?::.*)?|drizzle-orm(?:\/.*)?|hono(?!\/client$)(?:\/.*)?|@hono\/.*|hono-openapi|nodemailer|harfbuzzjs|otpauth|arctic|prom-client|web-push|@logtape\/.*|react-dom\/server)$/;

const forbiddenNames = /(?:^|[/-])(?:utils?|helpers?|common|managers?|services?|misc)(?:\.|\/|$)/;
/** The address of a route is the name of its file, and `/services` is what visitors read. */
const specifiedName = /^client\/routes\/services\./;

/** One import of a file. */
interface Import {
  /** The specifier as written, or for a file of ours its path from the root without extension. */
  target: string;
  /** A file of ours, not a package. */
  own: boolean;
  typeOnly: boolean;
  names: string;
}

const statement =
  /^(?:import|export)\s+(?:(type)\s+)?((?:[\w*{}\s,$]+?)\s+from\s+)?["']([^"'\n]+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Every import, export-from and `import()` of a source. */
export function importsOf(path: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, names: string) => {
    const own = specifier.startsWith(".");
    const target = own
      ? normalize(join(dirname(path), specifier)).replace(/\.tsx?$/, "")
      : specifier;
    found.push({ target, own, typeOnly, names });
  };
  for (const [, type, names = "", specifier = ""] of source.matchAll(statement)) {
    add(specifier, type === "type", names);
  }
  for (const [, specifier = ""] of source.matchAll(dynamic)) add(specifier, false, "");
  return found;
}

type Kind = "contract" | "rules" | "queries" | "actions" | "routes" | "other";

/** The slice and the kind of a file under `src/<slice>`; `session-queries` is of kind queries. */
function placeOf(path: string): { slice: string; kind: Kind } | undefined {
  const [, slice, name] = /^src\/([^/]+)\/(?:.*\/)?([^/]+?)(?:\.tsx?)?$/.exec(path) ?? [];
  if (!slice || !name || rooms.includes(slice)) return undefined;
  const kind = /(?:^|-)(contract|rules|queries|actions|routes)$/.exec(name)?.[1] as Kind;
  return { slice, kind: kind ?? "other" };
}

/** Every breach of the rules among `sources`, a sentence each. Empty when the house is in order. */
export function breaches(sources: Map<string, string>): string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    const imports = importsOf(path, source);
    const complain = (what: string) => found.push(`${path}: ${what}`);
    if (forbiddenNames.test(path) && !specifiedName.test(path)) {
      complain("its name says nothing about what it is");
    }
    if (isBarrel(source)) complain("it only hands on what other files export");
    if (path !== "src/config.ts" && readsEnvironment(path, source)) {
      complain("only src/config.ts reads the environment");
    }
    const place = placeOf(path);
    for (const imported of imports) {
      const reason = refusal(path, place, imported, sources);
      if (reason) complain(`imports ${imported.target}: ${reason}`);
    }
    if (path === "src/deps.ts" && reaches("src/deps", "src/deps", sources)) {
      complain("what is handed to all slices knows what is handed to them");
    }
    if (place?.kind === "rules" && /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/.test(source)) {
      complain("rules are handed the time and have no luck of their own");
    }
  }
  return found;
}

function refusal(
  path: string,
  place: ReturnType<typeof placeOf>,
  imported: Import,
  sources: Map<string, string>,
): string | undefined {
  const { target, own } = imported;
  if (path.startsWith("client/")) return refusalInClient(imported, sources);
  if (path.startsWith("db/")) {
    return own && !target.startsWith("db/") ? "db knows neither src nor client" : undefined;
  }
  if (!path.startsWith("src/")) return undefined;
  if (own && target.startsWith("client/") && !path.startsWith("src/pages/")) {
    return "only src/pages imports the client";
  }
  if (own && target === "src/main") return "nobody imports the command line";
  if (path === "src/app.ts" && placeOf(target)) {
    return /^src\/[^/]+\/routes$/.test(target)
      ? undefined
      : "app.ts mounts the routes.ts of slices";
  }
  if (!place) return undefined;
  if (!slices.includes(place.slice)) return `${place.slice} is no slice with a place in the order`;
  return refusalInSlice(place, imported, sources);
}

function refusalInClient({ target, own, typeOnly }: Import, sources: Map<string, string>) {
  if (!own) return serverOnly.test(target) ? "the browser has no such package" : undefined;
  if (target.startsWith("client/") || target === "package.json") return undefined;
  if (target === "src/app") return typeOnly ? undefined : "only its type, App";
  if (isBrowserSafe(target, sources)) return undefined;
  return "the client knows contracts, rules and the type App";
}

function refusalInSlice(
  { slice, kind }: { slice: string; kind: Kind },
  { target, own }: Import,
  sources: Map<string, string>,
): string | undefined {
  if (kind === "contract" || kind === "rules") {
    if (!own) return browserSafe.test(target) ? undefined : `${kind} must run in a browser`;
    const other = placeOf(target);
    if (other?.kind === "contract") return undefined;
    if (kind === "rules" && isBrowserSafe(target, sources)) return undefined;
    return kind === "contract" ? "a contract knows contracts" : "rules know contracts and rules";
  }
  if (!own) return undefined;
  if (target.startsWith("db/") || target === "package.json") {
    return kind === "routes" ? "routes speak HTTP only" : undefined;
  }
  const other = placeOf(target);
  if (!other) {
    const name = target.replace(/^src\//, "");
    if (plumbing.includes(name) || name.startsWith("formats/")) return undefined;
    if (kind === "routes")
      return [
        "server/calls",
        "server/http",
        "server/streams",
        "server/cookies",
        "server/multipart",
        "server/received",
        "server/uploads",
        "server/photo-answer",
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

/** A contract, rules, or a file beside them that reaches nothing a browser lacks. */
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
  return importsOf(path, sources.get(path) ?? "").every(({ target, own }) =>
    own ? isBrowserSafe(target, sources, seen) : browserSafe.test(target),
  );
}

/** Whether the imports of a file, and theirs, lead to another. */
function reaches(
  from: string,
  wanted: string,
  sources: Map<string, string>,
  seen = new Set<string>(),
): boolean {
  const path = [`${from}.ts`, `${from}.tsx`].find((name) => sources.has(name));
  if (!path) return false;
  return importsOf(path, sources.get(path) ?? "").some(({ target, own }) => {
    if (!own || seen.has(target)) return false;
    seen.add(target);
    return target === wanted || reaches(target, wanted, sources, seen);
  });
}

function readsEnvironment(path: string, source: string): boolean {
  // The bundler replaces this one; nothing is read when the page runs.
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
