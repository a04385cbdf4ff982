import type { Say } from "./words";

const known = new Map<string, Intl.DisplayNames>();

/**
 * A country's name in the page's language; in English if the engine has none, as for Kinyarwanda. Use it in
 * the browser only: engines differ.
 */
export function countryName(code: string, { language }: Say): string {
  const ours = displayNamesIn(language).of(code);
  return ours !== undefined && ours !== code ? ours : (displayNamesIn("en").of(code) ?? code);
}

function displayNamesIn(language: string): Intl.DisplayNames {
  const found = known.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  known.set(language, found);
  return found;
}
