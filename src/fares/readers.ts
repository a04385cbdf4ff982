/** Who reads papers and messages: their language's words come with the server. */
import es from "./words/es.json";
import fr from "./words/fr.json";
import rw from "./words/rw.json";
import type { Language } from "../settings/languages-contract";
import type { LineReader } from "./line-words";

const dictionaries: Record<Language, Readonly<Record<string, string>>> = {
  en: {},
  es,
  fr,
  rw,
};

/** A reader of prices in a currency, in their language. */
export function readerIn(language: Language, currency: string): LineReader {
  return { currency, language, say: (text) => dictionaries[language][text] ?? text };
}
