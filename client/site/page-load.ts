import type { StaticDataRouteOption } from "@tanstack/react-router";
import type { PageAnswer } from "../../src/content/contract";
import type { Language } from "../../src/settings/languages/languages-contract";
import type { PageKey } from "../../src/content/content-values-contract";
import { load } from "../api";
import type { Part, Phrase } from "../words/words";
import type { RouterContext } from "../router-context";

/** Loads the texts of a page. */
export function loadPage(context: RouterContext, key: PageKey): Promise<PageAnswer> {
  const { pages } = context.api.content;
  return loadTexts<PageAnswer>(
    pages[":key"].$get({ param: { key }, query: pageLanguageOf(context) }),
  );
}

/** Returns a loader's query for texts in the page's language. */
export function pageLanguageOf({ words }: RouterContext): { language: Language } {
  return { language: words.t.language };
}

/**
 * Makes the route of a public page, which is the same for everybody in each language, with the words of these parts.
 */
export function sitePageRoute(...more: readonly Part[]) {
  const words: readonly Part[] = ["shared", "site", ...more];
  return {
    staticData: { isShared: true, words } satisfies StaticDataRouteOption,
    beforeLoad: ({ context }: { context: RouterContext }) => context.words.load(words),
  } as const;
}

/**
 * Loads an answer with texts, like `load`. Its type is given, because the type of the call is nested too deeply for the
 * compiler.
 */
export function loadTexts<T>(call: Promise<unknown>): Promise<T> {
  return load(call as Parameters<typeof load<T>>[0]);
}

/** Returns a page's head: its name before the brand, and a description if loaded. */
export function pageHead(
  { settings: { brand } }: RouterContext,
  title: string | undefined,
  description: string | undefined,
) {
  return {
    meta: [
      ...(title ? [{ title: `${title} · ${brand}` }] : []),
      ...(description ? [{ name: "description", content: description }] : []),
    ],
  };
}

/**
 * Makes the route of a page of texts, which is the same for everybody, with its texts and other data. Without a `title`
 * it is named after the operator's business. The server adds the rest of the head for search engines and sharing: see
 * `src/pages/search-engine-pages.ts`.
 */
export function textPageRoute<More extends object>(
  key: PageKey,
  title: Phrase | undefined,
  loadMore: (api: RouterContext["api"], query: { language: Language }) => Promise<More>,
  ...parts: readonly Part[]
) {
  return {
    ...sitePageRoute(...parts),
    loader: async ({ context }: { context: RouterContext }) => {
      const [{ page }, rest] = await Promise.all([
        loadPage(context, key),
        loadMore(context.api, pageLanguageOf(context)),
      ]);
      return { page, ...rest };
    },
    head: ({
      match: { context },
      loaderData,
    }: {
      match: { context: RouterContext };
      loaderData?: PageAnswer | undefined;
    }) => {
      const { t } = context.words;
      const { town } = context.settings;
      const name = title ? t.of(title) : t("Cars with drivers in {town}", { town });
      return pageHead(context, name, loaderData?.page.description);
    },
  } as const;
}
