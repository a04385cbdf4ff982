import type { OnlineMethod } from "../../src/payment-providers/provider-contract";
import type { Say } from "../words/words";

/** Returns the name of an online payment method. */
export function paidWithText(method: OnlineMethod, t: Say): string {
  return method === "card_online" ? t("Card") : t("Mobile money");
}
