/**
 * The addresses of the site's pages in each language: `/services` in the main language, and `/fr/services`, below its
 * code, in another. Browser-safe.
 */
import { isLanguage, type Language } from "../settings/languages/languages-contract";

/** Returns the address of a path in a language. The path may include a query. */
export function addressInLanguage(
  path: string,
  language: Language,
  mainLanguage: Language,
): string {
  return language === mainLanguage ? path : `/${language}${path}`;
}

/**
 * Returns the language that an address names, and the path below it. Null if it names none, or if the rest would lead
 * to another website: `//example.com`.
 */
export function languageInPath(address: string): { language: Language; path: string } | null {
  const [, code = "", path = ""] = /^\/([a-z]{2})(\/(?!\/).*)?$/.exec(address) ?? [];
  return isLanguage(code) ? { language: code, path: path || "/" } : null;
}
