/**
 * Reads typed e-mail addresses, phone numbers and names.
 *
 * An e-mail address is stored as mail servers use it: its domain in ASCII (UTS 46, so that all spellings of one mailbox
 * are one address), its local part in lower case and NFC. Control characters, a second @ or anything that could be two
 * addresses is refused. Which phone number a text means depends on the numbering plans and is decided by
 * `contact-rules.ts`; this file only checks whether it looks like one. The checks run in time linear in a limited
 * length. The patterns and texts are those of the specification, section 5.
 */
type IdentifierType = "email" | "phone";

/** A contact in the one form that is stored and compared. */
export interface Identifier {
  type: IdentifierType;
  value: string;
}

export const INVALID_IDENTIFIER = "Invalid email or phone number";
export const FIELD_REQUIRED = "This field is required.";
export const INVALID_EMAIL = "Enter a valid email address.";
export const INVALID_PHONE = "Enter a valid phone number.";

/** The most digits that the phone input accepts. */
export const MAX_PHONE_DIGITS = 15;
export const MAX_NAME_LENGTH = 80;

const MAX_INPUT_LENGTH = 320;
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** Optional plus, first digit 1 to 9, then 1 to 14 more. */
const PHONE = /^\+?[1-9]\d{1,14}$/;
/**
 * A plus, digits, and the characters that people group them with. A number begins with its plus, a digit or a bracket,
 * and ends with a digit or a bracket.
 */
