import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 6,
  name: "Português",
  // That of Portugal has no short months.
  locale: "pt-BR",
  separators: ".,",
  isCurrencyLast: true,
  // "código", "não"
  smsLetters: "áâãçêíóôõúÁÍÓÚ",
  sameAsEnglish: ["Total"],
} satisfies LanguageFacts;
