/** Reads contacts from requests, with the operator's country as the home country. */
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { Identifier } from "./rules";

type ContactRules = typeof import("./contact-rules");

let rules: ContactRules | undefined;

/**
 * Reads a typed e-mail address or phone number; null if it is neither. A number without a country code belongs to the
 * country of `callingCode`, or else to the operator's country.
 */
export function readTypedContact(
  deps: Deps,
  input: string,
  callingCode?: string | null,
): Identifier | null {
  // Loaded with the first contact, not at start, because the rules contain the numbering plans of all countries.
  rules ??= require("./contact-rules") as ContactRules;
  return rules.readContact(input, { country: readOperator(deps).country, callingCode });
}

/** Reads a phone number in the same way as `readTypedContact`. */
export function readTypedPhone(deps: Deps, input: string): string | null {
  const contact = readTypedContact(deps, input);
  return contact?.type === "phone" ? contact.value : null;
}
