import type { OnlineMethod } from "../../src/payment-providers/provider-contract";
import type { Say } from "../words/words";

/** What something is paid with. */
export function paidWithText(method: OnlineMethod, t: Say): string {
  return method === "card_online" ? t("Card") : t("Mobile money");
}
