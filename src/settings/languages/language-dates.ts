/** What the server needs of each language besides `languages-contract.ts`: dates by `Intl`, and its plurals by name. */
import type { Language } from "./languages-contract";

/** The forms of a noun with a number, by the names of CLDR. */
export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

interface WrittenFacts {
  /** Whose names of days and months `Intl` says. */
  locale: string;
  /** How long these names are in a moment. */
  names: "short" | "long";
  /** A moment, where it is not "Fri 20 Nov 2026, 14:30" with its names. */
  moment?: string;
  /** The forms that a counted text has, in the order of the dictionaries. */
  forms: readonly PluralForm[];
}

const usual = { names: "short", forms: ["one", "other"] } as const;

export const written: Readonly<Record<Language, WrittenFacts>> = {
  en: { ...usual, locale: "en-GB" },
  fr: { ...usual, locale: "fr-FR" },
  es: { ...usual, locale: "es-ES" },
  // Its short names are not in use; CLDR has one form for it, whose words have two.
  rw: { ...usual, locale: "rw-RW", names: "long" },
  de: {
    ...usual,
    locale: "de-DE",
    moment: "{weekday} {day}. {month} {year}, {hour}:{minute}",
  },
  // That of Portugal has no short months.
  pt: { ...usual, locale: "pt-BR" },
  ar: {
    // That of the Gulf, which writes the figures 0 to 9.
    locale: "ar-AE",
    names: "short",
    moment: "{weekday} {day} {month} {year}، {hour}:{minute}",
    forms: ["zero", "one", "two", "few", "many", "other"],
  },
  sw: { ...usual, locale: "sw-TZ" },
};
