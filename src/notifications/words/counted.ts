/** One and many, as a language has them. */
const rules = new Map<string, Intl.PluralRules>();

/** `forms` for the number: the one that the language's rule names, or else "other". */
export function counted(
  language: string,
  n: number,
  forms: { one: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  // Whose own rule knows one form only; the words have two.
  if (language === "rw") return n === 1 ? forms.one : forms.other;
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return forms[rule.select(n)] ?? forms.other;
}
