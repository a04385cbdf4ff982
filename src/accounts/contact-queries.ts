/** Contacts as calls bring them, read where the operator is at home. */
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { Identifier } from "./rules";

type ContactRules = typeof import("./contact-rules");

let rules: ContactRules | undefined;

/**
 * Reads an e-mail address or a phone number that somebody typed; null when it is neither. A number
 * without a country code is of `callingCode`, else of the operator's country.
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

/** As `readTypedContact`, of phone numbers alone. */
export function readTypedPhone(deps: Deps, input: string): string | null {
  const contact = readTypedContact(deps, input);
  return contact?.type === "phone" ? contact.value : null;
}
