import { createRouter } from "@tanstack/react-router";
import type { Language } from "../src/settings/languages/languages-contract";
import type { OverviewAnswer } from "../src/content/contract";
import type { Settings } from "../src/settings/contract";
import { answerAdapter, markAnswer } from "./answer-data";
import { sayFailuresBy } from "./api";
import { apiErrorAdapter } from "./api-error";
import { ErrorPage, NotFoundPage, PendingPage } from "./faults";
import type { RouterContext } from "./router-context";
import type { routeTree as wholeTree } from "./routeTree.gen";
import type { PostedForm } from "../src/contact/form-contract";
import { createWords, fetchDictionary, type Part, type Words } from "./words/words";

/** Written by the build into what browsers load. */
declare const IN_BROWSER: true | undefined;

/** Every route, or in the browser those of one area. */
export type RouteTree = typeof wholeTree;

/** What the server hands to the browser beside the loaders' data. */
interface Handover {
  settings: Settings;
  /** On public pages. */
  site?: OverviewAnswer;
  posted?: PostedForm;
  requestId: string;
  /** On riders' pages. */
  words?: Pick<Words, "parts" | "version" | "names"> & { language: Language };
}

/**
 * Makes the router, once per request on the server and once in the browser. `nonce` is the request's
 * own and goes on every script and style of the page; the browser reads it back from the page. `basepath` is
 * where pages of its language begin, `/fr/`.
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
    // Only the server hands over.
    dehydrate: (): Handover => {
      if (typeof IN_BROWSER !== "undefined") throw new Error("There is nothing to hand over here");
      const { settings, site, posted, requestId, words } = context;
      const { parts, version, names, t } = words;
      return markAnswer({
        settings,
        requestId,
        ...(site && { site }),
        ...(posted && { posted }),
        ...(parts.length > 1 && { words: { language: t.language, parts, version, names } }),
      });
    },
    hydrate: async ({ words, ...page }: Handover) => {
      Object.assign(context, page);
      if (!words) return;
      const { language, version, names } = words;
      context.words = createWords(language, fetchDictionary(version), version, names);
      sayFailuresBy(context.words);
      await context.words.load(words.parts);
    },
  });
  router.options.serializationAdapters = [answerAdapter, apiErrorAdapter];
  // Another page begins at its top; data that is loaded anew leaves the page where its reader is. By
  // itself the router goes to the top each time a page has rendered, also after every live event, and
  // when it takes over a page that its reader has scrolled by then. Set here and not above, where it
  // would keep positions as well.
  let shown = router.latestLocation?.state.key;
  router.options.scrollRestoration = ({ location: { state } }) => {
    const before = shown;
    shown = state.key;
    return before !== shown;
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
     * The page is the same for every visitor: its loaders run without cookies, and the server renders
     * it once and keeps it until content, settings, prices or vehicle classes change. Never for a page
     * that shows who is signed in. With something in its search that it reads it is rendered each time.
     */
    shared?: true;
    /** Of a shared page: with each search that it reads it is one to keep. A made-up one must be a 404. */
    sharedSearch?: true;
    /** The head of the pages below leaves before their loaders' calls work: where these take long. */
    headFirst?: true;
    /** The answer may be kept by nobody: a page about a person or from dispatch. */
    private?: true;
    /** The page speaks the visitor's language: the parts of the dictionaries that it needs. */
    words?: readonly Part[];
    /**
     * Whether search engines may show the page: it is in the site's map then, and says its one address. By
     * itself a shared page is, and no other.
     */
    listed?: boolean;
    /** The address holds a token: no robot and no other site may learn of it. */
    secretAddress?: true;
    /** Websites that the owner has named may show the page in a frame. It knows nothing of its visitor. */
    embedded?: true;
  }
}
