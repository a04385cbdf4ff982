import { createRouter } from "../../server/calls";
import { saveConfirmationRules } from "./actions";
import {
  ConfirmationDryRun,
  ConfirmationDryRunRequest,
  ConfirmationRulesAnswer,
  SaveConfirmationRules,
} from "./contract";
import { confirmationDryRun } from "./dry-run-queries";
import { readConfirmationRules } from "./queries";

/**
 * Calls for the rules by which bookings are confirmed without dispatch. All of dispatch reads them, owners change them.
 */
export const confirmationRuleRoutes = createRouter("dispatch")
  .get(
    "/admin/confirmation-rules",
    "Lists the rules that confirm bookings",
    { who: "dispatch.view", answer: ConfirmationRulesAnswer },
    ({ deps }) => readConfirmationRules(deps),
  )
  .put(
    "/admin/confirmation-rules",
    "Changes the rules that confirm bookings",
    {
      who: "settings.manage",
      body: SaveConfirmationRules,
      answer: ConfirmationRulesAnswer,
      refuses: ["request.invalid", "request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveConfirmationRules(deps, actor, body);
      return readConfirmationRules(deps);
    },
  )
  .post(
    "/admin/confirmation-rules/dry-run",
    "Tests rules on the bookings of the last 30 days, without changing anything",
    { who: "dispatch.view", body: ConfirmationDryRunRequest, answer: ConfirmationDryRun },
    ({ deps, body }) => confirmationDryRun(deps, body.rules),
  );
