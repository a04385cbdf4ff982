/**
 * The text of a phone field, and the number it means. The rules of accounts decide which number a text means. A
 * national number is formatted like the chosen country's. Typed characters are never replaced: a text that turns out to
 * be an e-mail address only loses the inserted spaces.
 */
import { readPhoneNumber } from "../../src/accounts/contact-rules";
import { countryOf, defaultFormat } from "../../src/accounts/phones/phone-countries";
import { internationalPrefix, parsePhone } from "../../src/accounts/phones/numbering-plans";
import {
  countryOfNumber,
  type PhoneReading,
  readPhone,
  internationalNumber,
} from "../../src/accounts/phones/phone-rules";
import {
  asciiDigits,
  digitsOf,
  MAX_PHONE_DIGITS,
  withoutDialingPrefix,
} from "../../src/accounts/rules";

/** The field's text, and the country beside it. */
export interface PhoneText {
  text: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** An edit of the field. */
export interface Edit {
  raw: string;
  caret: number;
  /** The browser's name for the edit, such as `deleteContentBackward`; absent if unknown. */
  inputType?: string | undefined;
}

export interface TypingRules {
  /** Whether to keep characters that no phone number has, for a field that also takes e-mail addresses. */
  allowsWords?: boolean;
  /** Whether to allow more than 15 digits. */
  allowsLongNumbers?: boolean;
  /** The country to return to when the number no longer names its own country. */
  home?: string | undefined;
}

/** Any character other than digits, plus and space: a separator that people type, or part of an e-mail address. */
const OTHER_CHARACTER = /[^0-9+ ]/;
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Cc}]/gu;

/** Returns the field after an edit: grouped digits, the country they name, and the caret position. */
export function typePhone(
  before: PhoneText,
  edit: Edit,
  { allowsWords = false, allowsLongNumbers = false, home }: TypingRules = {},
): PhoneText & { caret: number } {
  const edited = { text: edit.raw, caret: edit.caret };
  const typedText = keepCharacters(edited, allowsWords ? /./u : /[0-9+(). /-]/);
  // Two or more characters at once were pasted or filled in, so their grouping was not typed.
  const isPasted = edit.raw.length - before.text.length > 1;
  if (OTHER_CHARACTER.test(typedText.text)) {
    if (!isPasted || /[^0-9+(). /-]/.test(typedText.text)) {
      const { country } = countryAfter(typedText.text, before.country);
      return { ...withoutAddedSpaces(before, typedText), country };
    }
  }
  let dialledText = keepCharacters(typedText, /[0-9+]/);
  dialledText = keepCharacters(
    dialledText,
    /[0-9+]/,
    (index, character) => character !== "+" || index === 0,
  );
  const wasCountryLost = hasCountryCode(before.text) && !hasCountryCode(dialledText.text);
  const startCountry = home && (wasCountryLost || dialledText.text === "") ? home : before.country;
  const maxDigits = maxDigitsFor(dialledText.text, startCountry, allowsLongNumbers);
  const digitCount = digitsOf(dialledText.text).length;
  if (digitCount > maxDigits) {
    if (!isPasted) return { ...before, caret: Math.max(0, edit.caret - 1) };
    const end = dialledText.text.length - (digitCount - maxDigits);
    dialledText = { text: dialledText.text.slice(0, end), caret: Math.min(dialledText.caret, end) };
  }
  if (isOnlySpaceDeleted(before.text, edit.raw))
    dialledText = deleteAtCaret(dialledText, edit.inputType);
  const { country } = countryAfter(dialledText.text, startCountry);
  const text = formatPhone(dialledText.text, country);
  return { text, country, caret: caretAfterCharacters(text, dialledText.caret) };
}

/** Returns the text with its digits grouped like the country's. */
export function formatPhone(text: string, country: string): string {
  if (OTHER_CHARACTER.test(text)) return text;
  const reading = read(text, country);
  if (reading.kind === "national") {
    const groupedText = groupDigits(reading.rest, countryOf(country).format);
    // A single trunk digit belongs to the area code, a longer prefix is separate.
    return reading.trunk === "" || /^0+$/.test(reading.trunk)
      ? groupDigits(
          reading.trunk + reading.rest,
          extendFormat(countryOf(country).format, reading.trunk),
        )
      : `${reading.trunk} ${groupedText}`.trim();
  }
  if (!reading.country) {
    return reading.sign + groupDigits(reading.rest, reading.sign === "00" ? "" : defaultFormat);
  }
  const { dialCode, format, trunk } = reading.country;
  const sign = reading.sign === "00" ? "00 " : reading.sign;
  const leadingZeros = trunk === "0" ? (/^0*/.exec(reading.rest)?.[0] ?? "") : "";
  return `${sign}${dialCode} ${groupDigits(reading.rest, extendFormat(format, leadingZeros))}`.trim();
}

/**
 * Returns the number of the text, such as `+250788123456`, and its calling code, such as `250`. Reads it as the server
 * does; an incomplete number has the digits so far.
 */
