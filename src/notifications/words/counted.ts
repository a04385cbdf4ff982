import { type Language, languages, type PluralForm } from "../../settings/languages-contract";

/** Of `forms` the one that a number takes in the language; `other` where that is not among them. */
export function counted(
  language: Language,
  n: number,
  forms: Partial<Record<PluralForm, string>> & { other: string },
): string {
  const { forms: names, formOf } = languages[language];
  return forms[names[formOf(n)] ?? "other"] ?? forms.other;
}
