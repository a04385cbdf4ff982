/** What a route, or the router once its page is rendered, tells of the page. */
import { getSsrStatus, RouterServer } from "@tanstack/react-router/ssr/server";
import type { StaticDataRouteOption } from "@tanstack/react-router";
import { renderToReadableStream } from "react-dom/server";
import { isNotFound } from "../../client/api";
import { isForbidden } from "../../client/api-error";
import { hasDeferred } from "../../client/deferred-part";
import type { AppRouter } from "../../client/router";
import { addressOf } from "../../client/shared-page";
import type { PageMeta } from "./search-engine-pages";

/** Whether search engines may show a route's page. */
export function isListed(data: StaticDataRouteOption | undefined): boolean {
  return data?.isListed ?? data?.isShared === true;
}

/** Whether a page is in all languages of the site, each at an address of its own. */
export function isTranslated(data: StaticDataRouteOption | undefined): boolean {
  return data?.isShared === true && data.words !== undefined;
}

/** The status of a page: the router knows only that it was not found, or that it failed. */
export function statusOf(router: AppRouter): number {
  const { matches } = router.state;
  if (isNotFound(matches)) return 410;
  const isRefused = matches.some(({ status, error }) => status === "error" && isForbidden(error));
  return isRefused ? 403 : getSsrStatus(router);
}

/** What a page says of itself, and its one address; null where it is not to be listed. */
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

/** Renders once more, this time as a stream, which tells the error that `renderToString` swallows. */
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

/** Whether a part of the page is still on its way. */
export function hasPendingRoute(router: AppRouter): boolean {
  return router.state.matches.some(({ loaderData }) => hasDeferred(loaderData));
}
