import type { Language } from "../../src/accounts/contract";
import { useWords } from "../words/use-words";
import { english, type Say } from "../words/words";

/** Decimal digits of a currency's minor unit: 2 for EUR, 0 for RWF, 3 for KWD (ISO 4217). */
export function minorDigits(currency: string): number {
  return currencyOf(currency).digits;
}

/**
 * An amount as text, "RWF 12,500" or "€12.50". `minor` is a whole number of the currency's minor
 * units. The same on the server and in every browser: what English makes of it, with the marks of
 * the page's language, "12 500 RWF".
 */
export function formatMoney(minor: number, currency: string, { language }: Say = english): string {
  const { format, digits } = currencyOf(currency);
  const text = format.format(minor / 10 ** digits);
  if (language === "en") return text;
  const [, minus = "", sign = "", figures = ""] = /^(-?)(\D*?)([\d.,]+)$/.exec(text) ?? [];
  const number = minus + localFigures(figures, language);
  return language === "rw" ? `${sign.trim()}\u00a0${number}` : `${number}\u00a0${sign.trim()}`;
}

/** Figures as English has them, "12,500.25", with the marks of another language. */
export function localFigures(figures: string, language: Language): string {
  if (language === "en") return figures;
  const [whole = "", decimals] = figures.split(".");
  // Spanish leaves four figures together.
  const group = language === "fr" ? "\u202f" : language === "es" && whole.length < 6 ? "" : ".";
  const grouped = whole.replaceAll(",", group);
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
}

/** An amount in figures of equal width, never broken across lines. */
export function Money({
  minor,
  currency,
  className = "",
}: {
  minor: number;
  currency: string;
  className?: string;
}) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {formatMoney(minor, currency, useWords())}
    </span>
  );
}

interface Currency {
  format: Intl.NumberFormat;
  digits: number;
}

const currencies = new Map<string, Currency>();

/** Made once for each currency: either part takes longer than formatting does. */
function currencyOf(code: string): Currency {
  let found = currencies.get(code);
  if (!found) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
    found = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
    currencies.set(code, found);
  }
  return found;
}
