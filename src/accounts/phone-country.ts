/** What a phone number says by the numbering plans of all countries. */
import type { PhoneNumber } from "libphonenumber-js/min";

type Plans = typeof import("./phone-plans");

let plans: Plans | undefined;

/**
 * ISO 3166 code of the country of a number in plus-and-digits form, null when the numbering plan
 * does not tell (satellite, toll-free, or digits that fit no country).
 */
export function phoneCountry(phone: string): string | null {
  return parsePhone(phone)?.country ?? null;
}

/** The country calling code of a number in plus-and-digits form, such as `250`; null when unknown. */
export function callingCode(phone: string): string | null {
  return parsePhone(phone)?.countryCallingCode ?? null;
}

/**
 * The number that digits are: whole with a plus, else as they are dialled in a country (ISO 3166).
 * Undefined for what begins like no number; whether it is possible is for the number to say.
 */
export function parsePhone(digits: string, country?: string): PhoneNumber | undefined {
  return load().parsePhone(digits, country);
}

/**
 * What is dialled in a country before a number abroad (`00`, `011` of the USA), where digits begin
 * with it; else empty.
 */
export function internationalPrefix(digits: string, country: string): string {
  return load().internationalPrefix(digits, country);
}

/** On the first number, not at start. */
function load(): Plans {
  plans ??= require("./phone-plans") as Plans;
  return plans;
}