const PHONE_TEXT = /^(?:tel:)?[([]? ?\+?[ ([]*\d(?:[ ().\-/[\]\u2010-\u2015\u2212]*\d)*[)\]]?$/i;
/** Words separated by dots. Quoting, comments and lists of addresses are refused. */
const LOCAL_PART = localPartPattern();
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL_DOMAIN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** ASCII characters that no domain has, although the URL parser would accept them. */
const FORBIDDEN_IN_DOMAIN = /[^a-z0-9.\-\u0080-\u{10ffff}]/iu;
const PLAIN_DOMAIN = /^(?!.*xn--)[a-z0-9.-]+$/;
const FULL_STOPS = /[.\u3002\uff0e\uff61]/;
const CONTROL_CHARACTER = /\p{Cc}/u;
/** Direction marks and other invisible characters that come along when a number is copied. */
const INVISIBLE_CHARACTERS = /\p{Cf}/gu;
/** Embeddings, overrides and isolates, which reorder the text around a name. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const VISIBLE_CHARACTER = /[^\p{Z}\p{C}\p{M}]/u;

/**
 * Reads an e-mail address as mail servers use it, or a text that looks like a complete phone number, with or without
 * its plus; null if a text is neither. This is the shared check of section 5. Browsers use it before they send. The
 * server reads contacts with `readContact`, which knows the numbering plans.
 */
export function readIdentifier(input: string): Identifier | null {
  if (input.includes("@")) {
    const value = readEmail(input);
    return value === null ? null : { type: "email", value };
  }
  const value = phoneText(input);
  if (value === null || !isWellFormedPhone(value)) return null;
  return { type: "phone", value: value.startsWith("+") ? value : `+${value}` };
}

/**
 * Does the same as {@link readIdentifier}. The specification words the driver's check differently (2 to 15 digits after
 * the plus, the first 1 to 9), but it accepts the same numbers.
 */
export const readDriverIdentifier = readIdentifier;

/** Returns a stored contact with its type. */
export function storedContact(value: string): Identifier {
  return { type: value.includes("@") ? "email" : "phone", value };
}

/**
 * Returns an e-mail address in the one form that is stored, compared and sent to, with its domain in ASCII; null if it
 * is not valid. The top-level domain must have at least 2 letters.
 */
export function readEmail(input: string): string | null {
  if (!isReadable(input)) return null;
  const [local = "", host, ...more] = input.normalize("NFC").trim().split("@");
  if (host === undefined || more.length > 0) return null;
  const name = local.toLowerCase().normalize("NFC");
  const domain = asciiDomain(host);
  if (domain === null || name.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(name)) return null;
  const value = `${name}@${domain}`;
  return value.length > MAX_EMAIL_LENGTH ? null : value;
}

/** Returns a domain in ASCII by UTS 46, as browsers and mail servers look it up; null if it is not a domain. */
function asciiDomain(host: string): string | null {
  const last = host.split(FULL_STOPS).at(-1) ?? "";
  if (FORBIDDEN_IN_DOMAIN.test(host) || [...last].length < 2) return null;
  const plain = host.toLowerCase();
  const domain = PLAIN_DOMAIN.test(plain) ? plain : mappedDomain(host);
  const labels = domain.split(".");
  return labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    TOP_LEVEL_DOMAIN.test(labels.at(-1) ?? "")
    ? domain
    : null;
}

function mappedDomain(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    // UTS 46 has no ASCII form of this domain.
    return "";
  }
}

/**
 * Returns a pattern for letters with their vowel signs and accents, in which no sign comes first and none is invisible.
 */
function localPartPattern(): RegExp {
  const visibleCharacter = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
  const letter = String.raw`${visibleCharacter}[\p{L}\p{N}!#$%&'*+/=?^_\x60{|}~-]`;
  // After a sign, a joiner sets how the letters of some scripts are joined.
  const sign = String.raw`${visibleCharacter}\p{M}(?:[\u200c\u200d](?=\p{L}))?`;
  const word = `${letter}(?:${letter}|${sign})*`;
  return new RegExp(String.raw`^${word}(?:\.${word})*$`, "u");
}

/**
 * Returns the plus and the digits of a text that looks like one phone number: digits of any script, in groups, with
 * brackets. Null for anything else. It does not check whether the number exists.
 */
export function phoneText(input: string): string | null {
  if (!isReadable(input)) return null;
  const text = asciiDigits(input.replace(INVISIBLE_CHARACTERS, "")).normalize("NFKC").trim();
  return PHONE_TEXT.test(text) ? text.replace(/[^+\d]/g, "") : null;
}

/** Returns whether a plus and digits match the specification's pattern of a phone number. */
export function isWellFormedPhone(phone: string): boolean {
  return PHONE.test(phone);
}

/** Returns a text with the digits of every script (Arabic, Persian, Devanagari, full-width…) as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // Unicode has the ten digits of each script in a row, and rows of ten only.
    let before = 0;
    let code = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(--code))) before++;
    return `${before % 10}`;
  });
}

/** Returns the digits of a text, as 0 to 9. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}

function isReadable(input: string): boolean {
  return input.length <= MAX_INPUT_LENGTH && !CONTROL_CHARACTER.test(input) && input.isWellFormed();
}

/**
 * Returns how the rider's login field treats its content: as an e-mail address if it has a letter, or an @ and a dot.
 */
export function loginFieldType(text: string): IdentifierType {
  return /\p{L}/u.test(text) || (text.includes("@") && text.includes(".")) ? "email" : "phone";
}

/** Returns the error under the rider's login field; null if its content may be sent. */
export function loginFieldError(input: string): string | null {
  const text = input.trim();
  if (text === "") return FIELD_REQUIRED;
  if (loginFieldType(text) === "email") {
    return readIdentifier(text)?.type === "email" ? null : INVALID_EMAIL;
  }
  return /^\+?\d{10,15}$/.test(phoneText(text) ?? "") ? null : INVALID_PHONE;
}

/**
 * Removes the plus and the dialling prefix from a number: `+250788123456` and `250` (or `+250`) give `788123456`.
 * Returns null if the number does not begin with the prefix.
 */
export function withoutDialingPrefix(phone: string, prefix: string): string | null {
  const digits = phone.replace("+", "");
  const dialingDigits = prefix.replace("+", "");
  return dialingDigits !== "" && digits.startsWith(dialingDigits)
    ? digits.slice(dialingDigits.length)
    : null;
}

/**
 * Returns the part of a contact that a screen may show: the first character of an e-mail's local part, with the domain,
 * or the last 4 digits of a phone number.
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

/** Returns the number's first 7 digits after the plus, by which SMS are counted. */
export function smsPrefix(phone: string): string {
  return phone.replace("+", "").slice(0, 7);
}

/** Returns a name in its stored form: NFC, without spaces around it, and with one space between words. */
export function normalizeName(name: string): string {
  return name.normalize("NFC").trim().replace(/ {2,}/g, " ");
}

/**
 * Returns the error in a person's name as a text that begins with the field's name ("firstName is required"); null if
 * there is none. All scripts and emoji are allowed. Control characters, text-reordering characters and more than 80
 * characters are not.
 */
export function personNameError(field: string, name: string): string | null {
  if (name.length > MAX_NAME_LENGTH * 8 || [...normalizeName(name)].length > MAX_NAME_LENGTH) {
    return `${field} must be at most ${MAX_NAME_LENGTH} characters`;
  }
  if (!name.isWellFormed() || CONTROL_CHARACTER.test(name) || BIDI_CONTROL.test(name)) {
    return `${field} has a character that cannot be used`;
  }
  return VISIBLE_CHARACTER.test(name) ? null : `${field} is required`;
}

/**
 * Returns the errors in first and last name by field; empty if there are none. The last name must be empty if
 * `hasOneName` is set, and filled in otherwise.
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
