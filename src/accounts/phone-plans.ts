/**
 * Phone numbers by libphonenumber's plans of all countries. They take 20 ms and 10 MB: only
 * `phone-country.ts` imports this, when it is first asked about a number.
 */
import {
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** See `parsePhone` of `phone-country.ts`. */
export function parsePhone(digits: string, country?: string): PhoneNumber | undefined {
  return country !== undefined && isSupportedCountry(country)
    ? parsePhoneNumberFromString(digits, country)
    : parsePhoneNumberFromString(digits);
}

/** See `internationalPrefix` of `phone-country.ts`. */
export function internationalPrefix(digits: string, country: string): string {
  if (!isSupportedCountry(country)) return "";
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const pattern = metadata.numberingPlan?.IDDPrefix();
  return pattern ? (new RegExp(`^(?:${pattern})(?=[1-9])`).exec(digits)?.[0] ?? "") : "";
}
