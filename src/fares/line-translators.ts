/** Who reads papers and messages: their language's words come with the server. */
import type { Language } from "../settings/languages/languages-contract";
import type { Names } from "../settings/names/name-queries";
import type { LineTranslator } from "./line-words";
import { priceWords } from "../settings/translation/price-words.gen";

/** A reader of prices in a currency, in their language, to whom names are said as `names` has them. */
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
