/** Contacts as calls bring them, read where the operator is at home. */
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { type Home, readContact } from "./contact-rules";
import type { Identifier } from "./rules";

/**
 * Reads an e-mail address or a phone number that somebody typed; null when it is neither. A number
 * without a country code is of `callingCode`, else of the operator's country.
 */
export function readTyped(
  deps: Deps,
  input: string,
  callingCode?: string | null,
): Identifier | null {
  return readContact(input, { ...homeOf(deps), callingCode });
}

/** Where phone numbers without a country code are from. */
export function homeOf(deps: Deps): Home {
  return { country: readOperator(deps).country };
}
