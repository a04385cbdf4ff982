import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default {
  listPosition: 7,
  name: "العربية",
  dir: "rtl",
  // The locale of the Gulf, which writes the digits 0 to 9.
  locale: "ar-AE",
  moment: "{weekday} {day} {month} {year}، {hour}:{minute}",
  separators: ",.",
  listSeparator: "، ",
  forms: ["zero", "one", "two", "few", "many", "other"],
  formOf: (n) => (n < 3 ? n : n % 100 < 3 ? 5 : n % 100 < 11 ? 3 : 4),
} satisfies LanguageFacts;
