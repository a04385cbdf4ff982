import type { Say } from "./words";

const namesByLanguage = new Map<string, Intl.DisplayNames>();

/**
 * Returns a country's name in the page's language, or in English if the engine lacks that language, as with
 * Kinyarwanda. Use it in the browser only, because engines differ.
 */
export function countryName(code: string, { language }: Say): string {
  const ours = displayNamesIn(language).of(code);
  return ours !== undefined && ours !== code ? ours : (displayNamesIn("en").of(code) ?? code);
}

function displayNamesIn(language: string): Intl.DisplayNames {
  const displayNames =
    namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  namesByLanguage.set(language, displayNames);
  return displayNames;
}