export function fullNumberOf({ text, country }: PhoneText): { full: string; code: string } {
  const full = readPhoneNumber(text, { country });
  return full === null
    ? internationalNumber(read(text, country), countryOf(country))
    : { full, code: parsePhone(full)?.countryCallingCode ?? "" };
}

/** Returns the prefix shown before the text: the calling code it omits, such as `+250`; often empty. */
export function prefixOf(text: string, country: string): string {
  const reading = read(text, country);
  if (reading.kind === "national") return `+${countryOf(country).dialCode}`;
  return reading.sign === "" ? "+" : "";
}

/** Returns the same number with another chosen country. */
export function changeCountry({ text, country }: PhoneText, chosen: string): PhoneText {
  if (OTHER_CHARACTER.test(text)) return { text, country: chosen };
  const reading = read(text, country);
  const { full, code } = fullNumberOf({ text, country });
  const nationalText =
    reading.kind === "whole" && code !== ""
      ? (withoutDialingPrefix(full, code) ?? digitsOf(text))
      : digitsOf(text);
  return { text: formatPhone(nationalText, chosen), country: chosen };
}

/** Returns the country of this number if it can be recognised; otherwise the previous one. */
function countryAfter(text: string, current: string): { country: string } {
  const reading = read(text, current);
  const currentCountry = countryOf(current);
  if (reading.kind === "whole") {
    return { country: (reading.country ?? currentCountry).iso2 };
  }
  return { country: countryOfNumber(currentCountry.dialCode, reading.rest, currentCountry).iso2 };
}

/** Returns whether a number starts like an international one. */
function hasCountryCode(text: string): boolean {
  return /^(?:\+|0 ?0 ?[1-9])/.test(text);
}

function read(text: string, country: string): PhoneReading {
  return readPhone(text, countryOf(country));
}

function groupDigits(digits: string, format: string): string {
  let text = "";
  let next = 0;
  for (const place of format) {
    if (next >= digits.length) break;
    text += place === "." ? digits[next++] : place;
  }
  return text.trimEnd() + digits.slice(next);
}

/** Returns a format whose first group also has room for the trunk zero. */
function extendFormat(format: string, trunk: string): string {
  return ".".repeat(trunk.length) + format;
}

function maxDigitsFor(text: string, country: string, allowsLongNumbers: boolean): number {
  if (allowsLongNumbers) return Number.POSITIVE_INFINITY;
  const reading = read(text, country);
  if (reading.kind === "whole") return MAX_PHONE_DIGITS + (reading.sign === "00" ? 2 : 0);
  const prefix = internationalPrefix(digitsOf(text), country);
  if (prefix !== "") return MAX_PHONE_DIGITS + prefix.length;
  return MAX_PHONE_DIGITS - countryOf(country).dialCode.length + reading.trunk.length;
}

interface TextWithCaret {
  text: string;
  caret: number;
}

/** Returns the matching characters, with ASCII digits for those of other scripts, and the caret. */
function keepCharacters(
  { text, caret }: TextWithCaret,
  pattern: RegExp,
  isAllowed: (index: number, character: string) => boolean = () => true,
): TextWithCaret {
  let matchingText = "";
  let newCaret = 0;
  let index = 0;
  let at = /^tel:/i.exec(text)?.[0].length ?? 0;
  for (const typed of text.slice(at)) {
    const character = toAscii(typed);
    const before = at;
    at += typed.length;
    const isKept = pattern.test(character) && character.replace(INVISIBLE_CHARACTERS, "") !== "";
    if (!isKept || !isAllowed(index, character)) continue;
    matchingText += character;
    index += character.length;
    if (before < caret) newCaret = index;
  }
  return { text: matchingText, caret: newCaret };
}

/** Returns a character of a phone number as ASCII: digits of all scripts, full-width signs and spaces. */
function toAscii(character: string): string {
  const ascii = asciiDigits(character).normalize("NFKC");
  return /^[0-9+(). /-]$/.test(ascii) ? ascii : character;
}

/** Returns the text as typed, without the inserted spaces. */
function withoutAddedSpaces(before: PhoneText, typedText: TextWithCaret): TextWithCaret {
  return OTHER_CHARACTER.test(before.text) ? typedText : keepCharacters(typedText, /[^ ]/);
}

function isOnlySpaceDeleted(before: string, raw: string): boolean {
  return (
    raw.length === before.length - 1 &&
    raw.replaceAll(" ", "") === before.replaceAll(" ", "") &&
    !OTHER_CHARACTER.test(raw)
  );
}

/** Deletes the digit beside a deleted space, because the space would be inserted again at once. */
function deleteAtCaret(
  { text, caret }: TextWithCaret,
  inputType: string | undefined,
): TextWithCaret {
  if (inputType === "deleteContentForward") {
    return { text: text.slice(0, caret) + text.slice(caret + 1), caret };
  }
  const at = Math.max(0, caret - 1);
  return { text: text.slice(0, at) + text.slice(caret), caret: at };
}

/** Returns the caret position in the formatted text after `count` digits and signs. */
function caretAfterCharacters(text: string, count: number): number {
  let passedCount = 0;
  let at = 0;
  while (at < text.length && passedCount < count) {
    if (text[at] !== " ") passedCount++;
    at++;
  }
  return at;
}
