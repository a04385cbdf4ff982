import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  readDistance,
  readHours,
  readMinutes,
  readMoney,
  readPercent,
  readTimeOfDay,
  readWholeNumber,
  writeMinutes,
} from "../../../client/ui/amount";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../../src/settings/amount-contract";
import { languageCodes } from "../../../src/settings/languages/languages-contract";
import { formatAmount } from "../../../src/settings/money-rules";

describe("money", () => {
  test.each([
    [0, "RWF", "0"],
    [12_500, "RWF", "12,500"],
    [1_000_000_000, "RWF", "1,000,000,000"],
    [2_750, "USD", "27.50"],
    [5, "USD", "0.05"],
    [1_234_567, "KWD", "1,234.567"],
    [-150, "USD", "-1.50"],
  ])("%p %s is written %p", (minor, currency, text) => {
    expect(formatAmount(minor, currency)).toBe(text);
  });

  test.each([
    ["12500", "RWF", 12_500],
    ["12,500", "RWF", 12_500],
    [" 12 500 ", "RWF", 12_500],
    ["RWF 12,500", "RWF", 12_500],
    ["12500.00", "RWF", 12_500],
    ["27.5", "USD", 2_750],
    ["27,50", "USD", 2_750],
    ["$1,027.50", "USD", 102_750],
    [".5", "USD", 50],
    ["0,500", "KWD", 500],
    ["1,500", "KWD", 1_500_000],
    ["5000", "COP", 500_000],
    ["0.5", "IQD", 500],
    ["0.0005", "CLF", 5],
    ["27,500", "USD", 2_750_000],
    ["1.2345", "KWD", null],
    ["12.5", "RWF", null],
    ["1,25,000", "RWF", null],
    ["", "RWF", null],
    [".", "USD", null],
    ["-5", "USD", null],
    ["abc", "USD", null],
    ["1e5", "USD", null],
    ["1000000001", "RWF", null],
  ])("%p in %s reads as %p", (text, currency, minor) => {
    const read = readMoney(text, currency);
    expect("value" in read ? read.value : null).toBe(minor);
  });

  test.each([
    ["1.027,50", "EUR", "es", 102_750],
    ["12.500", "RWF", "rw", 12_500],
    ["1,250", "KWD", "fr", 1_250],
    ["1.250", "KWD", "fr", 1_250],
    ["1 027,5", "EUR", "fr", 102_750],
    ["12.50", "EUR", "es", 1_250],
    ["1,5", "RWF", "fr", null],
    // A thousand written in English, not one franc.
    ["1,000", "RWF", "fr", null],
    ["1,000,000", "RWF", "es", null],
  ] as const)("%p in %s on a page in %s reads as %p", (text, currency, language, minor) => {
    const read = readMoney(text, currency, language);
    expect("value" in read ? read.value : null).toBe(minor);
  });

  test("readMoney says in words what is wrong with an amount", () => {
    expect(readMoney("12.5", "RWF")).toEqual({ fault: "RWF has no decimal places" });
    expect(readMoney("1.234", "USD")).toEqual({ fault: "USD has at most 2 decimal places" });
    expect(readMoney("abc", "USD")).toEqual({ fault: "“abc” is not an amount" });
  });

  test("readMoney accepts amounts above the highest price if it is given a higher limit", () => {
    expect(readMoney("5,000,000,000", "RWF")).toEqual({
      fault: "Enter at most RWF 1,000,000,000",
    });
    const most = MAX_BUSINESS_AMOUNT_MINOR;
    expect(readMoney("5,000,000,000", "RWF", "en", most)).toEqual({ value: 5_000_000_000 });
    expect(readMoney("1,000,000,000,000", "RWF", "en", most)).toEqual({ value: most });
    expect(readMoney("1,000,000,000,001", "RWF", "en", most)).toEqual({
      fault: "Enter at most RWF 1,000,000,000,000",
    });
  });

  test("an amount written by writeMoney reads back as the same amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom("RWF", "USD", "KWD", "EUR", "COP", "CLF"),
        fc.constantFrom(...languageCodes),
        (minor, currency, language) => {
          const text = formatAmount(minor, currency, language);
          expect(readMoney(text, currency, language)).toEqual({ value: minor });
        },
      ),
    );
  });
});

describe("other figures", () => {
  test.each([
    [readPercent("15"), 15],
    [readPercent("7.25 %"), 7.25],
    [readPercent("7,5"), 7.5],
    [readPercent("100.01"), null],
    [readPercent("1.234"), null],
    [readPercent("-1"), null],
    [readDistance("12.5 km"), 12.5],
    [readDistance("12.55"), null],
    [readWholeNumber("3", 1, 20), 3],
    [readWholeNumber("3.5", 1, 20), null],
    [readWholeNumber("21", 1, 20), null],
    [readHours("1.25"), 1.25],
    [readHours("1.3"), null],
    [readHours("0"), null],
    [readMinutes("2 h", 86_400), 120],
    [readMinutes("1 h 30", 86_400), 90],
    [readMinutes("1.5h", 86_400), 90],
    [readMinutes("45", 86_400), 45],
    [readMinutes("2 days", 86_400), 2_880],
    [readMinutes("soon", 86_400), null],
    [readMinutes("61 d", 86_400), null],
  ])("%#: %p has the value %p", (read, value) => {
    expect("value" in read ? read.value : null).toBe(value);
  });

  test.each([
    ["22:00", "22:00"],
    ["2200", "22:00"],
    ["9:30", "09:30"],
    ["7", "07:00"],
    ["24:00", null],
    ["12:60", null],
    ["", null],
  ])("the time %p reads as %p", (text, value) => {
    const read = readTimeOfDay(text);
    expect("value" in read ? read.value : null).toBe(value);
  });

  test("minutes written by writeMinutes read back as the same number", () => {
    for (const minutes of [0, 1, 45, 60, 90, 1440, 2880, 1500])
      expect(readMinutes(writeMinutes(minutes), 86_400)).toEqual({ value: minutes });
  });
});
