/** Facts of a page from its route, or from the router after the page is rendered. */
import { getSsrStatus, RouterServer } from "@tanstack/react-router/ssr/server";
import type { StaticDataRouteOption } from "@tanstack/react-router";
import { renderToReadableStream } from "react-dom/server";
import { isPageRemoved } from "../../client/api";
import { isForbidden } from "../../client/api-error";
import { hasDeferred } from "../../client/deferred-part";
import type { AppRouter } from "../../client/router";
import { addressOf } from "../../client/shared-page";
import type { PageMeta } from "./search-engine-pages";

/** Tells whether search engines may show a route's page. */
export function isListed(data: StaticDataRouteOption | undefined): boolean {
  return data?.isListed ?? data?.isShared === true;
}

/** Tells whether a page exists in all languages of the site, each at its own URL. */
export function isTranslated(data: StaticDataRouteOption | undefined): boolean {
  return data?.isShared === true && data.words !== undefined;
}

/** Returns the status of a page. The router only knows whether the page was not found or has failed. */
export function statusOf(router: AppRouter): number {
  const { matches } = router.state;
  if (isPageRemoved(matches)) return 410;
  const isRefused = matches.some(({ status, error }) => status === "error" && isForbidden(error));
  return isRefused ? 403 : getSsrStatus(router);
}

/**
 * Returns the facts of a page for search engines: its title, description and canonical URL. Returns null if it must not
 * be listed.
 */
export function metaOf(router: AppRouter): PageMeta | null {
  const { matches } = router.state;
  const leaf = matches.at(-1);
  if (!leaf || !isListed(leaf.staticData)) return null;
  const { settings, words } = router.options.context;
  const path = addressOf(leaf.fullPath, { ...leaf.params, brand: settings.brandSlug });
  const search = leaf.staticData.isSharedWithSearch
    ? router.options.stringifySearch(leaf.search)
    : "";
  const metaTags = matches.flatMap(({ meta }) => meta ?? []);
  return {
    path: path + search,
    title: metaTags.findLast((each) => each?.title !== undefined)?.title ?? "",
    description: metaTags.findLast((each) => each?.name === "description")?.content ?? null,
    language: words.t.language,
    isTranslated: isTranslated(leaf.staticData),
  };
}

/** Renders the page again as a stream, to get the error that `renderToString` swallows. */
export async function failureOf(router: AppRouter): Promise<unknown> {
  let failure: unknown = new Error("A part of the page could not be rendered");
  try {
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      onError: (error) => {
        failure = error;
      },
    });
    await stream.allReady;
    await stream.cancel();
  } catch (error) {
    failure = error;
  }
  return failure;
}

/** Tells whether a part of the page is still loading. */
export function hasDeferredData(router: AppRouter): boolean {
  return router.state.matches.some(({ loaderData }) => hasDeferred(loaderData));
}
