import { formatAmount } from "../../../src/settings/money-rules";
import type { Say } from "../../words/words";

/** What is wrong with an amount: `readMoney` says it in English, other languages show how to write one. */
export function amountFault(fault: string, currency: string, t: Say): string {
  if (t.language === "en") return `${fault}.`;
  const amount = formatAmount(125_000, currency, t.language);
  return t("Enter the amount in digits, like {amount}.", { amount });
}
