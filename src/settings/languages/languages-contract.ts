/**
 * The list of riders' languages in the order in which they are offered, with their directions of writing and plural
 * rules. The other facts (names, numbers and dates) are in separate modules beside it, so that a page loads only what
 * it needs. `bun run words` makes all of them from the folders of `languages`.
 */
import { type Language, languages } from "./languages-contract.gen";

export { type Language, languages };

// Marked as pure because most pages do not use it, so the bundler leaves it out. The list is never empty.
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as [Language, ...Language[]];

/** Whether a text is the code of one of these languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
