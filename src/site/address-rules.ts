/**
 * Where a page of the site is in each language: in the main one at its path, `/services`, in another below its
 * code, `/fr/services`. Browser-safe.
 */
import { isLanguage, type Language } from "../settings/languages/languages-contract";

/** A path in a language, with what follows on it. */
export function addressInLanguage(
  path: string,
  language: Language,
  mainLanguage: Language,
): string {
  return language === mainLanguage ? path : `/${language}${path}`;
}

/**
 * The language that an address names, and the path below it; null where it names none, or where the rest would lead
 * to another website: `//example.com`.
 */
export function languageInPath(address: string): { language: Language; path: string } | null {
  const [, code = "", path = ""] = /^\/([a-z]{2})(\/(?!\/).*)?$/.exec(address) ?? [];
  return isLanguage(code) ? { language: code, path: path || "/" } : null;
}
