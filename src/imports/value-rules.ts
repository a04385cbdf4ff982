/**
 * How the cells of a table are read: days, times, amounts, lists. Every reader returns the value, or why the cell can't
 * be read.
 */
import { localTimeAt } from "../settings/local-time";
import { currencyDecimals } from "../settings/money-rules";
import type { DayOrder } from "./contract";

/** The value, or a fault in words. */
export type ReadValue<Value> = { value: Value } | { fault: string };

/** Removes what spreadsheets and exports put around the text of a cell. */
export function cellText(cell: string): string {
  // Livery's own files and others put this mark before a text that a spreadsheet would take for a formula.
  const formulaMarkPattern = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)'(?=\s*[=+\-@＝＋－＠])/g;
  return cell.normalize("NFC").trim().replace(formulaMarkPattern, "$1$2").trim();
}

/** Returns a word in plain form for comparisons: without case, accents, spaces and punctuation. */
export function plainWord(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Tells whether a spreadsheet has shortened a number, so that its digits are lost. */
export function isShortenedNumber(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(text.trim());
}

const months = [
  ["jan", "janvier", "janv", "ene", "enero", "january"],
  ["feb", "fev", "fevr", "fevrier", "febrero", "february"],
  ["mar", "mars", "marzo", "march"],
  ["apr", "avr", "avril", "abr", "abril", "april"],
  ["may", "mai", "mayo"],
  ["jun", "juin", "junio", "june"],
  ["jul", "juil", "juillet", "julio", "july"],
  ["aug", "aou", "aout", "ago", "agosto", "august"],
  ["sep", "sept", "septembre", "septiembre", "september"],
  ["oct", "octobre", "octubre", "october"],
  ["nov", "novembre", "noviembre", "november"],
  ["dec", "decembre", "dic", "diciembre", "december"],
];
const monthOf = (word: string) =>
  months.findIndex((names) => names.includes(plainWord(word))) + 1 || null;

/** Two numbers and a year. A number above 12 shows which one is the day. */
const NUMERIC_DATE = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?!\d)/;
const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const MONTH_NAME_FIRST = /^([\p{L}.]{3,12})\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u;
const MONTH_NAME_SECOND =
  /^(\d{1,2})(?:st|nd|rd|th|er)?[\s\-.]+(?:de\s+)?([\p{L}.]{3,12})[\s\-,]+(?:de\s+)?(\d{4}|\d{2})(?!\d)/u;
const WEEKDAY = /^\p{L}{2,10}[.,]?\s+(?=\d)|^\p{L}{2,10},\s+/u;

/**
 * Returns the order of a numeric date: the only order that gives a valid day, or `either`. Returns null for any other
 * text.
 */
export function dayOrderOf(cell: string): DayOrder | "either" | null {
  const [, first, second] = NUMERIC_DATE.exec(cell.trim()) ?? [];
  if (first === undefined) return null;
  if (Number(first) > 12) return "dmy";
  if (Number(second) > 12) return "mdy";
  return first === second ? null : "either";
}

/** Splits a text into the day at its start, `2026-12-31`, and the rest. */
function splitDay(text: string, order: DayOrder): { day: string; rest: string } | null {
  const textWithoutWeekday = text.replace(WEEKDAY, (found) => (monthOf(found) ? found : ""));
  const iso = ISO_DATE.exec(textWithoutWeekday);
  if (iso) return dayAt(iso[1], iso[2], iso[3], textWithoutWeekday.slice(iso[0].length));
  const figures = NUMERIC_DATE.exec(textWithoutWeekday);
  if (figures) {
    const [whole, first, second, year] = figures;
    const rest = textWithoutWeekday.slice(whole.length);
    return order === "dmy" ? dayAt(year, second, first, rest) : dayAt(year, first, second, rest);
  }
  const dayMonthMatch = MONTH_NAME_SECOND.exec(textWithoutWeekday);
  const month = dayMonthMatch?.[2] ? monthOf(dayMonthMatch[2]) : null;
  if (dayMonthMatch && month)
    return dayAt(
      dayMonthMatch[3],
      String(month),
      dayMonthMatch[1],
      textWithoutWeekday.slice(dayMonthMatch[0].length),
    );
  const monthDayMatch = MONTH_NAME_FIRST.exec(textWithoutWeekday);
  const namedMonth = monthDayMatch?.[1] ? monthOf(monthDayMatch[1]) : null;
  if (monthDayMatch && namedMonth)
    return dayAt(
      monthDayMatch[3],
      String(namedMonth),
      monthDayMatch[2],
      textWithoutWeekday.slice(monthDayMatch[0].length),
    );
  return null;
}

