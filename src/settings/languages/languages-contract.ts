/**
 * The list of the languages that riders read, in the order in which they are offered, with which way each is written and
 * how it counts. What else one needs besides its words is beside it, in modules of their own, for pages load no more
 * than they need: its name, figures, and dates. All are made of the folders of `languages` by `bun run words`.
 */
import { type Language, languages } from "./languages-contract.gen";

export { type Language, languages };

// Most pages need none of them, and leave them out; otherwise there is at least one.
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as [Language, ...Language[]];

/** Whether a text is the code of one of these languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
