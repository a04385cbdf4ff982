/**
 * The countries and how their phone numbers are written. `build/phone-countries.ts` makes this table of 4 kB (packed)
 * from libphonenumber. The formats are those of a mobile number as written for readers abroad.
 */
import { countryTable } from "./countries.gen";

export interface Country {
  /** ISO 3166-1 alpha-2 in upper case. For places without a code, the code that flags and phones use. */
  iso2: string;
  /** In English. */
  name: string;
  regions: readonly string[];
  /** The country calling code, digits only. */
  dialCode: string;
  /** The groups of digits of the national number, with a dot for each digit. */
  format: string;
  /** The order among countries that share a dial code, until the area code decides. 0 is first. */
  priority: number;
  /** How national numbers begin that belong to this country alone among those of the dial code. */
  areaCodes: readonly string[];
  /** The digits dialled before a national number at home but not from abroad; empty if there are none. */
  trunk: string;
  /** Other names by which people search for it. */
  otherNames: string;
}

/** The format for countries that have none of their own. */
export const defaultFormat = "... ... ... ...";

/** All countries, ordered by name. */
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

/** Returns the country of this code, in upper or lower case; Rwanda for an unknown code. */
export function countryOf(iso2: string): Country {
  const country = countriesByIso2.get(iso2.toUpperCase()) ?? countriesByIso2.get("RW");
  if (!country) throw new Error("Rwanda is missing from the table of countries");
  return country;
}
