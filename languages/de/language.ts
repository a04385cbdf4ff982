import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  place: 5,
  name: "Deutsch",
  locale: "de-DE",
  moment: "{weekday} {day}. {month} {year}, {hour}:{minute}",
  marks: ".,",
  isLast: true,
} satisfies LanguageFacts;
