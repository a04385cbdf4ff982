import type { Say } from "../../words/words";

/** What is wrong with an amount, which `readMoney` says in English. */
export function amountFault(fault: string, t: Say): string {
  return t.language === "en" ? `${fault}.` : t("Write the amount in figures.");
}
