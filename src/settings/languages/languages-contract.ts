/**
 * The one list of the languages that riders read, in the order in which they are offered, with what pages need of
 * each besides its words; its name, and what the server needs, stand beside it. A further language is an entry in each, a folder
 * of dictionaries in `client/words`, the words of prices in `src/fares/words` and those of messages in
 * `src/notifications/words`: the compiler and `tests/guards/words.test.ts` name what it lacks.
 */

interface LanguageFacts {
  /** Which way it is written, where that is not from left to right as everything is anyway. */
  dir?: "rtl";
  /** Which of its forms a counted noun takes, by their order in the dictionaries. */
  formOf: (n: number) => number;
  /** What parts thousands, then what decimals. */
  marks: string;
  /** Of how many figures a number is parted, where those of fewer stay together. */
  parts?: number;
  /** A currency is written after the figures. */
  isLast?: true;
}

const usual = {
  formOf: (n: number) => (n === 1 ? 0 : 1),
  marks: ",.",
} as const;
const after = { ...usual, marks: ".,", isLast: true } as const;

const listed = {
  en: usual,
  // Nought is singular.
  fr: { ...after, formOf: (n) => (n < 2 ? 0 : 1), marks: "\u00a0," },
  es: { ...after, parts: 5 },
  rw: { ...usual, marks: ".," },
  de: after,
  pt: after,
  ar: {
    ...usual,
    dir: "rtl",
    formOf: (n) => (n < 3 ? n : n % 100 < 3 ? 5 : n % 100 < 11 ? 3 : 4),
  },
  sw: usual,
} satisfies Record<string, LanguageFacts>;

/** A language of riders' pages and messages, as BCP 47 names it. */
export type Language = keyof typeof listed;

export const languages: Readonly<Record<Language, LanguageFacts>> = listed;
// There is at least one; most pages need none of them, and leave them out.
export const languageCodes = /* @__PURE__ */ Object.keys(listed) as [Language, ...Language[]];

/** Whether a text is the code of one of these languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
