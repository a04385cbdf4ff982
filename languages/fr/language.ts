import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 2,
  name: "Français",
  locale: "fr-FR",
  marks: "\u00a0,",
  isLast: true,
  // Nought is singular.
  formOf: (n) => (n < 2 ? 0 : 1),
  sameAsEnglish: ["Total", "Via"],
} satisfies LanguageFacts;
