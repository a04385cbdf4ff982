/** The country a phone number belongs to, for the list of countries that SMS may be sent to. */

type Parse = typeof import("libphonenumber-js/min").parsePhoneNumberFromString;

let parse: Parse | undefined;

/**
 * ISO 3166 code of the country of a number in plus-and-digits form, null when the numbering plan
 * does not tell (satellite, toll-free, or digits that fit no country).
 */
export function phoneCountry(phone: string): string | null {
  // On the first number, not at start: the plans of all countries take 20 ms and 10 MB.
  parse ??= (require("libphonenumber-js/min") as { parsePhoneNumberFromString: Parse })
    .parsePhoneNumberFromString;
  return parse(phone)?.country ?? null;
}
