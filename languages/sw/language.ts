import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 8,
  name: "Kiswahili",
  locale: "sw-TZ",
  marks: ",.",
} satisfies LanguageFacts;
