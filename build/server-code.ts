import type { BunPlugin } from "bun";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import phones from "libphonenumber-js/metadata.min.json";
import lucide from "lucide-react/package.json";
import { migrations } from "../db/migrations/list";
import { LICENCES_FILE } from "../src/process/licences";
import { defaultTexts } from "../src/content/default-texts.gen";
import { packedCountries } from "../src/settings/country-table";
import { lazyContractFields } from "./lazy-contract-fields";
import { licencesOf, licenceNotice } from "./licences";
import { type BundledPackage, packagesOfExecutable } from "./sbom";

/** The server's code in the executable. */
export interface ServerCode {
  /** Paths of its scripts, `main.js` first. */
  scripts: string[];
  /** Files beside the scripts. */
  extraFiles: string[];
  /** All packages in the server and the client. */
  packages: BundledPackage[];
}

/** Bundles the server into `dist/server`, with the files that its scripts read. */
export async function buildServerCode(root: string): Promise<ServerCode> {
  const folder = join(root, "dist/server");
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await Bun.build({
    entrypoints: [join(root, "src/main.ts"), join(root, "src/streets/streets-worker.ts")],
    naming: { entry: "[name].[ext]" },
    root: join(root, "src"),
    outdir: folder,
    target: "bun",
    format: "esm",
    // Dynamic imports are not part of the start, and neither are packages that only they need.
    splitting: true,
    minify: true,
    sourcemap: "none",
    metafile: true,
    define: { "process.env.NODE_ENV": '"production"' },
    conditions: ["production"],
    plugins: [
      omitMapLibrary,
      stubZodLocales,
      lazyContractFields,
      separateCountryTable,
      separateTexts,
      ...Object.entries(separateData).map(([file, data]) => separateFile(file, data)),
      separateShaper,
      separateIcons(root),
    ],
    throw: true,
  });
  if (!metafile) throw new Error("The bundler said nothing of what it made");
  const names = (await readdir(folder)).toSorted();
  const scripts = names
    .filter((name) => name.endsWith(".js"))
    .toSorted((a, b) => orderOfScript(a) - orderOfScript(b))
    .map((name) => join(folder, name));
  for (const path of scripts) {
    const code = await Bun.file(path).text();
    await Bun.write(
      path,
      code.replaceAll(fontNamePattern, (_, font: string) => `(import.meta.dir+"/${font}")`),
    );
  }
  await Bun.write(join(folder, COUNTRIES_FILE), compressZstd(new Uint8Array(packedCountries())));
  await Bun.write(
    join(folder, TEXTS_FILE),
    compressZstd(Buffer.from(JSON.stringify(defaultTexts))),
  );
  for (const [file, { value }] of Object.entries(separateData)) {
    const json = JSON.stringify(value);
    // JSON drops functions and undefined without an error.
    if (!Bun.deepEquals(JSON.parse(json), value)) throw new Error(`JSON drops parts of ${file}`);
    await Bun.write(join(folder, file), compressZstd(Buffer.from(json)));
  }
  const modules = Object.keys(metafile.inputs);
  await Bun.write(join(root, "dist/server-modules.json"), JSON.stringify(modules));
  const packages = await packagesOfExecutable(root, modules);
  await Bun.write(join(root, "NOTICE"), await licenceNotice(root, packages));
  const licences = await licencesOf(root, packages);
  await Bun.write(join(folder, LICENCES_FILE), compressZstd(new TextEncoder().encode(licences)));
  const shaperPath = fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz.wasm"));
  await Bun.write(join(folder, SHAPER_FILE), compressZstd(await Bun.file(shaperPath).bytes()));
  const fonts = names.filter((name) => /\.(?:woff|br)$/.test(name));
  return {
    scripts,
    extraFiles: [
      COUNTRIES_FILE,
      TEXTS_FILE,
      LICENCES_FILE,
      SHAPER_FILE,
      ...Object.keys(separateData),
      ...fonts,
    ].map((name) => join(folder, name)),
    packages,
  };
}

