import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 4,
  name: "Ikinyarwanda",
  locale: "rw-RW",
  // The short names are not in use. CLDR gives one form where the language has two words.
  names: "long",
  separators: ".,",
  sameAsEnglish: ["No. …"],
} satisfies LanguageFacts;
