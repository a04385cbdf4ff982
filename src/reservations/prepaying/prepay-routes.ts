import { createRouter } from "../../server/calls";
import { savePaymentRules } from "./prepay-actions";
import { PaymentRulesAnswer, SavePaymentRules } from "./prepay-contract";
import { readPaymentRules } from "./prepay-queries";

/** The calls for the payment rules: read by all of dispatch, changed by owners. */
export const prepayRoutes = createRouter("reservations")
  .get(
    "/admin/payment-rules",
    "Gives the payment rules, and what the payment providers can do",
    { who: "dispatch.view", answer: PaymentRulesAnswer },
    ({ deps }) => readPaymentRules(deps),
  )
  .put(
    "/admin/payment-rules",
    "Changes the payment rules",
    {
      who: "settings.manage",
      body: SavePaymentRules,
      answer: PaymentRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await savePaymentRules(deps, actor, body);
      return readPaymentRules(deps);
    },
  );