function dayAt(year = "", month = "", day = "", rest = "") {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const date = new Date(Date.UTC(Number(fullYear), Number(month) - 1, Number(day)));
  const isRealDate = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isRealDate || Number(fullYear) < 1950 || Number(fullYear) > 2199) return null;
  return { day: `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, rest };
}

/**
 * Reads a day: `2026-12-31`, `31/12/2026` or `12/31/2026` by the order, `31 Dec 2026`. Text after the day is ignored.
 */
export function readDay(text: string, order: DayOrder): ReadValue<string> {
  const dateParts = splitDay(text, order);
  if (dateParts) return { value: dateParts.day };
  if (/^\d{4,5}(?:\.\d+)?$/.test(text))
    return {
      fault: `“${text}” is a spreadsheet’s day number. Format the column as a date, then export it again.`,
    };
  return { fault: `“${text}” is not a day` };
}

/** Reads a time: `14:30`, `2:30 PM`, `14h30`, `1430`. */
export function readTime(text: string): ReadValue<string> {
  const strippedText = text
    .replace(/\u202f/g, " ")
    .trim()
    .toLowerCase();
  const timeMatch =
    /^(?:t\s*)?(\d{1,2})(?:[:.h ]\s?(\d{2})(?::\d{2}(?:\.\d+)?)?|(\d{2}))?\s*h?\s*([ap])?\.?(?:\s?m\.?)?$/.exec(
      strippedText,
    );
  const [, hourText, minuteText, joinedDigits, halfOfDay] = timeMatch ?? [];
  const hour = Number(hourText);
  const minute = Number(minuteText ?? joinedDigits ?? "0");
  const isTwelveHour = halfOfDay !== undefined;
  if (!timeMatch || minute > 59 || hour > (isTwelveHour ? 12 : 23) || (isTwelveHour && hour === 0))
    return { fault: `“${text}” is not a time` };
  const hour24 = halfOfDay === undefined ? hour : (hour % 12) + (halfOfDay === "p" ? 12 : 0);
  return { value: `${String(hour24).padStart(2, "0")}:${String(minute).padStart(2, "0")}` };
}

/** The zone at the end of a time: `Z`, or an offset that is in use somewhere. */
const ZONE =
  /(?:Z|\+(?:(?:0\d|1[0-3]):?(?:00|30|45)|14:?00)|-(?:(?:0\d|1[01]):?(?:00|30|45)|12:?00))$/i;

/** `09:30-10:30`: two times rather than a time and its zone, which follows a `T`, seconds or another way to write times. */
const TIME_RANGE = /^[,\s]*(?:\d{1,2}(?::\d{2})?\s*-\d{2}:\d{2}|\d{3,4}\s*-\d{4})$/;

/**
 * Reads a day and the time after it, `2026-12-31T14:30`. The time is null if there is none. A time with a zone,
 * `14:30Z` or `14:30+02:00`, is converted to `timeZone`, if one is given.
 */
export function readDayTime(
  text: string,
  order: DayOrder,
  timeZone: string | null,
): ReadValue<{ day: string; time: string | null }> {
  const dateParts = splitDay(text, order);
  if (!dateParts) {
    const { fault = "" } = readDay(text, order) as { fault?: string };
    return { fault };
  }
  const zone = ZONE.exec(dateParts.rest)?.[0] ?? "";
  const rest = dateParts.rest.slice(0, dateParts.rest.length - zone.length).replace(/^[T,\s]+/, "");
  if (rest.trim() === "") return { value: { day: dateParts.day, time: null } };
  if (TIME_RANGE.test(dateParts.rest)) return { fault: `“${text}” is not a time` };
  const time = readTime(rest);
  if ("fault" in time) return time;
  const local = `${dateParts.day}T${time.value}`;
  const localHere =
    zone !== "" && timeZone !== null
      ? localTimeAt(Temporal.Instant.from(local + zone).epochMilliseconds, timeZone)
      : local;
  return { value: { day: localHere.slice(0, 10), time: localHere.slice(11) } };
}

/**
 * Reads an amount in major units: `1,234.50`, `1.234,50`, `RWF 12 000`, `$27.5`; `(12.00)` is negative. A single mark
 * with three digits after it separates thousands, unless the currency has three decimals.
 */
export function readAmount(text: string, currency: string): ReadValue<number> {
  const decimals = currencyDecimals(currency);
  const fault = { fault: `“${text}” is not an amount` };
  const isNegative = /^\(.*\)$|^\s*[-−]|[-−]\s*$/.test(text);
  const figuresText = text
    .replace(/[()\s'’\u00a0\u202f−-]/g, "")
    .replace(/^[^\d.,]{1,4}|[^\d.,]{1,4}$/gu, "");
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(figuresText)) return fault;
  const marks = figuresText.match(/[.,]/g) ?? [];
  const lastSeparatorAt = Math.max(figuresText.lastIndexOf("."), figuresText.lastIndexOf(","));
  const digitsAfterMark = lastSeparatorAt < 0 ? 0 : figuresText.length - lastSeparatorAt - 1;
  const isDecimal =
    lastSeparatorAt >= 0 &&
    (new Set(marks).size === 2 ||
      (marks.length === 1 && (digitsAfterMark !== 3 || decimals === 3)));
  const mark = figuresText[lastSeparatorAt] ?? "";
  if (isDecimal && marks.filter((each) => each === mark).length > 1) return fault;
  const whole = (isDecimal ? figuresText.slice(0, lastSeparatorAt) : figuresText).replace(
    /[.,]/g,
    "",
  );
  const fraction = isDecimal ? figuresText.slice(lastSeparatorAt + 1).replace(/0+$/, "") : "";
  if (!isDecimal && marks.length > 0 && !/^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(figuresText))
    return fault;
  if (fraction.length > decimals)
    return {
      fault:
        decimals === 0
          ? `${currency} has no decimal places: “${text}”`
          : `${currency} has at most ${decimals} decimal places: “${text}”`,
    };
  const minor = Number(whole + fraction.padEnd(decimals, "0"));
  if (minor > 100_000_000_000) return { fault: `“${text}” is too large for an amount` };
  return { value: isNegative ? -minor : minor };
}

/** Reads a number with a decimal point or a decimal comma. */
export function readFigure(text: string): number | null {
  const stripped = text.replace(/[\s\u00a0\u202f]/g, "").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  return /^-?\d+(?:\.\d+)?$/.test(stripped) ? Number(stripped) : null;
}

const yes = new Set([
  "yes",
  "y",
  "true",
  "1",
  "x",
  "oui",
  "si",
  "vrai",
  "on",
  "active",
  "verdadero",
]);
const no = new Set(["no", "n", "false", "0", "non", "faux", "off", "inactive", "falso"]);

/** Reads yes or no in English, French and Spanish. */
export function readYesNo(text: string): boolean | null {
  const word = plainWord(text);
  return yes.has(word) ? true : no.has(word) ? false : null;
}

/** Returns yes or no for an export. */
export const yesOrNo = (isTrue: boolean): string => (isTrue ? "yes" : "no");

/** Splits a list in one cell at semicolons, bars and line breaks. */
export function readList(text: string): string[] {
  return text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Splits a name in one cell into first and last name: `Uwase, Ada` and `Ada Uwase`. */
export function splitName(text: string): { firstName: string; lastName: string } {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim());
  if (first !== "" && more.length === 0) return { firstName: first, lastName: last };
  const [givenName = "", ...rest] = text.replaceAll(",", " ").split(/\s+/).filter(Boolean);
  return { firstName: givenName, lastName: rest.join(" ") };
}
