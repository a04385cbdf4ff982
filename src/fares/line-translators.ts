/** Translators for papers and messages. Each language's words are part of the server. */
import type { Language } from "../settings/languages/languages-contract";
import type { Names } from "../settings/names/name-queries";
import type { LineTranslator } from "./line-words";
import { priceWords } from "../settings/translation/price-words.gen";

/** Returns a translator of prices in a currency into a language. `names` translates the operator's names. */
export function lineTranslatorFor(
  language: Language,
  currency: string,
  names: Names = {},
): LineTranslator {
  return {
    currency,
    language,
    say: (text) => priceWords[language][text] || text,
    name: (text) => names[text] ?? text,
  };
}
