import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 5,
  name: "Deutsch",
  locale: "de-DE",
  moment: "{weekday} {day}. {month} {year}, {hour}:{minute}",
  separators: ".,",
  isCurrencyLast: true,
} satisfies LanguageFacts;
