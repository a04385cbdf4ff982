/**
 * Decides which number is meant by digits typed beside a country.
 *
 * A text that begins with + or 00 is a complete number with its own country. A text that begins with the country's own
 * code is complete only if it is too long to be national: 91 is India's code and also the beginning of Indian mobile
 * numbers. Any other text is national and loses the digits that are dialled before it at home: mostly a zero, 8 in
 * Russia, 06 in Hungary, and nothing in Italy or Côte d'Ivoire, where the zero is part of the number.
 */
import { type Country, countries } from "./phone-countries";
import { digitsOf } from "../rules";

/**
 * A number in parts: complete, with the sign that showed it, or national, with the digits dialled before it at home.
 */
export type PhoneReading =
  | { kind: "whole"; sign: "+" | "00" | ""; country: Country | null; rest: string }
  | { kind: "national"; trunk: string; rest: string };

const countriesByDialCode = new Map<string, readonly Country[]>();
for (const country of countries) {
  const sharingCountries = [...(countriesByDialCode.get(country.dialCode) ?? []), country];
  countriesByDialCode.set(
    country.dialCode,
    sharingCountries.sort((a, b) => a.priority - b.priority),
  );
}
const longestDialCode = Math.max(...[...countriesByDialCode.keys()].map((code) => code.length));

/** Splits a text whose digits were typed beside `current`. */
export function readPhone(text: string, current: Country): PhoneReading {
  const digits = digitsOf(text);
  if (text.trimStart().startsWith("+")) return readWholePhone("+", digits, current);
  // Australia dials 0011 before a number abroad.
  const dials0011 = current.dialCode === "61" && digits.startsWith("001");
  if (/^00[1-9]/.test(digits) && !dials0011) return readWholePhone("00", digits.slice(2), current);
  const { dialCode, trunk, format } = current;
  const usualLength = format.replaceAll(" ", "").length;
  // The country's own code before a number that is long enough without it.
  if (
    digits.startsWith(dialCode) &&
    digits.length > usualLength &&
    digits.length - dialCode.length >= usualLength - 1
  ) {
    return readWholePhone("", digits, current);
  }
  if (trunk === "0") {
    const rest = digits.replace(/^0+/, "");
    return { kind: "national", trunk: digits.slice(0, digits.length - rest.length), rest };
  }
  const startsWithTrunk =
    trunk !== "" && digits.startsWith(trunk) && digits.length >= trunk.length + usualLength;
  return startsWithTrunk
    ? { kind: "national", trunk, rest: digits.slice(trunk.length) }
    : { kind: "national", trunk: "", rest: digits };
}

/** Returns the number of a reading as `+250788123456`, with its calling code as `250`. */
export function internationalNumber(
  reading: PhoneReading,
  { dialCode }: Country,
): { full: string; code: string } {
  if (reading.kind === "national") return { full: `+${dialCode}${reading.rest}`, code: dialCode };
  const code = reading.country?.dialCode ?? "";
  // The zero of +44 (0)20 is dialled at home only.
  const rest = reading.country?.trunk === "0" ? reading.rest.replace(/^0+/, "") : reading.rest;
  return { full: `+${code}${rest}`, code };
}

function readWholePhone(sign: "+" | "00" | "", digits: string, current: Country): PhoneReading {
  for (let length = longestDialCode; length > 0; length--) {
    const dialCode = digits.slice(0, length);
    if (dialCode.length < length || !countriesByDialCode.has(dialCode)) continue;
    const rest = digits.slice(length);
    return { kind: "whole", sign, country: countryOfNumber(dialCode, rest, current), rest };
  }
  return { kind: "whole", sign, country: null, rest: digits };
}

/** Returns which of the countries that share a dial code has the number: by its area code, or else by priority. */
export function countryOfNumber(dialCode: string, national: string, current: Country): Country {
  const sharingCountries = countriesByDialCode.get(dialCode) ?? [];
  const area = national.replace(/^0(?=[1-9])/, "");
  const matchedAreaCodeLength = (country: Country) =>
    Math.max(
      0,
      ...country.areaCodes
        .filter((own) => national.startsWith(own) || area.startsWith(own))
        .map((own) => own.length),
    );
  const bestCountry = sharingCountries.reduce<Country | undefined>(
    (best, country) =>
      matchedAreaCodeLength(country) > (best ? matchedAreaCodeLength(best) : 0) ? country : best,
    undefined,
  );
  if (bestCountry) return bestCountry;
  const isSameCountry =
    sharingCountries.includes(current) &&
    (current.areaCodes.length === 0 || current.areaCodes.some((own) => own.startsWith(area)));
  return isSameCountry ? current : (sharingCountries[0] ?? current);
}
