/**
 * Decides the language of a rider. At the first sign-in it is the language chosen on a page, or else the first of the
 * browser's languages that we offer, or else the operator's usual one. After that it is the rider's own choice. A page
 * is in the account's language, or before the sign-in in the language that the account would get.
 */
import { isLanguage, type Language } from "../settings/languages/languages-contract";

/** The cookie with the language that was chosen on a page. It is not secret, and pages write it. */
export const LANGUAGE_COOKIE = "livery_language";

/** Returns the language for a visitor of whom only the browser is known. */
export function visitorLanguage(of: {
  /** The cookie's value. */
  chosen: string | undefined;
  /** The `Accept-Language` header. */
  acceptLanguage: string;
  /** The languages on offer, including `defaultLanguage`. */
  offered: readonly Language[];
  defaultLanguage: Language;
}): Language {
  const isOffered = (code: string): code is Language =>
    isLanguage(code) && of.offered.includes(code);
  if (of.chosen !== undefined && isOffered(of.chosen)) return of.chosen;
  return preferredLanguage(of.acceptLanguage, isOffered) ?? of.defaultLanguage;
}

/**
 * Returns the offered language that an `Accept-Language` header prefers most (RFC 9110, 12.5.4); undefined if it names
 * none.
 */
function preferredLanguage(
  header: string,
  isOffered: (code: string) => code is Language,
): Language | undefined {
  const preferences = header
    .slice(0, 1_000)
    .split(",")
    .map((part, at) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(
        parameters.map((text) => text.trim()).find((text) => text.startsWith("q=")) ?? "q=1",
      );
      return { language: tag.split("-")[0] ?? "", quality: Number(quality?.[1] ?? 0), at };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at);
  return preferences.map(({ language }) => language).find(isOffered);
}
