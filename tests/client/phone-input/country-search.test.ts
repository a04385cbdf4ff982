/** Finding a country: specification, sections 3 and 9. */
import { describe, expect, test } from "bun:test";
import { countries } from "../../../src/accounts/phones/phone-countries";
import {
  countriesIn,
  searchCountries,
  searchDebounceMs,
  typeAheadIndex,
  typeAheadMs,
  withCountriesFirst,
} from "../../../client/phone-input/country-search";
import { createSay } from "../../../client/words/words";

const found = (query: string) => searchCountries(query, countries).map(({ iso2 }) => iso2);
const countryNameAt = (at: number) => countries[at]?.name;

test("section 9: the search waits for 250 ms, and the type-ahead starts over after 1 s", () => {
  expect(searchDebounceMs).toBe(250);
  expect(typeAheadMs).toBe(1000);
});

describe("the country search", () => {
  test("finds by the names in the page's language and in English", () => {
    const frenchCountries = countriesIn(createSay("fr", {}));
    const names = (query: string) =>
      searchCountries(query, frenchCountries).map(({ name }) => name);
    expect(names("allem")).toEqual(["Allemagne"]);
    expect(names("germany")).toEqual(["Allemagne"]);
    expect(withCountriesFirst(["US"], frenchCountries).list[0]?.name).toBe("États-Unis");
    expect(typeAheadIndex(frenchCountries, "alle", 0)).toBe(
      frenchCountries.findIndex(({ iso2 }) => iso2 === "DE"),
    );
  });
  test("finds a word anywhere in a name, with or without its accents", () => {
    expect(found("rwan")).toEqual(["RW"]);
    expect(found("united")[0]).toBe("AE");
    expect(found("cote")[0]).toBe("CI");
    expect(found("côte d'i")[0]).toBe("CI");
    expect(found("africa").slice(0, 2)).toEqual(["CF", "ZA"]);
    expect(found("ivory coast")).toEqual([]);
    expect(found("Ivory")).toEqual(["CI"]);
  });

  test("finds by country code in any case, before names that begin like it", () => {
    expect(found("us")[0]).toBe("US");
    expect(found("UK")[0]).toBe("GB");
    expect(found("UK")).toContain("UA");
    expect(found("rw")[0]).toBe("RW");
  });

  test("finds by dial code, with or without the plus, in order of priority", () => {
    expect(found("+250")).toEqual(["RW"]);
    expect(found("250")).toEqual(["RW"]);
    expect(found("1").slice(0, 1)).toEqual(["US"]);
    expect(found("44").slice(0, 2)).toEqual(["GB", "GG"]);
    expect(found("+1 416")[0]).toBe("CA");
  });

  test("finds the countries of a region", () => {
    expect(found("caribbean")).toContain("JM");
    expect(found("oceania")).toContain("FJ");
  });

  test("lists all countries for empty input, and no country for nonsense", () => {
    expect(found(" ")).toHaveLength(countries.length);
    expect(found("xyzzy")).toEqual([]);
    expect(found("+0")).toEqual([]);
  });
});

describe("the country list's type-ahead", () => {
  const rwandaIndex = countries.findIndex(({ iso2 }) => iso2 === "RW");
  test("narrows the choice letter by letter, and continues at the top of the list", () => {
    expect(countryNameAt(typeAheadIndex(countries, "k", rwandaIndex))).toBe("Kazakhstan");
    expect(countryNameAt(typeAheadIndex(countries, "ke", rwandaIndex))).toBe("Kenya");
    expect(countryNameAt(typeAheadIndex(countries, "south s", rwandaIndex))).toBe("South Sudan");
    expect(typeAheadIndex(countries, "xq", rwandaIndex)).toBe(-1);
  });

  test("goes to the next country if the same letter is typed again", () => {
    const first = typeAheadIndex(countries, "f", rwandaIndex);
    const second = typeAheadIndex(countries, "f", first);
    expect([countryNameAt(first), countryNameAt(second)]).toEqual([
      "Falkland Islands",
      "Faroe Islands",
    ]);
    expect(countryNameAt(typeAheadIndex(countries, "ff", second))).toBe("Fiji");
  });
});

test("withFirstItem puts the priority countries first, each once", () => {
  const { list, topCount } = withCountriesFirst(["us", "RW", "US", "ZZ"]);
  expect(topCount).toBe(2);
  expect(list.slice(0, 3).map(({ iso2 }) => iso2)).toEqual(["US", "RW", "AF"]);
  expect(new Set(list).size).toBe(countries.length);
  expect(list).toHaveLength(countries.length);
});
