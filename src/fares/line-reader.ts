/** Who reads the lines of a price, and how facts are written for them. Browser-safe. */
import { formatMoney, marks } from "../settings/money-rules";

/** The reader's language, and the currency of what is read. */
export interface LineReader {
  currency: string;
  language: keyof typeof marks;
  /** A text of a line in the language, the names in its braces as they are. */
  say: (text: string) => string;
}

/** What a line says: its name, and why it is that much. */
export interface LineWords {
  label: string;
  detail: string;
}

/** Who reads in English, as staff and drivers do. */
export function englishReader(currency: string): LineReader {
  return { currency, language: "en", say: (text) => text };
}

/**
 * A text with facts in the place of their names in braces. How one is written follows from its name:
 * `…Minor` is money, `…enths` a distance in tenths of the `unit`, `percent` a percentage.
 */
export function withFacts(
  text: string,
  facts: Readonly<Record<string, unknown>>,
  { currency, language }: Pick<LineReader, "currency" | "language">,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name];
    if (typeof value !== "number") return String(value);
    if (name.endsWith("Minor")) return formatMoney(value, currency, language);
    const isDistance = name.endsWith("enths");
    const figures = String(isDistance ? value / 10 : value).replace(".", marks[language][1]);
    return isDistance ? `${figures} ${facts.unit}` : figures + (name === "percent" ? " %" : "");
  });
}
