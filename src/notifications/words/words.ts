import type { Language } from "../../settings/languages/languages-contract";
import type { MessageWords } from "./message-words";
import { messageWords } from "./messages.gen";

/** Returns the texts in a language. */
export function wordsIn(language: Language): MessageWords {
  return messageWords[language];
}
