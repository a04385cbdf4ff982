/** The forms of a noun with a number, by the names of CLDR. */
export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

/**
 * What a language is besides its texts: `language.ts` in its folder of `languages`. The tables of all languages are made
 * of these by `bun run words`, each in a module of its own, for pages load no more than they need.
 */
export interface LanguageFacts {
  /** Where it is offered among the others; without, after those that say it. */
  listPosition?: number;
  /** As those who speak it call it. */
  name: string;
  /** Which way it is written, where that is not from left to right. */
  dir?: "rtl";
  /** The forms that a counted text has, in the order of the dictionaries; without, one and other. */
  forms?: readonly PluralForm[];
  /** Which of its forms a counted noun takes, by their order; without, the first for 1. */
  formOf?: (n: number) => number;
  /** Whose names of days and months `Intl` says. */
  locale: string;
  /** How long these names are in a moment; without, short. */
  names?: "short" | "long";
  /** A moment, where it is not "Fri 20 Nov 2026, 14:30" with its names. */
  moment?: string;
  /** What parts thousands, then what decimals. */
  separators: string;
  /** Of how many figures a number is parted, where those of fewer stay together. */
  minGroupedFigures?: number;
  /** Between the parts of a list, where that is not a comma and a space. */
  listSeparator?: string;
  /** A currency is written after the figures. */
  isCurrencyLast?: true;
  /** Letters that it is not written without, though an SMS with one of them holds 70 characters instead of 160. */
  smsLetters?: string;
  /** Texts of messages that are the English ones, values in them as `…`: "Total", "No. …". */
  sameAsEnglish?: readonly string[];
}

/** What all pages know of a language. */
export type WritingFacts = Pick<LanguageFacts, "dir"> & Required<Pick<LanguageFacts, "formOf">>;

/** How a language writes figures and amounts. */
export type FigureFacts = Pick<
  LanguageFacts,
  "separators" | "minGroupedFigures" | "listSeparator" | "isCurrencyLast"
>;

/** What the server needs besides: dates by `Intl`, and plurals by name. */
export type ServerLanguageFacts = Pick<LanguageFacts, "moment"> &
  Required<Pick<LanguageFacts, "locale" | "names" | "forms">>;
