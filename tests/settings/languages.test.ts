/** The list of languages: the facts about each match the world's language data. */
import { describe, expect, test } from "bun:test";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { written } from "../../src/settings/languages/language-dates.gen";
import { languageCodes, languages } from "../../src/settings/languages/languages-contract";

describe.each(languageCodes)("%s", (code) => {
  const { formOf, dir = "ltr" } = languages[code];
  const { forms, locale } = written[code];

  test("has the plural forms of CLDR for each number", () => {
    // CLDR has only one form for Kinyarwanda, and for Portuguese the rules of Brazil, where zero is singular.
    const rules = new Intl.PluralRules(code === "rw" ? "en" : code === "pt" ? "pt-PT" : code);
    for (let n = 0; n <= 1_200; n++) expect([n, forms[formOf(n)]]).toEqual([n, rules.select(n)]);
  });

  test("has the direction of its script and its native name", () => {
    expect<string | undefined>(dir).toBe(new Intl.Locale(code).getTextInfo().direction);
    const own = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? "";
    expect(languageNames[code].toLocaleLowerCase(code)).toContain(
      own.toLocaleLowerCase(code).slice(0, 4),
    );
  });

  test("has a supported locale that writes dates with the digits 0 to 9", () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(new Intl.DateTimeFormat(locale).format(0)).toMatch(/1970/);
  });
});
