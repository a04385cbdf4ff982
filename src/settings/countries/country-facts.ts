/** What a country suggests to a new operator. Browser-safe; the owner may say otherwise. */
import { factsTable } from "./country-facts.gen";

interface CountryFacts {
  /** ISO 4217; empty where the country has none. */
  currency: string;
  distanceUnit: "km" | "mi";
  /** Official languages that riders' pages speak, the one of most people first; none in most countries. */
  languages: readonly string[];
  /** IANA time zones, the one of most people first; none where nobody lives. */
  timeZones: readonly string[];
}

const factsByCountry = new Map(
  factsTable.split("\n").map((line): [string, CountryFacts] => {
    const [iso2 = "", currency = "", unit, languages = "", zones = ""] = line.split(";");
    const splitWords = (words: string) => (words === "" ? [] : words.split(" "));
    return [
      iso2,
      {
        currency,
        distanceUnit: unit === "mi" ? "mi" : "km",
        languages: splitWords(languages),
        timeZones: splitWords(zones),
      },
    ];
  }),
);

/** The facts of a country, by its ISO 3166-1 code; undefined for one that nobody knows. */
export function countryFactsOf(iso2: string): CountryFacts | undefined {
  return factsByCountry.get(iso2);
}
