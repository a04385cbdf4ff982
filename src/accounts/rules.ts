/**
 * Who is meant by what somebody typed: e-mail addresses, phone numbers and names.
 *
 * An identifier is an e-mail address (lower case, NFC) or a phone number (plus and digits); case
 * and spacing variants are one identity. Control characters, a second @ or anything that could be
 * two addresses is refused. The checks run in time linear in a capped length.
 * The patterns and texts are those of the specification, section 5.
 */

export type IdentifierType = "email" | "phone";

/** A contact in the one form that is stored and compared. */
export interface Identifier {
  type: IdentifierType;
  value: string;
}

export const INVALID_IDENTIFIER = "Invalid email or phone number";
export const FIELD_REQUIRED = "This field is required.";
export const INVALID_EMAIL = "Enter a valid email address.";
export const INVALID_PHONE = "Enter a valid phone number.";

/** What the phone input accepts at most. */
export const MOST_PHONE_DIGITS = 15;
export const LONGEST_NAME = 80;

const LONGEST_INPUT = 320;
const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;

/** Optional plus, first digit 1 to 9, then 1 to 14 more. */
const PHONE = /^\+?[1-9]\d{1,14}$/;
/** Dot-separated words; quoting, comments and lists of addresses are not addresses here. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const TOP_LEVEL_DOMAIN = /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;
const CONTROL = /\p{Cc}/u;
/** Characters people group the digits of a phone number with. */
const PHONE_GROUPING = /[ \u00a0\u202f().\-/\u2010\u2011]/g;
/** Embeddings, overrides and isolates: they reorder the text around a name. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const SOMETHING_VISIBLE = /[^\p{Z}\p{C}\p{M}]/u;

/**
 * Reads an e-mail address or a whole phone number as typed, with or without its plus; null when it
 * is neither. A number as it is dialled at home is for `readTypedIdentifier`, which knows the plans.
 */
export function readIdentifier(input: string): Identifier | null {
  if (input.length > LONGEST_INPUT || CONTROL.test(input) || !input.isWellFormed()) return null;
  const text = input.normalize("NFC").trim();
  if (text.includes("@")) {
    const value = text.toLowerCase();
    return isEmail(value) ? { type: "email", value } : null;
  }
  const value = readPhone(text);
  return value === null ? null : { type: "phone", value };
}

/**
 * As {@link readIdentifier}. The specification words the driver's check differently (2 to 15
 * digits after the plus, the first 1 to 9), which accepts the very same numbers.
 */
export const readDriverIdentifier = readIdentifier;

/** Whether a text is one e-mail address whose top-level domain has at least 2 letters. */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_EMAIL) return false;
  const [local, domain, ...more] = text.split("@");
  if (local === undefined || domain === undefined || more.length > 0) return false;
  if (local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false;
  const labels = domain.split(".");
  return (
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    TOP_LEVEL_DOMAIN.test(labels.at(-1) ?? "")
  );
}

/** How the rider's login field takes its content: with a letter, or an @ and a dot, as e-mail. */
export function loginFieldType(text: string): IdentifierType {
  return /\p{L}/u.test(text) || (text.includes("@") && text.includes(".")) ? "email" : "phone";
}

/** What the rider's login field says about its content; null when it may be sent. */
export function loginFieldError(input: string): string | null {
  const text = input.trim();
  if (text === "") return FIELD_REQUIRED;
  if (loginFieldType(text) === "email") {
    return readIdentifier(text)?.type === "email" ? null : INVALID_EMAIL;
  }
  return /^\+?\d{10,15}$/.test(text.replace(PHONE_GROUPING, "")) ? null : INVALID_PHONE;
}

/**
 * Removes the plus and the dialling prefix from a number: `+250788123456` and `250` (or `+250`)
 * give `788123456`. Null when the number does not begin with the prefix.
 */
export function withoutDialingPrefix(phone: string, prefix: string): string | null {
  const digits = phone.replace("+", "");
  const dialing = prefix.replace("+", "");
  return dialing !== "" && digits.startsWith(dialing) ? digits.slice(dialing.length) : null;
}

/**
 * What a screen may show of a contact: of an e-mail's local part only the first character, of a
 * phone only the last 4 digits.
 */
export function maskContact(contact: Identifier): string {
  if (contact.type === "phone") {
    const digits = contact.value.replace("+", "");
    return "*".repeat(Math.max(0, digits.length - 4)) + digits.slice(-4);
  }
  const at = contact.value.indexOf("@");
  const [first = ""] = contact.value;
  return `${first}***${contact.value.slice(at)}`;
}

/** The number's first 7 digits after the plus, by which SMS are counted. */
export function smsPrefix(phone: string): string {
  return phone.replace("+", "").slice(0, 7);
}

/** A name as it is stored: NFC, no spaces around it, one between its words. */
export function normalizeName(name: string): string {
  return name.normalize("NFC").trim().replace(/ {2,}/g, " ");
}

/**
 * What is wrong with a person's name, in words that begin with the field's name
 * ("firstName is required"); null when it is fine. Every script and emoji is fine; control
 * characters, text-reordering characters and more than 80 characters are not.
 */
export function personNameError(field: string, name: string): string | null {
  if (name.length > LONGEST_NAME * 8 || [...normalizeName(name)].length > LONGEST_NAME) {
    return `${field} must be at most ${LONGEST_NAME} characters`;
  }
  if (!name.isWellFormed() || CONTROL.test(name) || BIDI_CONTROL.test(name)) {
    return `${field} has a character that cannot be used`;
  }
  return SOMETHING_VISIBLE.test(name) ? null : `${field} is required`;
}

/**
 * What is wrong with first and last name, by field; empty when nothing is. Only somebody who says that they
 * have one name leaves the last one empty, and then they do.
 */
export function namesErrors(names: {
  firstName: string;
  lastName: string;
  hasOneName: boolean;
}): Partial<Record<"firstName" | "lastName", string>> {
  const { firstName, lastName, hasOneName } = names;
  const first = personNameError("firstName", firstName);
  const last = hasOneName
    ? lastName.trim() && "lastName must be empty for somebody with one name"
    : personNameError("lastName", lastName);
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) };
}

function readPhone(text: string): string | null {
  const compact = withoutGrouping(text);
  if (!PHONE.test(compact)) return null;
  return compact.startsWith("+") ? compact : `+${compact}`;
}

/** A phone number without what people group its digits with. */
export function withoutGrouping(text: string): string {
  return text.replace(PHONE_GROUPING, "");
}
