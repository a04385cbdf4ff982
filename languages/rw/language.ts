import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 4,
  name: "Ikinyarwanda",
  locale: "rw-RW",
  // Its short ones are not in use. CLDR has one form for it, whose words have two.
  names: "long",
  separators: ".,",
  sameAsEnglish: ["No. …"],
} satisfies LanguageFacts;
