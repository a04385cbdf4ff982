/** Finds countries by typed text: in the search box, and by type-ahead in the list. */
import { type Country, countries } from "../../src/accounts/phones/phone-countries";
import { countryName } from "../words/countries";
import type { Say } from "../words/words";

/** The delay between typing and searching, in ms. */
export const searchDebounceMs = 250;
/** How long type-ahead waits for the next letter before it starts again, in ms. */
export const typeAheadMs = 1000;

/** Returns the text in lower case, without accents, and with one kind of apostrophe. */
function normalizeText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’`]/g, "'").toLowerCase().trim();
}

const searchWordsOf = (country: Country) => ({
  name: normalizeText(country.name),
  otherNames: normalizeText(country.otherNames).split(" ").filter(Boolean),
  regions: country.regions.map(normalizeText),
});
const wordsByCountry = new Map(countries.map((country) => [country, searchWordsOf(country)]));

const countriesByLanguage = new Map<string, readonly Country[]>([["en", countries]]);

/**
 * Returns all countries with their names in the page's language, sorted by that language. Their English names find them
 * too. Works only in a browser.
 */
export function countriesIn(t: Say): readonly Country[] {
  const cachedCountries = countriesByLanguage.get(t.language);
  if (cachedCountries) return cachedCountries;
  const all = countries
    .map((country) => ({
      ...country,
      name: countryName(country.iso2, t),
      otherNames: `${country.otherNames} ${country.name}`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, t.language));
  for (const country of all) wordsByCountry.set(country, searchWordsOf(country));
  countriesByLanguage.set(t.language, all);
  return all;
}

/**
 * Returns the countries that match a query, best first: by name, other names, code, dial code with or without a plus,
 * region. An empty query returns all, in the list's order.
 */
export function searchCountries(query: string, all: readonly Country[]): readonly Country[] {
  const normalizedQuery = normalizeText(query);
  if (normalizedQuery === "") return all;
  const dialledDigits = /^\+?[0-9 ]+$/.test(normalizedQuery)
    ? normalizedQuery.replace(/[^0-9]/g, "")
    : "";
  return all
    .map((country, at) => ({ country, at, rank: rankOf(country, normalizedQuery, dialledDigits) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.at - b.at)
    .map(({ country }) => country);
}

function rankOf(country: Country, normalizedQuery: string, dialledDigits: string): number {
  if (dialledDigits !== "") {
    if (country.dialCode === dialledDigits) return 30 - country.priority;
    // Digits after the dial code are an area code.
    const area =
      dialledDigits.startsWith(country.dialCode) && dialledDigits.slice(country.dialCode.length);
    if (area && country.areaCodes.some((one) => one.startsWith(area))) return 60;
    return country.dialCode.startsWith(dialledDigits) ? 1 : 0;
  }
  const { name, otherNames, regions } = wordsByCountry.get(country) ?? {
    name: "",
    otherNames: [],
    regions: [],
  };
  if (name === normalizedQuery) return 8;
  if (country.iso2.toLowerCase() === normalizedQuery || otherNames.includes(normalizedQuery))
    return 7;
  if (name.startsWith(normalizedQuery)) return 6;
  if (name.split(/[ -]/).some((word) => word.startsWith(normalizedQuery))) return 5;
  if (otherNames.some((word) => word.startsWith(normalizedQuery))) return 4;
  if (name.includes(normalizedQuery)) return 3;
  return regions.some((region) => region.startsWith(normalizedQuery)) ? 2 : 0;
}

/**
 * Returns the index in `list` that the typed letters match, -1 if none. One letter, or the same one again, moves to the
 * next country after `from`.
 */
export function typeAheadIndex(list: readonly Country[], letters: string, from: number): number {
  const normalizedQuery = normalizeText(letters);
  const [first = ""] = normalizedQuery;
  const isRepeated = [...normalizedQuery].every((letter) => letter === first);
  const prefix = isRepeated ? first : normalizedQuery;
  const start = isRepeated ? from + 1 : Math.max(0, from);
  for (let step = 0; step < list.length; step++) {
    const at = (start + step) % list.length;
    const country = list[at];
    if (country && wordsByCountry.get(country)?.name.startsWith(prefix)) return at;
  }
  return -1;
}

/** Returns the countries of `first` in that order, then all others by name. */
export function withCountriesFirst(
  first: readonly string[],
  all = countries,
): { list: readonly Country[]; topCount: number } {
  const top = [...new Set(first.map((iso2) => iso2.toUpperCase()))].flatMap((iso2) =>
    all.filter((country) => country.iso2 === iso2),
  );
  return {
    list: [...top, ...all.filter((country) => !top.includes(country))],
    topCount: top.length,
  };
}
