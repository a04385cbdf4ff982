import { written } from "../../settings/languages/language-dates.gen";
import type { PluralForm } from "../../settings/languages/language-facts-contract";
import { type Language, languages } from "../../settings/languages/languages-contract";

/** Returns the form of `forms` for a number in the language, or `other` if that form is missing. */
export function countPhrase(
  language: Language,
  n: number,
  forms: Partial<Record<PluralForm, string>> & { other: string },
): string {
  const name = written[language].forms[languages[language].formOf(n)];
  return forms[name ?? "other"] ?? forms.other;
}
