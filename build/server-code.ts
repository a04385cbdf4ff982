import type { BuildMetafile, BunPlugin } from "bun";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import lucide from "lucide-react/package.json";
import { EMBEDDED, LAZY_INDEX, LAZY_SCHEME, type LazyFiles } from "../src/process/lazy-code";
import { LICENCES_FILE } from "../src/process/licences";
import { defaultTexts } from "../src/content/default-texts";
import { packedCountries } from "../src/settings/country-table";
import { lazyShapes } from "./lazy-shapes";
import { licencesOf, noticeOf } from "./licences";
import { type BundledPackage, packagesInside } from "./sbom";

/** The server as the executable carries it. */
export interface ServerCode {
  /** Paths of the scripts that are there from the start, `main.js` first. */
  early: string[];
  /** Files and folders that lie beside them. */
  beside: string[];
  /** All packages that it and the client were made of. */
  packages: BundledPackage[];
}

/** What a start needs, and with it the home page; each with all that it imports statically. */
const earlyModules = ["src/main.ts", "client/routes/index.lazy.tsx"];
/** Modules that import this one name parts of public pages, which are rendered with the first page. */
const lazyServed = "client/lazy-served.tsx";

/** Bytes of code in a pack, before compression: what is unpacked at once. */
const PACK_BYTES = 400_000;

/**
 * Bundles the server into `dist/server` and parts it: what is early stays as it is and is compiled to
 * bytecode, the rest is packed for `src/process/lazy-code.ts`, a third of its size. The packs hold what is
 * needed soonest first, and together what is needed together.
 */
export async function buildServerCode(root: string): Promise<ServerCode> {
  const folder = join(root, "dist/server");
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    root: join(root, "src"),
    outdir: folder,
    target: "bun",
    format: "esm",
    // What is imported dynamically stays out of the start, and so do the packages only it needs.
    splitting: true,
    minify: true,
    sourcemap: "none",
    metafile: true,
    define: { "process.env.NODE_ENV": '"production"' },
    conditions: ["production"],
    plugins: [
      withoutStreets,
      withoutForeignFaults,
      lazyShapes,
      tableApart,
      textsApart,
      shaperApart,
      iconsApart(root),
    ],
    throw: true,
  });
  if (!metafile) throw new Error("The bundler said nothing of what it made");
  const graph = readGraph(metafile);
  const early = closureOf(graph, [...earlyModules, ...servedParts(metafile)]);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const late = lateOrder(graph, early).filter((name) => names.includes(name));
  for (const name of early) {
    const file = Bun.file(join(folder, name));
    const code = await file.text();
    const parted = code
      .replaceAll(scriptName, (whole, other: string) =>
        early.has(other) ? whole : `"${LAZY_SCHEME}${other}"`,
      )
      .replaceAll(fontName, (_, font: string) => `(import.meta.dir+"/${font}")`);
    await Bun.write(file, parted);
  }
  const codes = new Map<string, string>();
  for (const name of late) {
    const code = await Bun.file(join(folder, name)).text();
    codes.set(
      name,
      code
        .replaceAll(
          scriptName,
          (_, other: string) => `"${early.has(other) ? EMBEDDED : LAZY_SCHEME}${other}"`,
        )
        .replaceAll(fontName, (_, file: string) => `"${EMBEDDED}${file}"`),
    );
  }
  await writePacks(join(folder, "late"), codes);
  await Bun.write(join(folder, "countries.zst"), zstd(new Uint8Array(packedCountries())));
  await Bun.write(join(folder, TEXTS), zstd(Buffer.from(JSON.stringify(defaultTexts))));
  const modules = Object.keys(metafile.inputs);
  await Bun.write(join(root, "dist/server-modules.json"), JSON.stringify(modules));
  const packages = await packagesInside(root, modules);
  await Bun.write(join(root, "NOTICE"), await noticeOf(root, packages));
  const texts = await licencesOf(root, packages);
  await Bun.write(join(folder, LICENCES_FILE), zstd(new TextEncoder().encode(texts)));
  const shaper = fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz.wasm"));
  await Bun.write(join(folder, SHAPER), zstd(await Bun.file(shaper).bytes()));
  const fonts = (await readdir(folder)).filter((name) => /\.(?:woff|br)$/.test(name));
  return {
    early: [...early].toSorted((a, b) => rank(a) - rank(b)).map((name) => join(folder, name)),
    beside: ["late", "countries.zst", TEXTS, LICENCES_FILE, SHAPER, ...fonts].map((name) =>
      join(folder, name),
    ),
    packages,
  };
}

const rank = (name: string) => (name === "main.js" ? 0 : 1);
const scriptName = /"\.\/([\w.-]+\.js)"/g;
/** Files that are read when they are first needed. */
const fontName = /"\.\/([\w.-]+\.(?:woff|br))"/g;

/** Who imports whom among the files that the bundler made. */
interface Graph {
  /** Name of the file that a module is the entry of, by the module's path. */
  entries: Map<string, string>;
  /** Names of what each file imports statically. */
  imports: Map<string, string[]>;
}

function readGraph({ outputs }: BuildMetafile): Graph {
  const graph: Graph = { entries: new Map(), imports: new Map() };
  for (const [path, { entryPoint, imports }] of Object.entries(outputs)) {
    if (entryPoint) graph.entries.set(entryPoint, basename(path));
    const statically = imports.filter(({ kind }) => kind !== "dynamic-import");
    graph.imports.set(
      basename(path),
      statically.map((other) => basename(other.path)),
    );
  }
  return graph;
}

