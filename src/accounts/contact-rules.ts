/**
 * The one reader of contacts on the server: whatever call brings an e-mail address or a phone
 * number, this says which one it is, in the only form that is stored, counted, compared and sent to.
 *
 * Phone numbers are read by libphonenumber: a trunk zero, an international prefix, brackets and the
 * digits of any script make no other number. A number that says no country is one of the calling
 * code beside it, else of the operator's country, as long as it can be one; else it is a whole
 * number without its plus. What no country can have as a number is none.
 */
import { type Country, countries } from "./phones/phone-countries";
import { parsePhone } from "./phones/numbering-plans";
import { readPhone } from "./phones/phone-rules";
import { type Identifier, isWellFormedPhone, phoneText, readIdentifier } from "./rules";

/** Where numbers without a country code are from. */
export interface Home {
  /** ISO 3166-1 alpha-2: the operator's. */
  country: string;
  /** Typed beside the number, such as `250`; it goes before the country. Ignored where it is none. */
  callingCode?: string | null | undefined;
}

/** Reads an e-mail address or a phone number as typed; null when it is neither. */
export function readContact(input: string, home: Home): Identifier | null {
  if (input.includes("@")) return readIdentifier(input);
  const value = readPhoneNumber(input, home);
  return value === null ? null : { type: "phone", value };
}

/** A phone number as typed, in plus-and-digits form; null when there can be no such number. */
export function readPhoneNumber(input: string, { country, callingCode }: Home): string | null {
  const text = phoneText(input);
  if (text === null) return null;
  if (text.startsWith("+")) return parsePossible(text)?.number ?? null;
  const code = /^\+?([1-9]\d{0,2})$/.exec(callingCode?.trim() ?? "")?.[1];
  const home = homeCountry(country, code);
  // Numbers of no country (satellite, freephone) have nothing that is dialled at home only.
  const nationalNumber =
    code && !home ? parsePossible(`+${code}${text}`) : parsePossible(text, home?.iso2);
  // 00 is a plus nearly everywhere, though in some countries what follows may name a carrier too.
  const isInternational = home !== undefined && readPhone(text, home).kind === "whole";
  const internationalNumber = parsePossible(`+${text.replace(/^00(?=[1-9])/, "")}`);
  const readings = isInternational
    ? [internationalNumber, nationalNumber]
    : [nationalNumber, internationalNumber];
  return (readings.find((number) => number?.isValid()) ?? readings.find(Boolean))?.number ?? null;
}

/** Where a number is dialled: the operator's country, or else the first of a calling code. */
function homeCountry(country: string, code: string | undefined): Country | undefined {
  const own = countries.find(({ iso2 }) => iso2 === country);
  if (code === undefined || own?.dialCode === code) return own;
  const sharingCountries = countries.filter(({ dialCode }) => dialCode === code);
  return sharingCountries.toSorted((a, b) => a.priority - b.priority)[0];
}

function parsePossible(text: string, country?: string) {
  // Mexico's mobile numbers had a 1 after the 52 until 2019, and address books still have it.
  const number = parsePhone(text.replace(/^\+521(?=\d{10}$)/, "+52"), country);
  return number?.isPossible() && isWellFormedPhone(number.number) ? number : null;
}
