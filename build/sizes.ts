import type { AreaAssets, AssetManifest } from "../src/process/assets";

/** Returns the gzipped bytes of JavaScript on a first visit to each route: those of its area and its own. */
export function firstLoadBytes(manifest: AssetManifest): Map<string, number> {
  const bytesByRoute = new Map<string, number>();
  for (const id of Object.keys(manifest.routes)) {
    const area = areaOf(manifest, id);
    const urls = new Set([area.entry, ...area.imports]);
    for (const [other, chunks] of Object.entries(manifest.routes)) {
      // The chunks of a route and of the layouts around it.
      if (id === other || id.startsWith(`${other}/`)) for (const url of chunks) urls.add(url);
    }
    const sizes = [...urls].map(
      (url) => manifest.files[url]?.gzip ?? manifest.files[url]?.size ?? 0,
    );
    bytesByRoute.set(
      id,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }
  return bytesByRoute;
}

/**
 * Returns the contents of an area's first load, largest first: our modules one by one, packages as a whole. In bytes
 * before compression and before the second minifier.
 */
export function areaContents(
  { entry, imports }: AreaAssets,
  contents: Record<string, Record<string, number>>,
): [string, number][] {
  const bytesByModule = new Map<string, number>();
  for (const url of [entry, ...imports]) {
    for (const [path, bytes] of Object.entries(contents[url.replace("/assets/", "")] ?? {})) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
      if (bytes > 0) bytesByModule.set(name, (bytesByModule.get(name) ?? 0) + bytes);
    }
  }
  return [...bytesByModule].sort(([, a], [, b]) => b - a);
}

function areaOf(manifest: AssetManifest, id: string): AreaAssets {
  const area = Object.values(manifest.areas).find(({ topRoutes }) =>
    topRoutes.some((top) => id === top || id.startsWith(`${top}/`)),
  );
  if (!area) throw new Error(`${id} belongs to no area`);
  return area;
}