function servedParts({ inputs }: BuildMetafile): string[] {
  return Object.values(inputs)
    .filter(({ imports }) => imports.some(({ path }) => path === lazyServed))
    .flatMap(({ imports }) => imports)
    .flatMap((found) =>
      found.kind === "dynamic-import" && "entryPoint" in found ? [String(found.entryPoint)] : [],
    );
}

/** The files of modules, with all that these import statically. Throws for a module that has none. */
function closureOf({ entries, imports }: Graph, modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name) || !imports.has(name)) return;
    found.add(name);
    imports.get(name)?.forEach(add);
  };
  for (const path of modules) {
    const name = entries.get(path);
    if (!name) throw new Error(`${path} is no longer imported separately`);
    add(name);
  }
  return found;
}

/** All other files: those that every server loads once it is up, then each that is asked for with its own. */
function lateOrder(graph: Graph, early: ReadonlySet<string>): string[] {
  const after = ["src/app.ts", "src/process/background.ts"];
  const others = [...graph.entries.keys()].filter((path) => !after.includes(path)).toSorted();
  const order = new Set<string>();
  for (const path of [...after, ...others])
    for (const name of closureOf(graph, [path])) if (!early.has(name)) order.add(name);
  return [...order];
}

async function writePacks(folder: string, codes: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: LazyFiles = {};
  let parts: Uint8Array[] = [];
  let at = 0;
  let count = 0;
  const write = async () => {
    if (parts.length > 0) await Bun.write(join(folder, `${count}.zst`), zstd(Buffer.concat(parts)));
    parts = [];
    at = 0;
    count++;
  };
  for (const [name, code] of codes) {
    const bytes = new TextEncoder().encode(code);
    files[name] = { pack: `${count}.zst`, start: at, end: at + bytes.byteLength };
    parts.push(bytes);
    at += bytes.byteLength;
    if (at >= PACK_BYTES) await write();
  }
  await write();
  await Bun.write(join(folder, LAZY_INDEX), zstd(Buffer.from(JSON.stringify(files))));
}

function zstd(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}

/** Streets are drawn in browsers: the server has no use for the megabyte that does it. */
const withoutStreets: BunPlugin = {
  name: "without streets",
  setup(build) {
    build.onLoad({ filter: /\/client\/map\/street-map\.ts$/ }, () => ({
      contents: "export function openStreetMap() { throw new Error('Streets need a browser'); }",
    }));
  },
};

/** Zod can name a fault in fifty languages, a quarter of a megabyte; what it says here is in ours. */
const withoutForeignFaults: BunPlugin = {
  name: "without foreign faults",
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/** The table of countries as bytes: as a script it takes three times the room, and is kept as text. */
const tableApart: BunPlugin = {
  name: "table apart",
  setup(build) {
    build.onLoad({ filter: /\/src\/settings\/country-table\.ts$/ }, () => ({
      loader: "ts",
      contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedFolder } from "../process/embedded";
export function packedCountries(): Uint8Array {
  return Bun.zstdDecompressSync(readFileSync(join(embeddedFolder, "countries.zst")));
}`,
    }));
  },
};

/** The site's texts in all languages, compressed, beside the code. */
const TEXTS = "texts.zst";

/** Texts in code are kept twice, each letter in two bytes: as a file they take a tenth of that. */
const textsApart: BunPlugin = {
  name: "texts apart",
  setup(build) {
    build.onLoad({ filter: /\/src\/content\/default-texts\.ts$/ }, () => ({
      loader: "js",
      contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedFolder } from "../process/embedded";
let texts;
const read = () => JSON.parse(Bun.zstdDecompressSync(readFileSync(join(embeddedFolder, "${TEXTS}"))).toString());
export const defaultTexts = new Proxy({}, { get: (_, language) => (texts ??= read())[language] });`,
    }));
  },
};

/** The program that shapes letters, compressed, beside the code. */
const SHAPER = "harfbuzz.wasm.zst";

/** HarfBuzz looks for its program beside its script, which late code has no place for. */
const shaperApart: BunPlugin = {
  name: "shaper apart",
  setup(build) {
    build.onLoad(
      { filter: /\/harfbuzzjs\/dist\/(?:index\.mjs|harfbuzz\.js)$/ },
      async ({ path }) => {
        const code = await Bun.file(path).text();
        const start = "createHarfBuzz())";
        if (path.endsWith("harfbuzz.js"))
          return { contents: code.replaceAll("import.meta.url", '"file:///harfbuzz.js"') };
        if (!code.includes(start)) throw new Error("HarfBuzz starts in another way than before");
        return {
          contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedFolder } from "${join(import.meta.dir, "../src/process/embedded")}";
${code.replace(start, `createHarfBuzz({ wasmBinary: Bun.zstdDecompressSync(readFileSync(join(embeddedFolder, "${SHAPER}"))) }))`)}`,
        };
      },
    );
  },
};

/**
 * For a server the bundler takes the icons' CommonJS file, which makes all 1,700 of them when a page
 * first shows one: 657 kB and some milliseconds. Of their modules it takes those that are shown.
 */
function iconsApart(root: string): BunPlugin {
  return {
    name: "icons-apart",
    setup(build) {
      build.onResolve({ filter: /^lucide-react$/ }, () => ({
        path: join(root, "node_modules/lucide-react", lucide.module),
      }));
    },
  };
}
