/**
 * At the first sign-in a rider's language is what they chose on a page, or else the first of ours that the browser asks for, or else
 * the operator's usual one; later it is what they chose. A page speaks the account's language, and
 * before the sign-in what the account would get.
 */
import { isLanguage, type Language } from "../settings/languages/languages-contract";

/** Where a browser keeps the language that was chosen on a page: no secret, and pages write it. */
export const LANGUAGE_COOKIE = "livery_language";

/** The language for a visitor of whom only the browser is known. */
export function visitorLanguage(of: {
  /** The cookie's value. */
  chosen: string | undefined;
  /** The `Accept-Language` header. */
  acceptLanguage: string;
  /** What is offered, `defaultLanguage` among it. */
  offered: readonly Language[];
  defaultLanguage: Language;
}): Language {
  const isOffered = (code: string): code is Language =>
    isLanguage(code) && of.offered.includes(code);
  if (of.chosen !== undefined && isOffered(of.chosen)) return of.chosen;
  return preferredLanguage(of.acceptLanguage, isOffered) ?? of.defaultLanguage;
}

/**
 * The language on offer that an `Accept-Language` header asks for most (RFC 9110, 12.5.4); undefined
 * where it asks for none.
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
