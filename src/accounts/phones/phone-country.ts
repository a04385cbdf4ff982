/** The country a phone number belongs to, for the list of countries that SMS may be sent to. */
type Plans = typeof import("./numbering-plans");

let plans: Plans | undefined;

/**
 * ISO 3166 code of the country of a number in plus-and-digits form, null when the numbering plan
 * does not tell (satellite, toll-free, or digits that fit no country).
 */
export function phoneCountry(phone: string): string | null {
  return load().parsePhone(phone)?.country ?? null;
}

/** The country calling code of a number in plus-and-digits form, such as `250`; null when unknown. */
export function callingCode(phone: string): string | null {
  return load().parsePhone(phone)?.countryCallingCode ?? null;
}

/** On the first number, not at start. */
function load(): Plans {
  plans ??= require("./numbering-plans") as Plans;
  return plans;
}
