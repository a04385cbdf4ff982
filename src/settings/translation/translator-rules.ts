/**
 * Translates sentences that the server writes for visitors, such as those of a price list. As in the client, the
 * English sentence is the key: `t("Waiting is free for {spans}.", { spans })`. Browser-safe. The dictionaries are in
 * `words`.
 */
import { joinList } from "../languages/language-figures-contract";
import { type Language, languages } from "../languages/languages-contract";

/** The translations of English texts. A counted text has one for each plural form of the language. */
export type TranslatedTexts = Readonly<Record<string, string | readonly string[]>>;

type Values = Readonly<Record<string, string | number>>;

/** Translates a text and fills in the values for the names in its braces. */
export interface Translator {
  (text: string, values?: Values): string;
  /** `t.count(2, "{n} day", "{n} days")` */
  count(n: number, one: string, other: string): string;
  readonly language: Language;
}

/** Makes the translator of a language. */
export function createTranslator(language: Language, words: TranslatedTexts): Translator {
  const fill = (text: string, values: Values) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return Object.assign(
    (text: string, values: Values = {}) => {
      const translation = words[text];
      return fill((typeof translation === "string" && translation) || text, values);
    },
    {
      count: (n: number, one: string, other: string) => {
        const translatedForms = words[other];
        const [forms, formsLanguage] =
          Array.isArray(translatedForms) && translatedForms[0]
            ? [translatedForms, language]
            : [[one, other], "en" as const];
        return fill(forms[languages[formsLanguage].formOf(n)] ?? other, { n });
      },
      language,
    },
  );
}

/** The translator for staff, and for readers without a language. */
export const englishTranslator = createTranslator("en", {});

/** Returns "a, b and c". */
export function joinNames(names: readonly string[], t: Translator): string {
  const lastName = names.at(-1) ?? "";
  return names.length > 1
    ? t("{list} and {last}", { list: joinList(names.slice(0, -1), t.language), last: lastName })
    : lastName;
}

/** Returns the translated unit of distances. */
export function unitText(unit: "km" | "mi", t: Translator): string {
  return unit === "mi" ? t("mi") : t("km");
}
