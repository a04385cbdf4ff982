// Made of the folders of `languages` by `bun run words`.
import type { WritingFacts } from "./language-facts-contract";

/** A language of riders' pages and messages, as BCP 47 names it. */
export type Language = "en" | "fr" | "es" | "rw" | "de" | "pt" | "ar" | "sw";

const singularPlural = { formOf: (n: number) => (n === 1 ? 0 : 1) };

export const languages: Readonly<Record<Language, WritingFacts>> = {
  en: singularPlural,
  fr: { formOf: (n) => n < 2 ? 0 : 1 },
  es: singularPlural,
  rw: singularPlural,
  de: singularPlural,
  pt: singularPlural,
  ar: { dir: "rtl", formOf: (n) => n < 3 ? n : n % 100 < 3 ? 5 : n % 100 < 11 ? 3 : 4 },
  sw: singularPlural,
};
