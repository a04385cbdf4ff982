/** Compares the table of countries with libphonenumber's own data: specification, sections 3, 5 and 9. */
import { describe, expect, test } from "bun:test";
import examples from "libphonenumber-js/examples.mobile.json";
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { phoneCountries } from "../../../build/phone-countries";
import { countryTable } from "../../../src/accounts/phones/countries.gen";
import { countries, countryOf, defaultFormat } from "../../../src/accounts/phones/phone-countries";
import { flagUrl } from "../../../client/phone-input/flag";
import { formatPhone, fullNumberOf, typePhone } from "../../../client/phone-input/number-text";
import { readCountryFlags } from "../../../build/country-flags";

/** Returns the result of filling in an empty field at once, with Rwanda as the country. */
const fillPhone = (raw: string, country = "RW") =>
  typePhone({ text: "", country }, { raw, caret: raw.length });
/** Returns the result of typing one character after the other. */
const typed = (raw: string, country = "RW") =>
  [...raw].reduce(
    (box, character) => typePhone(box, { raw: box.text + character, caret: box.text.length + 1 }),
    { text: "", country, caret: 0 },
  );

test("the country table is the one that the build makes from libphonenumber", () => {
  expect(countryTable).toBe(phoneCountries());
});

test("the country table has every country of libphonenumber with its dial code", () => {
  const ours = Object.fromEntries(countries.map(({ iso2, dialCode }) => [iso2, dialCode]));
  const theirs = Object.fromEntries(getCountries().map((c) => [c, getCountryCallingCode(c)]));
  expect(ours).toEqual(theirs);
});

test("each country has a name of its own, a region, a format and a priority in its dial code", () => {
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(new Set(countries.map((c) => `${c.dialCode} ${c.priority}`)).size).toBe(countries.length);
  for (const { regions, format, iso2 } of countries) {
    expect(regions.every(Boolean)).toBe(true);
    expect(`${iso2} ${format}`).toMatch(/^[A-Z]{2} \.+( \.+)*$/);
  }
  expect(defaultFormat.replaceAll(" ", "")).toHaveLength(12);
});

test("countryOf returns Rwanda for an unknown code", () => {
  expect(countryOf("ZZ").iso2).toBe("RW");
  expect(countryOf("rw").dialCode).toBe("250");
});

describe("each country's example number", () => {
  const all = getCountries().map((iso2) => {
    const example = getExampleNumber(iso2, examples);
    if (!example) throw new Error(`${iso2} has no example`);
    return { iso2, example };
  });

  test("is grouped as libphonenumber writes it for readers abroad", () => {
    const ours = all.map(({ example }) => fillPhone(example.number).text);
    const theirs = all.map(({ example }) => example.formatInternational().replaceAll("-", " "));
    expect(ours).toEqual(theirs);
  });

  test("gives the same number if it is written as people dial it at home", () => {
    // Argentina writes 15 in national numbers where 9 is written internationally, and the digits alone do not tell
    // which.
    const withoutArgentina = all.filter(({ iso2 }) => iso2 !== "AR");
    const ours = withoutArgentina.map(({ iso2, example }) => {
      const box = fillPhone(example.formatNational(), iso2);
      return fullNumberOf({ ...box, country: iso2 }).full;
    });
    expect(ours).toEqual(withoutArgentina.map(({ example }) => example.number));
  });

  test("gives the same number pasted, typed, with 00 and without the plus", () => {
    for (const { iso2, example } of all) {
      const digits = example.number.slice(1);
      for (const box of [
        fillPhone(example.number),
        typed(example.number),
        fillPhone(example.formatInternational()),
        fillPhone(`00${digits}`),
        typed(`00${digits}`),
        fillPhone(digits, iso2),
      ]) {
        expect(`${iso2} ${fullNumberOf(box).full}`).toBe(`${iso2} ${example.number}`);
      }
    }
  });

  test("gives the same number from its national digits alone", () => {
    for (const { iso2, example } of all) {
      const box = typed(String(example.nationalNumber), iso2);
      expect(`${iso2} ${fullNumberOf(box).full}`).toBe(`${iso2} ${example.number}`);
    }
  });
});

describe("area codes", () => {
  const shared = countries.filter(({ areaCodes }) => areaCodes.length > 0);

  test("tell apart the countries that share a dial code", () => {
    expect(shared.length).toBeGreaterThan(30);
    for (const { iso2, dialCode, areaCodes } of shared) {
      for (const area of areaCodes) {
        expect(`${area} ${fillPhone(`+${dialCode}${area}`).country}`).toBe(`${area} ${iso2}`);
      }
    }
  });

  /**
   * Ranges that several countries share: the three islands of 590, Western Sahara's 528, a few of Australia's islands,
   * the Isle of Man's 7924, and Guernsey's part of Britain's 98.
   */
  const sharedNumberRanges = /^\+(?:590|212528|6108|447924|4498)/;

  test("assign no number to another country than libphonenumber does", () => {
    let comparedCount = 0;
    const wrongNumbers = new Set<string>();
    for (const dialCode of new Set(shared.map((country) => country.dialCode))) {
      for (let area = 0; area < 100_000; area += 17) {
        const number = `+${dialCode}${String(area).padStart(5, "0")}`;
        for (const rest of ["1234", "23456", "2345"]) {
          const theirs = parsePhoneNumberFromString(number + rest);
          if (!theirs?.country || !theirs.isValid()) continue;
          comparedCount++;
          const ours = fillPhone(number + rest).country;
          if (ours !== theirs.country && !sharedNumberRanges.test(number))
            wrongNumbers.add(`${number.slice(0, -1)} ${ours} ${theirs.country}`);
        }
      }
    }
    expect(comparedCount).toBeGreaterThan(5000);
    expect([...wrongNumbers]).toEqual([]);
  }, 60_000);
});

test("flagUrl returns the address of a picture for every country", async () => {
  const flags = await readCountryFlags();
  for (const { iso2 } of countries) {
    expect([...flags.keys()]).toContain(flagUrl(iso2).slice(1));
  }
});

test("formatPhone changes nothing when it formats a number again", () => {
  for (const { iso2, dialCode, format } of countries) {
    const digits = "23456789012345".slice(0, format.replaceAll(" ", "").length);
    for (const text of [digits, `0${digits}`, `+${dialCode}${digits}`]) {
      const once = formatPhone(text, iso2);
      expect(formatPhone(once, iso2)).toBe(once);
    }
  }
});
