/** The facts of a country that are proposed to a new operator. The owner may change them. Browser-safe. */
import { factsTable } from "./country-facts.gen";

interface CountryFacts {
  /** ISO 4217. Empty if the country has none. */
  currency: string;
  distanceUnit: "km" | "mi";
  /**
   * The country's official languages for which Livery has riders' pages, the most common first. Empty for most
   * countries.
   */
  languages: readonly string[];
  /** IANA time zones, the one with the most people first. Empty if nobody lives there. */
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

/** Returns the facts of a country, by its ISO 3166-1 code. Undefined for an unknown code. */
export function countryFactsOf(iso2: string): CountryFacts | undefined {
  return factsByCountry.get(iso2);
}
