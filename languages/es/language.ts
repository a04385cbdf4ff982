import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 3,
  name: "Español",
  locale: "es-ES",
  separators: ".,",
  minGroupedFigures: 5,
  isCurrencyLast: true,
  // "código", "aquí"
  smsLetters: "áíóúÁÍÓÚ",
  sameAsEnglish: ["Total"],
} satisfies LanguageFacts;
