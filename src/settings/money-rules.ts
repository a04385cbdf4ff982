/**
 * The decimals of currencies and the form of amounts. This is the only code that knows them. `Intl` is never used for
 * currencies, because the tables of browsers and of Bun differ from each other and between releases.
 */
import { figureFacts } from "./languages/language-figures-contract";
import type { Language } from "./languages/languages-contract";

/** The number of decimals (minor units of ISO 4217) of current and former currencies that do not have two. */
const unusualDecimals = [
  ["BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 0],
  ["BHD IQD JOD KWD LYD OMR TND", 3],
  ["CLF UYW", 4],
] as const;

/** Returns how many decimals a currency has (ISO 4217): 0 for RWF, 2 for USD, 3 for KWD. */
export function currencyDecimals(currency: string): number {
  return unusualDecimals.find(([codes]) => codes.includes(currency))?.[1] ?? 2;
}

/** Symbols that screens show instead of the code, if people know them and they mean no other currency. */
const symbols: Record<string, string> = {
  AUD: "A$",
  BRL: "R$",
  CAD: "CA$",
  CNY: "CN¥",
  EUR: "€",
  GBP: "£",
  HKD: "HK$",
  ILS: "₪",
  INR: "₹",
  JPY: "¥",
  KRW: "₩",
  MXN: "MX$",
  NZD: "NZ$",
  PHP: "₱",
  TWD: "NT$",
  USD: "$",
  VND: "₫",
  XAF: "FCFA",
  XCD: "EC$",
  XOF: "F\u00a0CFA",
  XPF: "CFPF",
};

/** Writes a number without sign, "1234.5", with the separators of a language: "1,234.5", "1 234,5". */
export function localizeNumber(plain: string, language: Language): string {
  const { separators, minGroupedFigures = 0 } = figureFacts[language];
  const [thousandsSeparator = "", decimalSeparator = ""] = separators;
  const [whole = "", fraction] = plain.split(".");
  const wholePart =
    whole.length < minGroupedFigures
      ? whole
      : whole.replace(/\B(?=(?:\d{3})+$)/g, thousandsSeparator);
  return fraction === undefined ? wholePart : wholePart + decimalSeparator + fraction;
}

/** Writes minor units for an input field: 12500 RWF is "12,500", 2750 USD is "27.50". */
export function formatAmount(
  amountMinor: number,
  currency: string,
  language: Language = "en",
): string {
  const decimals = currencyDecimals(currency);
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, "0");
  const end = digits.length - decimals;
  const plain = decimals ? `${digits.slice(0, end)}.${digits.slice(end)}` : digits;
  return (amountMinor < 0 ? "-" : "") + localizeNumber(plain, language);
}

/** Converts minor units to a number of major units, for spreadsheets, charts and search engines: 2750 USD is 27.5. */
export function majorAmount(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** currencyDecimals(currency);
}

/** Converts major units to minor units, rounded to a whole number: 27.5 USD is 2750. */
export function minorAmount(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDecimals(currency));
}

/**
 * Writes an amount of minor units with its currency, in the style of the language. `code` is for papers and messages,
 * which must work on every phone and in every mail program: "RWF 12,400", "EUR 27.50". `symbol` is for screens, never
 * breaks across lines, and uses a symbol if people know one: "€27.50". The result is the same in every browser and on
 * the server, which render the same pages.
 */
export function formatMoney(
  amountMinor: number,
  currency: string,
  language: Language = "en",
  currencyStyle: "code" | "symbol" = "code",
): string {
  const amountText = formatAmount(Math.abs(amountMinor), currency, language);
  const name = (currencyStyle === "symbol" && symbols[currency]) || currency;
  const { isCurrencyLast } = figureFacts[language];
  const isSymbolAttached = language === "en" && !/[A-Z]$/.test(name);
  const space = isSymbolAttached
    ? ""
    : currencyStyle === "code" && !isCurrencyLast
      ? " "
      : "\u00a0";
  return (
    (amountMinor < 0 ? "-" : "") +
    (isCurrencyLast ? amountText + space + name : name + space + amountText)
  );
}
