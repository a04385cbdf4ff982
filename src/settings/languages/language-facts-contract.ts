/** The plural forms of a noun, with their names in CLDR. */
export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

/**
 * The facts of a language besides its texts, in `language.ts` of its folder in `languages`. `bun run words` makes the
 * tables of all languages from them, each in its own module, so that a page loads only what it needs.
 */
export interface LanguageFacts {
  /** The position in the list of languages. Languages without one come last. */
  listPosition?: number;
  /** The language's own name. */
  name: string;
  /** The direction of writing, unless it is from left to right. */
  dir?: "rtl";
  /** The forms of a counted text, in the order of the dictionaries. By default one and other. */
  forms?: readonly PluralForm[];
  /** Returns the index of the form for a number. By default the first is for 1. */
  formOf?: (n: number) => number;
  /** The locale from which `Intl` takes the names of days and months. */
  locale: string;
  /** The length of these names in a time. By default short. */
  names?: "short" | "long";
  /** The pattern of a time, unless it is "Fri 20 Nov 2026, 14:30" with the language's names. */
  moment?: string;
  /** The separator of thousands, followed by that of decimals. */
  separators: string;
  /** From how many digits a number has separators, if shorter numbers have none. */
  minGroupedFigures?: number;
  /** The separator of list items, unless it is a comma and a space. */
  listSeparator?: string;
  /** Whether a currency follows the number. */
  isCurrencyLast?: true;
  /** Letters that the language cannot replace, although an SMS with one of them holds 70 characters instead of 160. */
  smsLetters?: string;
  /** Texts of messages that are the same as in English, with `…` for values: "Total", "No. …". */
  sameAsEnglish?: readonly string[];
}

/** The facts of a language that all pages have. */
export type WritingFacts = Pick<LanguageFacts, "dir"> & Required<Pick<LanguageFacts, "formOf">>;

/** How a language writes numbers and amounts. */
export type FigureFacts = Pick<
  LanguageFacts,
  "separators" | "minGroupedFigures" | "listSeparator" | "isCurrencyLast"
>;

/** The additional facts for the server: dates with `Intl`, and names of plural forms. */
export type ServerLanguageFacts = Pick<LanguageFacts, "moment"> &
  Required<Pick<LanguageFacts, "locale" | "names" | "forms">>;
