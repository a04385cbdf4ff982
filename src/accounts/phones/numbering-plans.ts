/**
 * Phone numbers by libphonenumber's plans of all countries. On a server they take 20 ms and 10 MB,
 * so that what needs them there is loaded when it is first asked: `phone-country.ts` and
 * `contact-queries.ts`.
 */
import {
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/**
 * The number that digits are: whole with a plus, else as they are dialled in a country (ISO 3166).
 * Undefined for what begins like no number; whether it is possible is for the number to say.
 */
export function parsePhone(digits: string, country?: string): PhoneNumber | undefined {
  return country !== undefined && isSupportedCountry(country)
    ? parsePhoneNumberFromString(digits, country)
    : parsePhoneNumberFromString(digits);
}

/**
 * What is dialled in a country before a number abroad (`00`, `011` of the USA), where digits begin
 * with it; else empty.
 */
export function internationalPrefix(digits: string, country: string): string {
  if (!isSupportedCountry(country)) return "";
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const pattern = metadata.numberingPlan?.IDDPrefix();
  return pattern ? (new RegExp(`^(?:${pattern})(?=[1-9])`).exec(digits)?.[0] ?? "") : "";
}
