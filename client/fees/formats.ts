/** How values of a price list are typed and shown. */
import {
  readDistance,
  readHours,
  readMinutes,
  readMoney,
  readPercent,
  readTimeOfDay,
  readWholeNumber,
  type ParsedValue,
  writeMinutes,
  writeNumber,
} from "../ui/amount";
import { formatAmount } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";

export interface Format<Value> {
  read: (text: string) => ParsedValue<Value>;
  /** Returns the text in the field. */
  write: (value: Value) => string;
  /** Returns the value with its unit, for "was 15 %". */
  describe: (value: Value) => string;
  inputMode?: "decimal" | "numeric" | "text";
  /** Numbers are aligned to the end of their field. */
  isNumeric?: boolean;
  /** Shown in the field after the number. */
  unit?: string;
  placeholder?: string;
  /** The meaning of an empty field; "none" by default. */
  none?: string;
}

export function moneyFormat(currency: string): Format<number> {
  return {
    read: (text) => readMoney(text, currency),
    write: (minor) => formatAmount(minor, currency),
    describe: (minor) => formatMoney(minor, currency),
    inputMode: "decimal",
    isNumeric: true,
  };
}

export const percentFormat: Format<number> = {
  read: readPercent,
  write: writeNumber,
  describe: (value) => `${writeNumber(value)} %`,
  inputMode: "decimal",
  isNumeric: true,
  unit: "%",
};

export function distanceFormat(unit: string): Format<number> {
  return {
    read: readDistance,
    write: writeNumber,
    describe: (value) => `${writeNumber(value)} ${unit}`,
    inputMode: "decimal",
    isNumeric: true,
    unit,
  };
}

export function integerFormat(min: number, max: number, unit?: string): Format<number> {
  return {
    read: (text) => readWholeNumber(text, min, max),
    write: String,
    describe: (value) => (unit ? `${value} ${unit}` : String(value)),
    inputMode: "numeric",
    isNumeric: true,
    ...(unit && { unit }),
  };
}

export const hoursFormat: Format<number> = {
  read: readHours,
  write: writeNumber,
  describe: (value) => `${writeNumber(value)} h`,
  inputMode: "decimal",
  isNumeric: true,
  unit: "h",
};

/** Returns the format of durations typed with a unit: "2 h", "30 min". */
export function minutesFormat(max: number, min = 0): Format<number> {
  return {
    read: (text) => {
      const read = readMinutes(text, max);
      return "value" in read && read.value < min
        ? { fault: `Use at least ${writeMinutes(min)}` }
        : read;
    },
    write: writeMinutes,
    describe: writeMinutes,
    isNumeric: true,
  };
}

export const timeFormat: Format<string> = {
  read: readTimeOfDay,
  write: (time) => time,
  describe: (time) => time,
  isNumeric: true,
  placeholder: "22:00",
};

const degreesFormat = (max: number): Format<number> => ({
  read: (text) => {
    const value = Number(text.trim().replace(",", "."));
    return text.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= max
      ? { value }
      : { fault: `Use degrees from -${max} to ${max}` };
  },
  write: String,
  describe: String,
  inputMode: "decimal",
  isNumeric: true,
});
export const latitudeFormat = degreesFormat(90);
export const longitudeFormat = degreesFormat(180);

/**
 * Returns the format of a text of one line. `missing` is the error when it is empty; without it, the field is optional.
 */
export function textFormat(max: number, missing?: string): Format<string> {
  return {
    read: (text) => {
      const value = text.trim();
      if (value === "" && missing !== undefined) return { fault: missing };
      return value.length > max ? { fault: `Use at most ${max} characters` } : { value };
    },
    write: (value) => value,
    describe: (value) => (value === "" ? "nothing" : `“${value}”`),
  };
}

/** A promotion code, in capitals. */
export const codeFormat: Format<string> = {
  read: (text) => {
    const value = text.trim().toUpperCase();
    return /^[A-Z0-9-]{3,20}$/.test(value)
      ? { value }
      : { fault: "Use 3 to 20 letters, digits or hyphens" };
  },
  write: (value) => value,
  describe: (value) => `“${value}”`,
};

/** A holiday: one date, or the same day each year. */
export const holidayFormat: Format<string> = {
  read: (text) => {
    const value = text.trim();
    return /^(?:2[01]\d\d-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
      ? { value }
      : { fault: "Use a date like 2026-12-25, or 12-25 for each year" };
  },
  write: (value) => value,
  describe: (value) => value,
  placeholder: "12-25",
};

/** A day, or any day. */
export const dayFormat: Format<string | null> = {
  read: (text) => ({ value: text === "" ? null : text }),
  write: (value) => value ?? "",
  describe: (value) => value ?? "any day",
  none: "any day",
};

/** Returns a format for which an empty field is valid too; `none` is its meaning. */
export function optional<Value>(format: Format<Value>, none: string): Format<Value | null> {
  return {
    ...format,
    read: (text) => (text.trim() === "" ? { value: null } : format.read(text)),
    write: (value) => (value === null ? "" : format.write(value)),
    describe: (value) => (value === null ? none : format.describe(value)),
    placeholder: none,
    none,
  };
}
