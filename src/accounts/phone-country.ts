/** The country a phone number belongs to, for the list of countries that SMS may be sent to. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * ISO 3166 code of the country of a number in plus-and-digits form, null when the numbering plan
 * does not tell (satellite, toll-free, or digits that fit no country).
 */
export function phoneCountry(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null;
}
