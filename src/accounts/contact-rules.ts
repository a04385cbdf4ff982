/**
 * The only reader of contacts on the server. For every call with an e-mail address or a phone number, it decides which
 * of them it is, and gives the one form that is stored, counted, compared and sent to.
 *
 * Phone numbers are read by libphonenumber: a trunk zero, an international prefix, brackets and the digits of any
 * script make no difference. A number without a country belongs to the calling code beside it, or else to the
 * operator's country, if it is possible there. Otherwise it is read as a complete number without its plus. A number
 * that no country can have is refused.
 */
import { type Country, countries } from "./phones/phone-countries";
import { parsePhone } from "./phones/numbering-plans";
import { readPhone } from "./phones/phone-rules";
import { type Identifier, isWellFormedPhone, phoneText, readIdentifier } from "./rules";

/** The country of numbers without a country code. */
export interface Home {
  /** The operator's country, ISO 3166-1 alpha-2. */
  country: string;
  /**
   * A calling code typed beside the number, such as `250`. It overrides the country. Ignored if it is not a calling
   * code.
   */
  callingCode?: string | null | undefined;
}

/** Reads a typed e-mail address or phone number; null if it is neither. */
export function readContact(input: string, home: Home): Identifier | null {
  if (input.includes("@")) return readIdentifier(input);
  const value = readPhoneNumber(input, home);
  return value === null ? null : { type: "phone", value };
}

/** Reads a typed phone number into plus-and-digits form; null if no such number is possible. */
export function readPhoneNumber(input: string, { country, callingCode }: Home): string | null {
  const text = phoneText(input);
  if (text === null) return null;
  if (text.startsWith("+")) return parsePossible(text)?.number ?? null;
  const code = /^\+?([1-9]\d{0,2})$/.exec(callingCode?.trim() ?? "")?.[1];
  const home = homeCountry(country, code);
  // Numbers that belong to no country (satellite, freephone) have no national form.
  const nationalNumber =
    code && !home ? parsePossible(`+${code}${text}`) : parsePossible(text, home?.iso2);
  // 00 means plus nearly everywhere, but in some countries the next digits may also name a carrier.
  const isInternational = home !== undefined && readPhone(text, home).kind === "whole";
  const internationalNumber = parsePossible(`+${text.replace(/^00(?=[1-9])/, "")}`);
  const readings = isInternational
    ? [internationalNumber, nationalNumber]
    : [nationalNumber, internationalNumber];
  return (readings.find((number) => number?.isValid()) ?? readings.find(Boolean))?.number ?? null;
}

/** Returns the country that a number is dialled in: the operator's, or else the first one of a calling code. */
function homeCountry(country: string, code: string | undefined): Country | undefined {
  const operatorCountry = countries.find(({ iso2 }) => iso2 === country);
  if (code === undefined || operatorCountry?.dialCode === code) return operatorCountry;
  const sharingCountries = countries.filter(({ dialCode }) => dialCode === code);
  return sharingCountries.toSorted((a, b) => a.priority - b.priority)[0];
}

function parsePossible(text: string, country?: string) {
  // Mexico's mobile numbers had a 1 after the 52 until 2019, and many address books still have it.
  const number = parsePhone(text.replace(/^\+521(?=\d{10}$)/, "+52"), country);
  return number?.isPossible() && isWellFormedPhone(number.number) ? number : null;
}
