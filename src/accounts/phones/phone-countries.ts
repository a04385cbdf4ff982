/**
 * The countries and how their phone numbers are written: libphonenumber's, made into a table of 4 kB (packed)
 * by `build/phone-countries.ts`; the formats are those of a mobile number written for readers abroad.
 */
import { countryTable } from "./countries.gen";

export interface Country {
  /** ISO 3166-1 alpha-2, upper case; of places without one, what the flags and phones use. */
  iso2: string;
  /** In English. */
  name: string;
  regions: readonly string[];
  /** The country calling code, digits only. */
  dialCode: string;
  /** The national number's digits in groups, a dot a digit. */
  format: string;
  /** Among the countries of one dial code, who has it until the area code tells; 0 goes first. */
  priority: number;
  /** How national numbers begin that are this country's and no other's of the dial code. */
  areaCodes: readonly string[];
  /** What is dialled before a national number at home and left out abroad; empty where nothing is. */
  trunk: string;
  /** Other names it is looked for by. */
  otherNames: string;
}

/** For a number whose country has no format of its own. */
export const defaultFormat = "... ... ... ...";

/** All countries by name. */
export const countries: readonly Country[] = countryTable.split("\n").map((line) => {
  const [
    iso2 = "",
    name = "",
    regions = "",
    dialCode = "",
    format = "",
    priority = "",
    areas = "",
    trunk = "",
    otherNames = "",
  ] = line.split(";");
  return {
    iso2,
    name,
    regions: regions.split("/"),
    dialCode,
    format,
    priority: Number(priority),
    areaCodes: areas === "" ? [] : areas.split(" "),
    trunk,
    otherNames,
  };
});

const countriesByIso2 = new Map(countries.map((country) => [country.iso2, country]));

/** The country of this code, in upper or lower case; Rwanda for an unknown code. */
export function countryOf(iso2: string): Country {
  const foundCountry = countriesByIso2.get(iso2.toUpperCase()) ?? countriesByIso2.get("RW");
  if (!foundCountry) throw new Error("Rwanda is missing from the table of countries");
  return foundCountry;
}
