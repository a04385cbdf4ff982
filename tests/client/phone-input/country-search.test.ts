/** Finding a country: specification, sections 3 and 9. */
import { describe, expect, test } from "bun:test";
import { countries } from "../../../src/accounts/phones/phone-countries";
import {
  countriesIn,
  searchCountries,
  searchDebounceMs,
  typeAhead,
  typeAheadMs,
  withFirstItem,
} from "../../../client/phone-input/country-search";
import { createSay } from "../../../client/words/words";

const found = (query: string) => searchCountries(query, countries).map(({ iso2 }) => iso2);
const countryNameAt = (at: number) => countries[at]?.name;

test("section 9: the search rests for 250 ms, the type-ahead begins again after 1 s", () => {
  expect(searchDebounceMs).toBe(250);
  expect(typeAheadMs).toBe(1000);
});

describe("the search", () => {
  test("finds by the names of the page's language, and by the English ones", () => {
    const frenchCountries = countriesIn(createSay("fr", {}));
    const names = (query: string) =>
      searchCountries(query, frenchCountries).map(({ name }) => name);
    expect(names("allem")).toEqual(["Allemagne"]);
    expect(names("germany")).toEqual(["Allemagne"]);
    expect(withFirstItem(["US"], frenchCountries).list[0]?.name).toBe("États-Unis");
    expect(typeAhead(frenchCountries, "alle", 0)).toBe(
      frenchCountries.findIndex(({ iso2 }) => iso2 === "DE"),
    );
  });
  test("finds by name, wherever the word stands, without its accents", () => {
    expect(found("rwan")).toEqual(["RW"]);
    expect(found("united")[0]).toBe("AE");
    expect(found("cote")[0]).toBe("CI");
    expect(found("côte d'i")[0]).toBe("CI");
    expect(found("africa").slice(0, 2)).toEqual(["CF", "ZA"]);
    expect(found("ivory coast")).toEqual([]);
    expect(found("Ivory")).toEqual(["CI"]);
  });

  test("finds by code, in any case, before the names that only begin like it", () => {
    expect(found("us")[0]).toBe("US");
    expect(found("UK")[0]).toBe("GB");
    expect(found("UK")).toContain("UA");
    expect(found("rw")[0]).toBe("RW");
  });

  test("finds by dial code, with or without the plus, by priority", () => {
    expect(found("+250")).toEqual(["RW"]);
    expect(found("250")).toEqual(["RW"]);
    expect(found("1").slice(0, 1)).toEqual(["US"]);
    expect(found("44").slice(0, 2)).toEqual(["GB", "GG"]);
    expect(found("+1 416")[0]).toBe("CA");
  });

  test("finds the countries of a region after those of that name", () => {
    expect(found("caribbean")).toContain("JM");
    expect(found("oceania")).toContain("FJ");
  });

  test("gives all for nothing, and nothing for nonsense", () => {
    expect(found(" ")).toHaveLength(countries.length);
    expect(found("xyzzy")).toEqual([]);
    expect(found("+0")).toEqual([]);
  });
});

describe("the type-ahead", () => {
  const rwandaIndex = countries.findIndex(({ iso2 }) => iso2 === "RW");
  test("goes on from letter to letter, and round", () => {
    expect(countryNameAt(typeAhead(countries, "k", rwandaIndex))).toBe("Kazakhstan");
    expect(countryNameAt(typeAhead(countries, "ke", rwandaIndex))).toBe("Kenya");
    expect(countryNameAt(typeAhead(countries, "south s", rwandaIndex))).toBe("South Sudan");
    expect(typeAhead(countries, "xq", rwandaIndex)).toBe(-1);
  });

  test("the same letter again goes to the next", () => {
    const first = typeAhead(countries, "f", rwandaIndex);
    const second = typeAhead(countries, "f", first);
    expect([countryNameAt(first), countryNameAt(second)]).toEqual([
      "Falkland Islands",
      "Faroe Islands",
    ]);
    expect(countryNameAt(typeAhead(countries, "ff", second))).toBe("Fiji");
  });
});

test("the priority countries stand first, each once", () => {
  const { list, first } = withFirstItem(["us", "RW", "US", "ZZ"]);
  expect(first).toBe(2);
  expect(list.slice(0, 3).map(({ iso2 }) => iso2)).toEqual(["US", "RW", "AF"]);
  expect(new Set(list).size).toBe(countries.length);
  expect(list).toHaveLength(countries.length);
});
