/** Who reads papers and messages: their language's words come with the server. */
import ar from "./words/ar.json";
import de from "./words/de.json";
import es from "./words/es.json";
import fr from "./words/fr.json";
import pt from "./words/pt.json";
import rw from "./words/rw.json";
import sw from "./words/sw.json";
import type { Language } from "../settings/languages/languages-contract";
import type { Names } from "../settings/names/name-queries";
import type { LineReader } from "./line-words";

const dictionaries: Record<Language, Readonly<Record<string, string>>> = {
  en: {},
  fr,
  es,
  rw,
  de,
  pt,
  ar,
  sw,
};

/** A reader of prices in a currency, in their language, to whom names are said as `names` has them. */
export function readerIn(language: Language, currency: string, names: Names = {}): LineReader {
  return {
    currency,
    language,
    say: (text) => dictionaries[language][text] ?? text,
    name: (text) => names[text] ?? text,
  };
}
