import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 6,
  name: "Português",
  // Portugal's locale has no short month names.
  locale: "pt-BR",
  separators: ".,",
  isCurrencyLast: true,
  // "código", "não"
  smsLetters: "áâãçêíóôõúÁÍÓÚ",
  sameAsEnglish: ["Total"],
} satisfies LanguageFacts;
