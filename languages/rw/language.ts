import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 4,
  name: "Ikinyarwanda",
  locale: "rw-RW",
  // Its short ones are not in use. CLDR has one form for it, whose words have two.
  names: "long",
  marks: ".,",
  sameAsEnglish: ["No. …"],
} satisfies LanguageFacts;
