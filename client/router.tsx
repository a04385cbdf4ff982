import { createRouter } from "@tanstack/react-router";
import type { Language } from "../src/settings/languages/languages-contract";
import type { OverviewAnswer } from "../src/content/contract";
import type { Settings } from "../src/settings/contract";
import { answerAdapter, markAsJson } from "./answer-data";
import { setFailureWords } from "./api";
import { apiErrorAdapter } from "./api-error";
import { ErrorPage, NotFoundPage, PendingPage } from "./error-pages";
import type { RouterContext } from "./router-context";
import type { routeTree as wholeTree } from "./routeTree.gen";
import type { PostedForm } from "../src/contact/posted-form-contract";
import { createWords, fetchDictionary, type Part, type Words } from "./words/words";

/** Set by the build in the code that browsers load. */
declare const IN_BROWSER: true | undefined;

/** All routes. In the browser, only those of one area. */
export type RouteTree = typeof wholeTree;

/** The data that the server passes to the browser besides the loaders' data. */
interface RouterState {
  settings: Settings;
  /** On public pages. */
  site?: OverviewAnswer;
  postedForm?: PostedForm;
  requestId: string;
  /** On riders' pages. */
  words?: Pick<Words, "parts" | "version" | "names"> & { language: Language };
}

/**
 * Creates the router, once per request on the server and once in the browser. `nonce` belongs to the request and is set
 * on every script and style of the page; the browser reads it from the page. `basepath` is the path prefix of the
 * page's language, such as `/fr/`.
 */
export function createAppRouter(
  routeTree: RouteTree,
  context: RouterContext,
  nonce?: string,
  basepath = "/",
) {
  const router = createRouter({
    routeTree,
    context,
    ...(nonce && { ssr: { nonce } }),
    basepath,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    defaultStructuralSharing: true,
    // Only the server passes its state to the browser.
    dehydrate: (): RouterState => {
      if (typeof IN_BROWSER !== "undefined") throw new Error("Runs only on the server");
      const { settings, site, postedForm, requestId, words } = context;
      const { parts, version, names, t } = words;
      return markAsJson({
        settings,
        requestId,
        ...(site && { site }),
        ...(postedForm && { postedForm }),
        ...(parts.length > 1 && { words: { language: t.language, parts, version, names } }),
      });
    },
    hydrate: async ({ words, ...page }: RouterState) => {
      Object.assign(context, page);
      if (!words) return;
      const { language, version, names } = words;
      context.words = createWords(language, fetchDictionary(version), version, names);
      setFailureWords(context.words);
      await context.words.load(words.parts);
    },
  });
  router.options.serializationAdapters = [answerAdapter, apiErrorAdapter];
  // A new page starts at the top, and reloaded data keeps the scroll position. By default the router scrolls to the top
  // after each rendering, even after a live event, and when it hydrates a page that was already scrolled. The option is
  // set here, because above it would also store positions.
  let shownKey = router.latestLocation?.state.key;
  router.options.scrollRestoration = ({ location: { state } }) => {
    const previousKey = shownKey;
    shownKey = state.key;
    return previousKey !== shownKey;
  };
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }

  interface StaticDataRouteOption {
    /**
     * The page is the same for every visitor: its loaders run without cookies, and the server renders it once and
     * caches it until content, settings, prices or vehicle classes change. Never for a page that shows who is signed
     * in. An address with search parameters that the page reads is rendered each time.
     */
    isShared?: true;
    /**
     * For a shared page: it is cached for each combination of the search parameters it reads. An invalid parameter must
     * be a 404.
     */
    isSharedWithSearch?: true;
    /** The head of the pages below is sent before their loaders run, because these are slow. */
    sendsHeadFirst?: true;
    /** The answer must not be cached, because the page is about a person or from dispatch. */
    isPrivate?: true;
    /** The dictionaries that the page needs in the visitor's language. */
    words?: readonly Part[];
    /**
     * Whether search engines may index the page. If so, it is in the sitemap and names its canonical address. By
     * default, only shared pages.
     */
    isListed?: boolean;
    /** The address contains a token, so it is hidden from robots and other sites. */
    hasSecretAddress?: true;
    /** Websites that the owner has named may embed the page in a frame. The page knows nothing about its visitor. */
    isEmbeddable?: true;
  }
}
