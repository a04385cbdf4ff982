/**
 * Reads and writes the figures of form fields: money in major units with the currency's decimals, per cent, distances,
 * times. Every reader returns the value, or an error text. Every written value reads back as the same value.
 */
import { MAX_PRICE_MINOR } from "../../src/settings/amount-contract";
import { figureFacts } from "../../src/settings/languages/language-figures-contract";
import type { Language } from "../../src/settings/languages/languages-contract";
import { currencyDecimals, formatAmount } from "../../src/settings/money-rules";

/** The value, or why the text can't be read. */
export type ParsedValue<Value> = { value: Value } | { fault: string };

/** Patterns of grouped thousands, by their separator. Spaces are already removed. */
const groupedPatterns: Record<string, RegExp> = {
  ",": /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ".": /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
};

/**
 * Reads an amount in major units into minor units: "12,500", "12 500", "RWF 12,500", "27.5" and, if unambiguous,
 * "27,50" and "0,500". In other languages it reads their format: "1.027,50". `max`, in minor units, is the server's
 * limit; by default it is the limit of a price.
 */
export function readMoney(
  text: string,
  currency: string,
  language: Language = "en",
  max = MAX_PRICE_MINOR,
): ParsedValue<number> {
  const decimals = currencyDecimals(currency);
  const amountText = text
    .replace(currency, "")
    .replace(/[\s'’\u00a0\u202f$€£]/g, "")
    .trim();
  if (amountText === "") return { fault: "Enter an amount" };
  if (amountText.startsWith("-")) return { fault: "An amount cannot be below zero" };
  const [thousandsSeparator = "", decimalSeparator = ""] = figureFacts[language].separators;
  const isGrouped = groupedPatterns[thousandsSeparator]?.test(amountText);
  const ungroupedText = isGrouped ? amountText.replaceAll(thousandsSeparator, "") : amountText;
  const plainText =
    decimalSeparator === ","
      ? ungroupedText.replace(new RegExp(`^(\\d*),(\\d{0,${decimals}})$`), "$1.$2")
      : ungroupedText.replace(/^(0(?=,)|\d+(?=,\d{1,2}$)),(\d+)$/, "$1.$2");
  const [, whole, fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(plainText) ?? [];
  if (whole === undefined || whole + fraction === "")
    return { fault: `“${text.trim()}” is not an amount` };
  if (fraction.replace(/0+$/, "").length > decimals)
    return {
      fault:
        decimals === 0
          ? `${currency} has no decimal places`
          : `${currency} has at most ${decimals} decimal places`,
    };
  const minor = Number((whole || "0") + fraction.slice(0, decimals).padEnd(decimals, "0"));
  if (minor > max)
    return { fault: `Enter at most ${currency} ${formatAmount(max, currency, language)}` };
  return { value: minor };
}

/** Writes a number without needless zeros: "15", "7.5". */
export function writeNumber(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Reads a number with at most `decimals` decimals from `min` to `max`, and ignores a unit after it. */
function readNumber(
  text: string,
  what: { name: string; decimals: number; min: number; max: number },
): ParsedValue<number> {
  const { name, decimals, min, max } = what;
  const numberText = text
    .trim()
    .replace(/[\s\u00a0\u202f]*(?:%|km|mi|min|h|x)?$/i, "")
    .replace(",", ".");
  if (numberText === "") return { fault: `Enter ${name}` };
  if (!/^-?\d*\.?\d*$/.test(numberText) || !/\d/.test(numberText))
    return { fault: `“${text.trim()}” is not a number` };
  const fraction = numberText.split(".")[1]?.replace(/0+$/, "") ?? "";
  if (fraction.length > decimals)
    return {
      fault:
        decimals === 0
          ? "Use a whole number"
          : `Use at most ${decimals} decimal ${decimals === 1 ? "place" : "places"}`,
    };
  const value = Number(numberText);
  if (value < min || value > max) return { fault: `Enter a number from ${min} to ${max}` };
  return { value };
}

/** Reads per cent, 0 to 100 with at most two decimals. */
export function readPercent(text: string): ParsedValue<number> {
  return readNumber(text, { name: "a percentage", decimals: 2, min: 0, max: 100 });
}

/** Reads a distance with at most one decimal, in the field's unit. */
export function readDistance(text: string): ParsedValue<number> {
  return readNumber(text, { name: "a distance", decimals: 1, min: 0, max: 10_000 });
}

/** Reads a whole number from `min` to `max`. */
export function readWholeNumber(text: string, min: number, max: number): ParsedValue<number> {
  return readNumber(text, { name: "a number", decimals: 0, min, max });
}

/** Reads hours in quarters, 0.25 to 24. */
export function readHours(text: string): ParsedValue<number> {
  const read = readNumber(text, { name: "hours", decimals: 2, min: 0.25, max: 24 });
  if ("value" in read && read.value % 0.25 !== 0)
    return { fault: "Enter full quarters of an hour, such as 1.25" };
  return read;
}

/** Writes minutes as a field's text: "2 h", "90 min", "3 d". */
export function writeMinutes(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return `${minutes / 1440} d`;
  if (minutes > 0 && minutes % 60 === 0) return `${minutes / 60} h`;
  return `${minutes} min`;
}

/** Reads a duration: "2 h", "90 min", "3 d", "1 h 30". A number without a unit is in minutes. */
export function readMinutes(text: string, max: number): ParsedValue<number> {
  const durationText = text.trim().toLowerCase();
  if (durationText === "") return { fault: "Enter a duration, such as 2 h or 30 min" };
  const durationMatch =
    /^(?:(\d+(?:\.\d+)?)\s*d(?:ays?)?)?\s*(?:(\d+(?:\.\d+)?)\s*h(?:ours?)?)?\s*(?:(\d+)\s*(?:m(?:in(?:utes?)?)?)?)?$/.exec(
      durationText,
    );
  if (!durationMatch) return { fault: `“${text.trim()}” is not a duration, such as 2 h or 30 min` };
  const [, days = "0", hours = "0", rest = "0"] = durationMatch;
  const minutes = Math.round(Number(days) * 1440 + Number(hours) * 60 + Number(rest));
  if (minutes > max) return { fault: `Use at most ${writeMinutes(max)}` };
  return { value: minutes };
}

/** Reads a time of day: "22:00", "2200", "9:30", "7". */
export function readTimeOfDay(text: string): ParsedValue<string> {
  const [, hour = "", minute = "00"] =
    /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/.exec(text.trim().toLowerCase()) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59)
    return { fault: "Use a time like 22:00" };
  return { value: `${hour.padStart(2, "0")}:${minute}` };
}
