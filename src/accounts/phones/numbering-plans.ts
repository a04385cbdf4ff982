/**
 * Reads phone numbers by libphonenumber's plans of all countries. On a server the plans take 20 ms and 10 MB, so
 * `phone-country.ts` and `contact-queries.ts` load them only at their first use.
 */
import {
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/**
 * Returns the number that digits mean: a complete number with a plus, or else a number as dialled in a country (ISO
 * 3166). Undefined if the digits do not begin like a number. The result says whether the number is possible.
 */
export function parsePhone(digits: string, country?: string): PhoneNumber | undefined {
  return country !== undefined && isSupportedCountry(country)
    ? parsePhoneNumberFromString(digits, country)
    : parsePhoneNumberFromString(digits);
}

/**
 * Returns the prefix dialled in a country before a number abroad (`00`, `011` of the USA), if the digits begin with it;
 * else an empty text.
 */
export function internationalPrefix(digits: string, country: string): string {
  if (!isSupportedCountry(country)) return "";
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const pattern = metadata.numberingPlan?.IDDPrefix();
  return pattern ? (new RegExp(`^(?:${pattern})(?=[1-9])`).exec(digits)?.[0] ?? "") : "";
}
