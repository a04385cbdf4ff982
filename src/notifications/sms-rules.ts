/**
 * SMS are counted in parts: of 160 characters while all are in the alphabet of GSM 03.38, of 70 as soon as one
 * is not. Operators pay by the part.
 */

const GSM_ALPHABET =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These take two places. */
const GSM_EXTENSION_CHARACTERS = "^{}\\[~]|€\f";

/** What typesetting adds to plain signs; letters stay as they are, for names are written with them. */
const plainPunctuation: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u201f«»\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212·•]/g, "-"],
  [/\u2026/g, "..."],
  [/×/g, "x"],
  [/\u2192/g, "->"],
  [/[\u00a0\u2000-\u200a\u202f\u205f]/g, " "],
  [/[\u00ad\u200b\u2060\ufeff]/g, ""],
  // The spelling reform of 1990 writes the month so; other words with this letter are not ours to change.
  [/\baoût\b/g, "aout"],
];

/** A text as it is sent by SMS: with plain quotes, dashes and spaces, which take no part more than letters do. */
export function smsText(text: string): string {
  return plainPunctuation.reduce((changed, [sign, plain]) => changed.replace(sign, plain), text);
}

/** The characters that make an SMS one of 70 characters a part. */
export function nonGsmCharacters(text: string): string[] {
  return [...new Set(text)].filter(
    (sign) => !GSM_ALPHABET.includes(sign) && !GSM_EXTENSION_CHARACTERS.includes(sign),
  );
}

/** How many parts a text message is sent and billed as: other letters make room for fewer in each. */
export function smsPartCount(text: string): number {
  const [singleLength, multipartLength, length] =
    nonGsmCharacters(text).length === 0
      ? [
          160,
          153,
          text.length + [...text].filter((sign) => GSM_EXTENSION_CHARACTERS.includes(sign)).length,
        ]
      : [70, 67, text.length];
  return length <= singleLength ? 1 : Math.ceil(length / multipartLength);
}
