/**
 * The one list of the languages that riders read, in the order in which they are offered, with which way each is
 * written and how it counts. What else one needs besides its words is beside it, in files of their own, for pages
 * load no more than they need: its name, figures, and dates. A further language is an entry in each, a folder of
 * dictionaries in `client/words`, the words of prices in `src/fares/words` and those of messages in
 * `src/notifications/words`: the compiler and `tests/guards/words.test.ts` name what it lacks.
 */

/** A language of riders' pages and messages, as BCP 47 names it. */
export type Language = "en" | "fr" | "es" | "rw" | "de" | "pt" | "ar" | "sw";

interface LanguageFacts {
  /** Which way it is written, where that is not from left to right as everything is anyway. */
  dir?: "rtl";
  /** Which of its forms a counted noun takes, by their order in the dictionaries. */
  formOf: (n: number) => number;
}

const singularPlural = { formOf: (n: number) => (n === 1 ? 0 : 1) };

export const languages: Readonly<Record<Language, LanguageFacts>> = {
  en: singularPlural,
  // Nought is singular.
  fr: { formOf: (n) => (n < 2 ? 0 : 1) },
  es: singularPlural,
  rw: singularPlural,
  de: singularPlural,
  pt: singularPlural,
  ar: {
    dir: "rtl",
    formOf: (n: number, end = n % 100) => (n < 3 ? n : end < 3 ? 5 : end < 11 ? 3 : 4),
  },
  sw: singularPlural,
};

// Most pages need none of them, and leave them out; otherwise there is at least one.
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as [Language, ...Language[]];

/** Whether a text is the code of one of these languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
