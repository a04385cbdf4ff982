/** Finds the country of a phone number, for the list of countries to which SMS may be sent. */
type Plans = typeof import("./numbering-plans");

let plans: Plans | undefined;

/**
 * Returns the ISO 3166 country code of a number in plus-and-digits form; null if the numbering plan does not say
 * (satellite, toll-free, or digits that fit no country).
 */
export function phoneCountry(phone: string): string | null {
  return loadPlans().parsePhone(phone)?.country ?? null;
}

/** Returns the country calling code of a number in plus-and-digits form, such as `250`; null if it is unknown. */
export function callingCode(phone: string): string | null {
  return loadPlans().parsePhone(phone)?.countryCallingCode ?? null;
}

/** Loads the plans for the first number, not at start. */
function loadPlans(): Plans {
  plans ??= require("./numbering-plans") as Plans;
  return plans;
}
