/** Who tells visitors: each language's words come with the server. */
import type { Language } from "../languages/languages-contract";
import { serverWords } from "./server-words.gen";
import { createTranslator, type Translator } from "./translator-rules";

/** The voice of a language. */
export function translatorFor(language: Language): Translator {
  return createTranslator(language, serverWords[language]);
}
