import type { AreaAssets, AssetManifest } from "../src/process/assets";

/** Gzipped bytes of JavaScript that a first visit to each route loads: its area's and its own. */
export function firstLoads(manifest: AssetManifest): Map<string, number> {
  const loads = new Map<string, number>();
  for (const id of Object.keys(manifest.routes)) {
    const area = areaOf(manifest, id);
    const urls = new Set([area.entry, ...area.imports]);
    for (const [other, chunks] of Object.entries(manifest.routes)) {
      // A route's own chunks and those of the layouts around it.
      if (id === other || id.startsWith(`${other}/`)) for (const url of chunks) urls.add(url);
    }
    const sizes = [...urls].map(
      (url) => manifest.files[url]?.gzip ?? manifest.files[url]?.size ?? 0,
    );
    loads.set(
      id,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }
  return loads;
}

/**
 * What every page of an area loads: modules of ours one by one, packages as a whole, the largest
 * first. In bytes before compression and before the second minifier.
 */
export function areaContents(
  { entry, imports }: AreaAssets,
  contents: Record<string, Record<string, number>>,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const url of [entry, ...imports]) {
    for (const [path, bytes] of Object.entries(contents[url.replace("/assets/", "")] ?? {})) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
      if (bytes > 0) sums.set(name, (sums.get(name) ?? 0) + bytes);
    }
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function areaOf(manifest: AssetManifest, id: string): AreaAssets {
  const area = Object.values(manifest.areas).find(({ topRoutes }) =>
    topRoutes.some((top) => id === top || id.startsWith(`${top}/`)),
  );
  if (!area) throw new Error(`${id} belongs to no area`);
  return area;
}
