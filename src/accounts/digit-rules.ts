/** The digits of all scripts: people type what their keyboard has. */

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /^\p{Nd}$/u;

/** A text with the digits of every script (Arabic, Persian, Devanagari, full-width…) as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    // Unicode has the ten of each script in a row, and rows of ten only.
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
    return String(before % 10);
  });
}

/** The digits of a text, as 0 to 9. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, "");
}
