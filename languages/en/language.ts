import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 1,
  name: "English",
  locale: "en-GB",
  separators: ",.",
} satisfies LanguageFacts;
