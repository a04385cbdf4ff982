import type { AssetManifest } from "../src/assets";

/** Gzipped bytes of JavaScript that a first visit to each route loads: the entry and its own chunks. */
export function firstLoads(manifest: AssetManifest): Map<string, number> {
  const loads = new Map<string, number>();
  for (const id of Object.keys(manifest.routes)) {
    const urls = new Set([manifest.entry, ...manifest.entryImports]);
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
