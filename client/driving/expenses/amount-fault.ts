import { formatAmount } from "../../../src/settings/money-rules";
import type { Say } from "../../words/words";

/**
 * Returns the error in an amount. In English it is the text of `readMoney`; in other languages it shows how to write an
 * amount.
 */
export function amountFaultText(fault: string, currency: string, t: Say): string {
  if (t.language === "en") return `${fault}.`;
  const amount = formatAmount(125_000, currency, t.language);
  return t("Enter the amount in digits, like {amount}.", { amount });
}
