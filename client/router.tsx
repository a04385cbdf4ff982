import { createRouter } from "@tanstack/react-router";
import type { Settings } from "../src/settings/contract";
import { answerAdapter, markAnswer } from "./answer-data";
import type { Api } from "./api";
import { apiErrorAdapter } from "./api-error";
import { ErrorPage, NotFoundPage, PendingPage } from "./faults";
import type { routeTree as wholeTree } from "./routeTree.gen";

/** What every loader and `beforeLoad` finds in `context`. */
export interface RouterContext {
  api: Api;
  /** What every page knows of the operator. */
  settings: Settings;
  /** Names the page's request in the server's log, for the error page; empty on a shared page. */
  requestId: string;
}

/** Every route, or in the browser those of one area. */
export type RouteTree = typeof wholeTree;

/** What the server hands to the browser beside the loaders' data. */
interface Handover {
  settings: Settings;
  requestId: string;
}

/**
 * Makes the router, once per request on the server and once in the browser. `nonce` is the request's
 * own and goes on every script and style of the page; the browser reads it back from the page.
 */
export function createAppRouter(routeTree: RouteTree, context: RouterContext, nonce?: string) {
  const router = createRouter({
    routeTree,
    context,
    ...(nonce && { ssr: { nonce } }),
    caseSensitive: false,
    trailingSlash: "never",
    scrollRestoration: false,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    defaultStructuralSharing: true,
    dehydrate: (): Handover =>
      markAnswer({ settings: context.settings, requestId: context.requestId }),
    hydrate: (handover: Handover) => {
      context.settings = handover.settings;
      context.requestId = handover.requestId;
    },
  });
  router.options.serializationAdapters = [answerAdapter, apiErrorAdapter];
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }

  interface StaticDataRouteOption {
    /**
     * The page is the same for every visitor: its loaders run without cookies, and the server renders
     * it once and keeps it until the settings change. Never for a page that shows who is signed in.
     */
    shared?: true;
    /** The answer may be kept by nobody: a page about a person or from dispatch. */
    private?: true;
    /** The address holds a token: no robot and no other site may learn of it. */
    secretAddress?: true;
  }
}
