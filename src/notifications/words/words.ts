import type { MessageWords } from "./message-words";
import type { Language } from "../../settings/languages-contract";
import { english } from "./words-en";
import { spanish } from "./words-es";
import { french } from "./words-fr";
import { kinyarwanda } from "./words-rw";

const catalogue: Record<Language, MessageWords> = {
  en: english,
  fr: french,
  rw: kinyarwanda,
  es: spanish,
};

/** The words of a language. */
export function wordsIn(language: Language): MessageWords {
  return catalogue[language];
}
