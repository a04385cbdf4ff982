import { type PluralForm, written } from "../../settings/languages/language-dates";
import { type Language, languages } from "../../settings/languages/languages-contract";

/** Of `forms` the one that a number takes in the language; `other` where that is not among them. */
export function counted(
  language: Language,
  n: number,
  forms: Partial<Record<PluralForm, string>> & { other: string },
): string {
  const name = written[language].forms[languages[language].formOf(n)];
  return forms[name ?? "other"] ?? forms.other;
}
