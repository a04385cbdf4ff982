/** Finds the cached page for an address. */
import type { AppRouter } from "./router";

/**
 * Returns the cache `key` (path and search) of an address whose page is the same for everybody, otherwise undefined.
 * There is no key if the address is spelt differently from the site's own links, or contains something that only this
 * visitor's page shows. Search parameters that a page doesn't read are ignored, so that made-up addresses can't fill
 * the cache.
 */
export function sharedPageOf(
  router: AppRouter,
  path: string,
  search: string,
): { key?: string } | undefined {
  const [matchedRoutes, params, foundRoute] = router.getMatchedRoutes(path);
  const leaf = matchedRoutes.at(-1);
  if (foundRoute === undefined || leaf?.options.staticData?.isShared !== true) return undefined;
  if (addressOf(leaf.fullPath, params) !== path) return {};
  if (search === "") return { key: path };
  const searchReaders = matchedRoutes.flatMap(({ options }) => options.validateSearch ?? []);
  if (searchReaders.length === 0) return { key: path };
  const requestedSearch = router.options.parseSearch(search);
  const readSearch: Record<string, unknown> = {};
  for (const searchReader of searchReaders) {
    if (typeof searchReader !== "function") return {};
    Object.assign(readSearch, searchReader(requestedSearch));
  }
  const searchString = router.options.stringifySearch(readSearch);
  if (searchString === "") return { key: path };
  return leaf.options.staticData.isSharedWithSearch ? { key: path + searchString } : {};
}

/** Returns a route's address with its parameters, as links write it. */
export function addressOf(fullPath: string, params: Record<string, string | undefined>): string {
  const filledPath = fullPath.replace(/\{\$(\w+)\}|\$(\w+)/g, (_, bracedName, name) =>
    encodeURIComponent(params[bracedName ?? name] ?? ""),
  );
  return filledPath.length > 1 ? filledPath.replace(/\/$/, "") : filledPath;
}
