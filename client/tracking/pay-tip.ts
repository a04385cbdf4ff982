import type { PayPage } from "../../src/payments/links/link-contract";
import { readMoney } from "../ui/amount";
import { formatMoney } from "../ui/money";
import type { Say } from "../words/words";

/** Chosen in place of a percentage: an amount that is typed. */
export const OWN = "own";

type TipValues = { tip: string; tipMinor: string };
type TipPage = Pick<PayPage, "tipChoices" | "currency" | "amountMinor">;

/** The tip as it is chosen or typed; 0 while it is no amount. */
export function chosenTipMinor(
  { tipChoices, currency }: TipPage,
  typed: TipValues,
  t: Say,
): number {
  const choice = tipChoices.find(({ percent }) => String(percent) === typed.tip);
  if (choice) return choice.tipMinor;
  const own = readMoney(typed.tipMinor, currency, t.language);
  return "value" in own ? own.value : 0;
}

/** What is wrong with a tip that is typed. */
export function tipFault(page: TipPage, typed: TipValues, t: Say): string | false {
  const tipMinor = chosenTipMinor(page, typed, t);
  if (tipMinor <= 0) return t("Enter an amount.");
  const amount = formatMoney(page.amountMinor, page.currency, t);
  return tipMinor > page.amountMinor && t("At most {amount}.", { amount });
}