const orderOfScript = (name: string) => (name === "main.js" ? 0 : 1);
/** Matches the path of a font, which is read on first use. */
const fontNamePattern = /"\.\/([\w.-]+\.(?:woff|br))"/g;

function compressZstd(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}

/** Leaves out the map library, which only browsers use (a megabyte). */
const omitMapLibrary: BunPlugin = {
  name: "without streets",
  setup(build) {
    build.onLoad({ filter: /\/client\/map\/street-map\.ts$/ }, () => ({
      contents: "export function openStreetMap() { throw new Error('Streets need a browser'); }",
    }));
  },
};

/** Leaves out zod's error messages in fifty languages (a quarter of a megabyte). We have our own texts. */
const stubZodLocales: BunPlugin = {
  name: "without foreign faults",
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/** The file with the compressed table of countries. */
const COUNTRIES_FILE = "countries.zst";

/**
 * Stores the table of countries as a compressed file. As a script it would take three times the space, and stay
 * in memory as text.
 */
const separateCountryTable: BunPlugin = {
  name: "table apart",
  setup(build) {
    build.onLoad({ filter: /\/src\/settings\/country-table\.ts$/ }, () => ({
      loader: "ts",
      contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
export function packedCountries(): Uint8Array {
  return Bun.zstdDecompressSync(readFileSync(join(import.meta.dir, "${COUNTRIES_FILE}")));
}`,
    }));
  },
};

/** The file with the compressed texts of the site in all languages. */
const TEXTS_FILE = "texts.zst";

/**
 * Stores texts as a compressed file, a tenth of their size in code. Code contains texts twice, with two bytes
 * for each letter.
 */
const separateTexts: BunPlugin = {
  name: "texts apart",
  setup(build) {
    build.onLoad({ filter: /\/src\/content\/default-texts\.gen\.ts$/ }, () => ({
      loader: "js",
      contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
let texts;
const read = () => JSON.parse(Bun.zstdDecompressSync(readFileSync(join(import.meta.dir, "${TEXTS_FILE}"))).toString());
export const defaultTexts = new Proxy({}, { get: (_, language) => (texts ??= read())[language] });`,
    }));
  },
};

/** Modules that contain only data, which is also in a compressed file beside the code. */
const separateData: Record<string, { module: RegExp; exportName: string; value: unknown }> = {
  "migrations.zst": {
    module: /\/db\/migrations\/list\.ts$/,
    exportName: "const migrations =",
    value: migrations,
  },
  "phones.zst": {
    module: /\/libphonenumber-js\/metadata\.min\.json\.js$/,
    exportName: "default",
    value: phones,
  },
};

function separateFile(
  file: string,
  { module, exportName }: { module: RegExp; exportName: string },
): BunPlugin {
  return {
    name: `${file} apart`,
    setup(build) {
      build.onLoad({ filter: module }, () => ({
        loader: "js",
        contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
export ${exportName} JSON.parse(Bun.zstdDecompressSync(readFileSync(join(import.meta.dir, "${file}"))).toString());`,
      }));
    },
  };
}

/** The file with the compressed program that shapes letters. */
const SHAPER_FILE = "harfbuzz.wasm.zst";

/** Compresses HarfBuzz's program to a third. HarfBuzz itself looks for it uncompressed beside its script. */
const separateShaper: BunPlugin = {
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
${code.replace(start, `createHarfBuzz({ wasmBinary: Bun.zstdDecompressSync(readFileSync(join(import.meta.dir, "${SHAPER_FILE}"))) }))`)}`,
        };
      },
    );
  },
};

/**
 * Imports each icon's own module. On a server the bundler would take the CommonJS file with all 1,700 icons,
 * 657 kB, which are all made when a page first shows one.
 */
function separateIcons(root: string): BunPlugin {
  return {
    name: "icons-apart",
    setup(build) {
      build.onResolve({ filter: /^lucide-react$/ }, () => ({
        path: join(root, "node_modules/lucide-react", lucide.module),
      }));
    },
  };
}
