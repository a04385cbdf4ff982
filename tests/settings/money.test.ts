/** Amounts as people read them: the decimals of each currency, and how each language writes it. */
import { describe, expect, test } from "bun:test";
import { data as iso4217 } from "currency-codes";
import {
  currencyDecimals,
  formatMoney,
  majorAmount,
  minorAmount,
} from "../../src/settings/money-rules";

/** Codes of metals, units of account and tests, for which ISO 4217 defines no minor unit. */
const nonMoneyCodes = /^X(?:AG|AU|B[A-D]|DR|PD|PT|SU|TS|UA|XX)$/;
const currencies = iso4217.filter(({ code }) => !nonMoneyCodes.test(code));

describe("the decimals of a currency", () => {
  test("are those of ISO 4217 for each currency", () => {
    expect(currencies.length).toBeGreaterThan(160);
    expect(currencies.map(({ code }) => [code, currencyDecimals(code)])).toEqual(
      currencies.map(({ code, digits }) => [code, digits]),
    );
  });

  // Amounts were stored with the decimals of Bun's table before Livery had its own.
  test("match Bun's table, which was used for amounts already stored", () => {
    // Except a unit that Uruguay uses for pensions, in which no fleet is paid.
    const codes = Intl.supportedValuesOf("currency").filter((code) => code !== "UYW");
    expect(codes.length).toBeGreaterThan(200);
    expect(codes.map((code) => [code, currencyDecimals(code)])).toEqual(
      codes.map((code) => {
        const intl = new Intl.NumberFormat("en", { style: "currency", currency: code });
        return [code, intl.resolvedOptions().maximumFractionDigits ?? 2];
      }),
    );
  });
});

describe("an amount", () => {
  test.each([
    [0, "RWF", "RWF 0", "RWF\u00a00"],
    [800, "RWF", "RWF 800", "RWF\u00a0800"],
    [1234567, "RWF", "RWF 1,234,567", "RWF\u00a01,234,567"],
    [5, "USD", "USD 0.05", "$0.05"],
    [100, "USD", "USD 1.00", "$1.00"],
    [123456, "EUR", "EUR 1,234.56", "€1,234.56"],
    [1500, "KWD", "KWD 1.500", "KWD\u00a01.500"],
    [-275, "USD", "-USD 2.75", "-$2.75"],
    [1050, "COP", "COP 10.50", "COP\u00a010.50"],
    [14300, "HUF", "HUF 143.00", "HUF\u00a0143.00"],
    [7500000, "IQD", "IQD 7,500.000", "IQD\u00a07,500.000"],
    [10000, "CLF", "CLF 1.0000", "CLF\u00a01.0000"],
    [5000, "XAF", "XAF 5,000", "FCFA\u00a05,000"],
    [5000, "JPY", "JPY 5,000", "¥5,000"],
  ])("%p %s is %s on paper and %s on screens", (minor, currency, paper, screen) => {
    expect(formatMoney(minor, currency)).toBe(paper);
    expect(formatMoney(minor, currency, "en", "symbol")).toBe(screen);
  });

  test.each([
    ["en", "-USD 12,345.50", "USD 1,234.50"],
    ["fr", "-12\u00a0345,50\u00a0USD", "1\u00a0234,50\u00a0USD"],
    ["rw", "-USD 12.345,50", "USD 1.234,50"],
    ["es", "-12.345,50\u00a0USD", "1234,50\u00a0USD"],
    ["de", "-12.345,50\u00a0USD", "1.234,50\u00a0USD"],
    ["pt", "-12.345,50\u00a0USD", "1.234,50\u00a0USD"],
    ["ar", "-USD 12,345.50", "USD 1,234.50"],
    ["sw", "-USD 12,345.50", "USD 1,234.50"],
  ] as const)("is written in %s as %s and %s", (language, large, small) => {
    expect(formatMoney(-1_234_550, "USD", language)).toBe(large);
    expect(formatMoney(123_450, "USD", language)).toBe(small);
  });

  test.each([
    [1_234, "USD", 12.34],
    [-5, "COP", -0.05],
    [1_234, "RWF", 1_234],
    [1_234, "KWD", 1.234],
    [1_050, "IRR", 10.5],
  ])(
    "of %p minor units of %s is %p in a spreadsheet and converts back",
    (minor, currency, majorUnits) => {
      expect(majorAmount(minor, currency)).toBe(majorUnits);
      expect(minorAmount(majorUnits, currency)).toBe(minor);
    },
  );
});
