/**
 * Builds Livery.
 *
 *   bun build.ts            the one executable, dist/livery, with everything embedded
 *   bun build.ts --routes   only client/routeTree.gen.ts, after a file came or went in client/routes
 *   bun build.ts --assets   only what the browser loads, in dist/assets (tests run from source on it)
 *   bun build.ts --dev      builds for development, serves from source, rebuilds and reloads on change
 */
import { buildAssets } from "./build/assets";
import { develop } from "./build/develop";
import { buildExecutable } from "./build/executable";
import { generateRoutes } from "./build/routes";

const root = import.meta.dir;
const mode = process.argv[2];

if (mode === "--dev") {
  await develop(root, process.argv.slice(3));
} else if (mode === "--routes") {
  await generateRoutes(root);
} else if (mode === "--assets") {
  await buildAssets(root, { development: false });
} else if (mode === undefined) {
  await buildAssets(root, { development: false });
  await buildExecutable(root);
} else {
  console.error(`Unknown option ${mode}. Known are --routes, --assets and --dev.`);
  process.exit(2);
}
