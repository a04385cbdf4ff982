import type { Say } from "./words";

const namesByLanguage = new Map<string, Intl.DisplayNames>();

/**
 * A country's name in the page's language; in English if the engine has none, as for Kinyarwanda. Use it in
 * the browser only: engines differ.
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
