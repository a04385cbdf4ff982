/** The language of a page for its visitor, and its words. */
import {
  createWords,
  type Dictionary,
  dictionaryUrl,
  dictionaryUrls,
  type LoadDictionary,
  type Words,
} from "../../client/words/words";
import type { AppRouter } from "../../client/router";
import type { Language } from "../accounts/contract";
import { LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import { isLanguage } from "../settings/languages/languages-contract";
import { translatedNames } from "../content/name-queries";
import { contentRevision } from "../content/revision";
import type { Assets } from "../process/assets";
import type { Deps } from "../deps";
import { offeredLanguages, readOperator } from "../settings/queries";
import { isTranslated } from "./router-facts";

export interface PageWords {
  /**
   * Returns the words of a page. Pages of the site use the language in their URL, pages for riders the visitor's
   * language.
   */
  of(request: Request, path: string, urlLanguage: Language | undefined): Words;
  /** Returns the words of a language. */
  in(language: Language): Words;
  /** Returns the language of the visitor. */
  language(request: Request): Language;
  /**
   * Stores the site's language in a cookie with an answer that leads out of the site, unless the visitor has chosen a
   * language.
   */
  setLanguageCookie(request: Request, language: Language | undefined, answer: Response): Response;
}

/** The lifetime of the cookie, same as the one that pages set. */
const COOKIE_SECONDS = 390 * 86_400;
/** The page shown in frames on other websites. */
const WIDGET_PATH = "/widget";

/** Creates the words of pages from the built dictionaries. `map` only tells which route a path belongs to. */
export function createPageWords(deps: Deps, assets: Assets, routeMatcher: AppRouter): PageWords {
  const { words: version } = assets.manifest;
  const names = createNamesCache(deps);
  const load: LoadDictionary = (language, part) =>
    part === "names"
      ? names(language)
      : (assets.json(dictionaryUrl(language, part, version)) as Dictionary);
  const wordsIn = (language: Language): Words => {
    const words = createWords(language, load, version, names(language));
    return Object.defineProperty(words, "names", { get: () => names(words.t.language) });
  };

  function languageFor(request: Request): Language {
    // A website chooses the language of the frame on its page.
    const { pathname, searchParams } = new URL(request.url);
    const requestedLanguage = pathname === WIDGET_PATH ? searchParams.get("language") : null;
    const offered = offeredLanguages(deps);
    if (
      requestedLanguage !== null &&
      isLanguage(requestedLanguage) &&
      offered.includes(requestedLanguage)
    )
      return requestedLanguage;
    const cookies = new Bun.CookieMap(request.headers.get("cookie") ?? "");
    return visitorLanguage({
      chosen: cookies.get(LANGUAGE_COOKIE) ?? undefined,
      acceptLanguage: request.headers.get("accept-language") ?? "",
      offered,
      defaultLanguage: readOperator(deps).riderLanguage,
    });
  }

  return {
    of(request, path, urlLanguage) {
      const [matchedRoutes, , foundRoute] = routeMatcher.getMatchedRoutes(path);
      if (foundRoute === undefined || isTranslated(matchedRoutes.at(-1)?.options.staticData))
        return wordsIn(urlLanguage ?? readOperator(deps).riderLanguage);
      const hasWords = matchedRoutes.some(({ options }) => options.staticData?.words);
      return wordsIn(hasWords ? languageFor(request) : "en");
    },
    in: wordsIn,
    language: languageFor,
    setLanguageCookie(request, language, answer) {
      const cookies = new Bun.CookieMap(request.headers.get("cookie") ?? "");
      if (language && !isLanguage(cookies.get(LANGUAGE_COOKIE) ?? ""))
        answer.headers.append(
          "set-cookie",
          new Bun.Cookie(LANGUAGE_COOKIE, language, {
            path: "/",
            maxAge: COOKIE_SECONDS,
            sameSite: "lax",
            secure: deps.config.isHttps,
          }).serialize(),
        );
      return answer;
    },
  };
}

/** Caches the operator's names in each language until the content of pages changes. */
function createNamesCache(deps: Deps): (language: Language) => Dictionary {
  const dictionaryByLanguage = new Map<Language, Dictionary>();
  let revision = 0;
  return (language) => {
    const currentRevision = contentRevision(deps);
    if (currentRevision !== revision) dictionaryByLanguage.clear();
    revision = currentRevision;
    const names = dictionaryByLanguage.get(language) ?? translatedNames(deps, language);
    dictionaryByLanguage.set(language, names);
    return names;
  };
}

/**
 * Sets the headers with a page's language, what decided it, and the dictionaries that the page will load. A page of the
 * site has the language of its URL, and loads its dictionaries itself after it has been seen.
 */
export function setLanguageHeaders(headers: Headers, words: Words, isPublic: boolean): void {
  if (!isPublic) headers.append("vary", "accept-language, cookie");
  if (!headers.has("content-type")) return;
  headers.set("content-language", words.t.language);
  if (isPublic) return;
  for (const url of dictionaryUrls(words))
    headers.append("link", `<${url}>; rel=preload; as=fetch; crossorigin`);
}
