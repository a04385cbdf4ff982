import type { PayPage } from "../../src/payments/links/link-contract";
import { readMoney } from "../ui/amount";
import { formatMoney } from "../ui/money";
import type { Say } from "../words/words";

/** The choice of typing an amount instead of a percentage. */
export const OWN_AMOUNT = "own";

type TipValues = { tip: string; tipMinor: string };
type TipPage = Pick<PayPage, "tipChoices" | "currency" | "amountMinor">;

/** Returns the tip as chosen or typed, in minor units; 0 while it is no valid amount. */
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

/** Returns what is wrong with a typed tip, or false. */
export function tipFault(page: TipPage, typed: TipValues, t: Say): string | false {
  const tipMinor = chosenTipMinor(page, typed, t);
  if (tipMinor <= 0) return t("Enter an amount.");
  const amount = formatMoney(page.amountMinor, page.currency, t);
  return tipMinor > page.amountMinor && t("At most {amount}.", { amount });
}
