import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 3,
  name: "Español",
  locale: "es-ES",
  marks: ".,",
  parts: 5,
  isLast: true,
  // "código", "aquí"
  smsLetters: "áíóúÁÍÓÚ",
  sameAsEnglish: ["Total"],
} satisfies LanguageFacts;
