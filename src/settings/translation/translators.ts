/** The translators for visitors. Each language's words come with the server. */
import type { Language } from "../languages/languages-contract";
import { serverWords } from "./server-words.gen";
import { createTranslator, type Translator } from "./translator-rules";

/** Returns the translator of a language. */
export function translatorFor(language: Language): Translator {
  return createTranslator(language, serverWords[language]);
}
