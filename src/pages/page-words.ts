/** In which language a page speaks to its visitor, and the words of it. */
import {
  createWords,
  type Dictionary,
  dictionaryUrl,
  type LoadDictionary,
  type Words,
} from "../../client/words/words";
import type { AppRouter } from "../../client/router";
import type { Language } from "../accounts/contract";
import { LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import { isLanguage } from "../settings/languages/languages-contract";
import type { Assets } from "../process/assets";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";

export interface PageWords {
  /** The words of a page: in the visitor's language where the page speaks it. */
  of(request: Request, path: string): Words;
  /** The words of a language. */
  in(language: Language): Words;
  /** What the visitor reads. */
  language(request: Request): Language;
}

/** The page that stands in frames on other websites. */
const WIDGET = "/widget";

/** Words of the built dictionaries; `map` is only asked which route a path belongs to. */
export function createPageWords(deps: Deps, assets: Assets, map: AppRouter): PageWords {
  const { words: version } = assets.manifest;
  const load: LoadDictionary = (language, part) =>
    assets.json(dictionaryUrl(language, part, version)) as Dictionary;
  const wordsIn = (language: Language) => createWords(language, load, version);

  function languageFor(request: Request): Language {
    // A website says in its own language what stands in its page.
    const { pathname, searchParams } = new URL(request.url);
    const said = pathname === WIDGET ? searchParams.get("language") : null;
    if (said !== null && isLanguage(said)) return said;
    const cookies = new Bun.CookieMap(request.headers.get("cookie") ?? "");
    return visitorLanguage({
      chosen: cookies.get(LANGUAGE_COOKIE) ?? undefined,
      asked: request.headers.get("accept-language") ?? "",
      usual: readOperator(deps).riderLanguage,
    });
  }

  return {
    of(request, path) {
      const [matched] = map.getMatchedRoutes(path);
      const speaks = matched.some(({ options }) => options.staticData?.words);
      return wordsIn(speaks ? languageFor(request) : "en");
    },
    in: wordsIn,
    language: languageFor,
  };
}

/** Says which language a page is in, what decided that, and which words it is about to ask for. */
export function speakOf(headers: Headers, { t: { language }, parts, version }: Words): void {
  headers.append("vary", "accept-language, cookie");
  if (!headers.has("content-type")) return;
  headers.set("content-language", language);
  if (language === "en") return;
  for (const part of parts) {
    const url = dictionaryUrl(language, part, version);
    headers.append("link", `<${url}>; rel=preload; as=fetch; crossorigin`);
  }
}
