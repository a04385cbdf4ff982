/** The words of the lines of a driver's pay. Safe to load in browsers. */
import type { PayLine } from "./contract";
import { expenseWords } from "./expense-rules";
import type { LineWords } from "./line-words";
import { figureFacts } from "../settings/languages/language-figures-contract";
import type { Language } from "../settings/languages/languages-contract";
import { formatMoney } from "../settings/money-rules";

/** Translates the texts of a driver's pay into the reader's language and fills in the values in braces. */
export interface PayTranslator {
  (text: string, values?: Readonly<Record<string, string | number>>): string;
  known(text: string): string;
  readonly language: Language;
}

/** The English translator, for staff and papers. */
export const englishPayTranslator: PayTranslator = Object.assign(
  (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  { known: (text: string) => text, language: "en" as const },
);

/** Returns the words of a line of a driver's pay: `label` names it, `detail` explains the amount. */
export function payLineWords(
  line: PayLine,
  currency: string,
  t: PayTranslator = englishPayTranslator,
): LineWords {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, t.language);
  const numberText = (value: number) =>
    String(value).replace(".", figureFacts[t.language].separators.charAt(1));
  const words = (label: string, detail = "") => ({ label, detail });
  // A driver who may not see prices is not shown the amount that the percentage is of.
  const isAmountHidden = ({ ofMinor }: { ofMinor: number }) => ofMinor === 0;
  const { kind, params } = line;
  switch (kind) {
    case "fare_share": {
      const share = { percent: numberText(params.percent), amount: money(params.ofMinor) };
      const detail = isAmountHidden(params) ? "" : t("{percent} % of {amount} before tax", share);
      return words(t("Share of the fare"), detail);
    }
    case "per_trip":
      return words(t("Per trip"));
    case "per_distance": {
      const distance = `${numberText(params.tenths / 10)} ${t.known(params.unit)}`;
      const at = { distance, amount: money(params.perDistanceMinor) };
      return words(t("Distance"), t("{distance} at {amount}", at));
    }
    case "gratuity_share": {
      const share = { percent: numberText(params.percent), amount: money(params.ofMinor) };
      return words(t("Gratuity"), t("{percent} % of {amount}", share));
    }
    case "gratuity_part":
      return words(t("Gratuity"));
    case "cancellation_share":
      return words(
        t("Share of the cancellation fee"),
        isAmountHidden(params) ? "" : t("of {amount}", { amount: money(params.ofMinor) }),
      );
    case "no_show_share":
      return words(
        t("Share of the no-show fee"),
        isAmountHidden(params) ? "" : t("of {amount}", { amount: money(params.ofMinor) }),
      );
    case "expense":
      return params.name
        ? words(params.name, t("Expense"))
        : words(t.known(expenseWords[params.expense]));
  }
}
