import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 1,
  name: "English",
  locale: "en-GB",
  marks: ",.",
} satisfies LanguageFacts;
