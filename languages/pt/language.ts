import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 6,
  name: "Português",
  // That of Portugal has no short months.
  locale: "pt-BR",
  marks: ".,",
  isLast: true,
  // "código", "não"
  smsLetters: "áâãçêíóôõúÁÍÓÚ",
  sameAsEnglish: ["Total"],
} satisfies LanguageFacts;
