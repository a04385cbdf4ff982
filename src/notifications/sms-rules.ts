/**
 * The parts of an SMS: 160 characters each if all characters are in the GSM 03.38 alphabet, else 70. Operators pay per
 * part.
 */

const GSM_ALPHABET =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These characters count as two. */
const GSM_EXTENSION_CHARACTERS = "^{}\\[~]|€\f";

/** Typographic characters and their plain replacements. Letters stay unchanged, because names contain them. */
const plainPunctuation: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u201f«»\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212·•]/g, "-"],
  [/\u2026/g, "..."],
  [/×/g, "x"],
  [/\u2192/g, "->"],
  [/[\u00a0\u2000-\u200a\u202f\u205f]/g, " "],
  [/[\u00ad\u200b\u2060\ufeff]/g, ""],
  // The spelling reform of 1990 allows "aout". Other words with this letter must not be changed.
  [/\baoût\b/g, "aout"],
];

/** Returns a text for SMS: with plain quotes, dashes and spaces, which need no more space than letters. */
export function smsText(text: string): string {
  return plainPunctuation.reduce(
    (changed, [pattern, plain]) => changed.replace(pattern, plain),
    text,
  );
}

/** Returns the characters that limit the parts of an SMS to 70 characters. */
export function nonGsmCharacters(text: string): string[] {
  return [...new Set(text)].filter(
    (character) =>
      !GSM_ALPHABET.includes(character) && !GSM_EXTENSION_CHARACTERS.includes(character),
  );
}

/** Returns how many parts an SMS is sent and billed as. Characters outside the GSM alphabet make each part shorter. */
export function smsPartCount(text: string): number {
  const [singleLength, multipartLength, length] =
    nonGsmCharacters(text).length === 0
      ? [
          160,
          153,
          text.length +
            [...text].filter((character) => GSM_EXTENSION_CHARACTERS.includes(character)).length,
        ]
      : [70, 67, text.length];
  return length <= singleLength ? 1 : Math.ceil(length / multipartLength);
}
