/**
 * Builds Livery.
 *
 *   bun build.ts            the one executable, dist/livery, with everything embedded
 *   bun build.ts --all      executables for all platforms in dist/release, with checksums and a list of the
 *                           packages in them
 *   bun build.ts --routes   only client/routeTree.gen.ts, after a file was added or removed in client/routes
 *   bun build.ts --assets   only the files for browsers, in dist/assets (tests that run from source need them)
 *   bun build.ts --sizes    the gzipped JavaScript of a first visit to each route, and the modules in it
 *   bun build.ts --words    the dictionaries of languages, after a text was added or removed
 *   bun build.ts --dev      builds for development, serves from source, rebuilds and reloads on change;
 *                           with --demo it has a demo fleet
 */
import { buildAssets } from "./build/assets";
import { develop } from "./build/develop";
import { buildExecutable } from "./build/executable";
import { buildRelease } from "./build/release";
import { generateRoutes } from "./build/routes";
import { areaContents, firstLoadBytes } from "./build/sizes";
import { updateDictionaries } from "./build/words";
import type { AreaAssets } from "./src/process/assets";

const root = import.meta.dir;
const mode = process.argv[2];

if (mode === "--dev") {
  await develop(root, process.argv.slice(3));
} else if (mode === "--routes") {
  await generateRoutes(root);
} else if (mode === "--words") {
  for (const text of await updateDictionaries(root)) console.log(text);
} else if (mode === "--all") {
  await buildAssets(root, { development: false });
  await buildRelease(root);
} else if (mode === "--assets") {
  await buildAssets(root, { development: false });
} else if (mode === "--sizes") {
  await buildAssets(root, { development: false });
  const manifest = await Bun.file(`${root}/dist/manifest.json`).json();
  const contents = await Bun.file(`${root}/dist/contents.json`).json();
  for (const [name, area] of Object.entries<AreaAssets>(manifest.areas)) {
    console.log(`\nEvery page of ${name} (bytes before compression)`);
    for (const [module, bytes] of areaContents(area, contents))
      console.log(`${String(bytes).padStart(10)}  ${module}`);
  }
  console.log("\nFirst load of each route, gzipped");
  for (const [id, bytes] of firstLoadBytes(manifest)) {
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${id}`);
  }
} else if (mode === undefined) {
  await buildAssets(root, { development: false });
  await buildExecutable(root);
} else {
  console.error(
    `Unknown option ${mode}. Known are --all, --routes, --words, --assets, --sizes and --dev.`,
  );
  process.exit(2);
}
