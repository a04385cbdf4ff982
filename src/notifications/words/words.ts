import type { MessageWords } from "./message-words";
import type { Language } from "../../settings/languages/languages-contract";
import { arabic } from "./words-ar";
import { german } from "./words-de";
import { english } from "./words-en";
import { spanish } from "./words-es";
import { french } from "./words-fr";
import { portuguese } from "./words-pt";
import { kinyarwanda } from "./words-rw";
import { swahili } from "./words-sw";

const catalogue: Record<Language, MessageWords> = {
  en: english,
  fr: french,
  es: spanish,
  rw: kinyarwanda,
  de: german,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

/** The words of a language. */
export function wordsIn(language: Language): MessageWords {
  return catalogue[language];
}
