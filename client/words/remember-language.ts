import { isLanguage, type Language } from "../../src/settings/languages/languages-contract";
import { LANGUAGE_COOKIE } from "../../src/accounts/language-rules";

const COOKIE_SECONDS = 390 * 86_400;

/** Stores a language in this browser. The pages before the sign-in use it from then on. */
export function rememberLanguage(language: Language): void {
  const secureAttribute = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is not in every browser
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax${secureAttribute}`;
}

/**
 * Returns the language chosen in this browser, or else the first language of the browser's preferences that we have.
 */
export function requestedLanguage(): Language | undefined {
  const storedLanguage =
    new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? "";
  if (isLanguage(storedLanguage)) return storedLanguage;
  const requestedLanguages = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return requestedLanguages.find(isLanguage);
}
