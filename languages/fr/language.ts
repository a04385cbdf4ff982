import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 2,
  name: "Français",
  locale: "fr-FR",
  separators: "\u00a0,",
  isCurrencyLast: true,
  // Nought is singular.
  formOf: (n) => (n < 2 ? 0 : 1),
  sameAsEnglish: ["Total", "Via"],
} satisfies LanguageFacts;
