import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 8,
  name: "Kiswahili",
  locale: "sw-TZ",
  separators: ",.",
} satisfies LanguageFacts;
