/**
 * The one list of the languages that riders read, in the order in which they are offered, and what each needs
 * besides its words. A further language is an entry here, a folder of dictionaries in `client/words` and the texts
 * of its messages in `src/notifications/words`; the compiler and `tests/guards/words.test.ts` name what it lacks.
 */

export const languageCodes = ["en", "fr", "es", "rw", "de", "pt", "ar", "sw"] as const;

/** A language of riders' pages and messages, as BCP 47 names it. */
export type Language = (typeof languageCodes)[number];

/** The forms of a noun with a number, by the names of CLDR. */
export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

interface LanguageFacts {
  /** As those who speak it call it. */
  name: string;
  /** Which way it is written. */
  direction: "ltr" | "rtl";
  /** The forms that a counted text has, in the order of the dictionaries. */
  forms: readonly PluralForm[];
  /** Which of its forms a number takes. */
  formOf: (n: number) => number;
  /** What parts thousands, and what decimals. */
  marks: readonly [thousands: string, decimals: string];
  /** Four figures are not parted. */
  keepsFour?: true;
  /** Where a currency is written: close to the figures, before them with a space, or after them. */
  currency: "close" | "before" | "after";
  /** Whose names of days and months the server takes from `Intl`. */
  locale: string;
  /** How long these names are in a moment. */
  names: "short" | "long";
  /** A moment, where it is not "Fri 20 Nov 2026, 14:30" with its names. */
  moment?: string;
}

const oneAndMany = {
  forms: ["one", "other"],
  // CLDR has one form for Kinyarwanda, whose words have two.
  formOf: (n: number) => (n === 1 ? 0 : 1),
} as const;

export const languages: Readonly<Record<Language, LanguageFacts>> = {
  en: {
    name: "English",
    direction: "ltr",
    ...oneAndMany,
    marks: [",", "."],
    currency: "close",
    locale: "en-GB",
    names: "short",
  },
  fr: {
    name: "Français",
    direction: "ltr",
    ...oneAndMany,
    // Nought is singular.
    formOf: (n) => (Math.abs(n) < 2 ? 0 : 1),
    marks: ["\u00a0", ","],
    currency: "after",
    locale: "fr-FR",
    names: "short",
  },
  es: {
    name: "Español",
    direction: "ltr",
    ...oneAndMany,
    marks: [".", ","],
    keepsFour: true,
    currency: "after",
    locale: "es-ES",
    names: "short",
  },
  rw: {
    name: "Ikinyarwanda",
    direction: "ltr",
    ...oneAndMany,
    marks: [".", ","],
    currency: "before",
    locale: "rw-RW",
    // Short ones are not in use.
    names: "long",
  },
  de: {
    name: "Deutsch",
    direction: "ltr",
    ...oneAndMany,
    marks: [".", ","],
    currency: "after",
    locale: "de-DE",
    names: "short",
    moment: "{weekday} {day}. {month} {year}, {hour}:{minute}",
  },
  pt: {
    name: "Português",
    direction: "ltr",
    ...oneAndMany,
    marks: [".", ","],
    currency: "after",
    // That of Portugal has no short months.
    locale: "pt-BR",
    names: "short",
  },
  ar: {
    name: "العربية",
    direction: "rtl",
    forms: ["zero", "one", "two", "few", "many", "other"],
    formOf: (n) => {
      if (n < 3) return n;
      const last = n % 100;
      return last < 3 ? 5 : last < 11 ? 3 : 4;
    },
    marks: [",", "."],
    currency: "before",
    // That of the Gulf, which writes the figures 0 to 9.
    locale: "ar-AE",
    names: "short",
    moment: "{weekday} {day} {month} {year}، {hour}:{minute}",
  },
  sw: {
    name: "Kiswahili",
    direction: "ltr",
    ...oneAndMany,
    marks: [",", "."],
    currency: "before",
    locale: "sw-TZ",
    names: "short",
  },
};

/**
 * A value within a text from right to left, kept in the direction of its own letters and numbers: a phone number, a
 * plate, an address. What needs no marks has none; nor has an address on the web, which phones would take them for a
 * part of.
 */
export function isolated(value: string): string {
  return /^https?:|^[\d:.,]*$|^[\u0600-\u06ff\s]+$/.test(value) ? value : `\u2068${value}\u2069`;
}

/** Whether a text is the code of one of these languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
