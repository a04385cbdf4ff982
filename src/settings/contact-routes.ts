import { createRouter } from "../server/calls";
import { saveContactRules } from "./contact-actions";
import { ContactRulesAnswer, SaveContactRules } from "./contact-contract";
import { readContactRules } from "./queries";

/** The calls for the contact settings: read by all of dispatch, changed by the owner. */
export const contactRoutes = createRouter("settings")
  .get(
    "/admin/settings/contact",
    "Gives the operator's phone number, the rule for trip codes, and who sees whose number",
    { who: "dispatch.view", answer: ContactRulesAnswer },
    ({ deps }) => readContactRules(deps),
  )
  .put(
    "/admin/settings/contact",
    "Changes the operator's phone number, the rule for trip codes, or who sees whose number",
    {
      who: "settings.manage",
      body: SaveContactRules,
      answer: ContactRulesAnswer,
      refuses: ["request.conflict", "settings.configured"],
    },
    async ({ deps, actor, body }) => {
      await saveContactRules(deps, actor, body);
      return readContactRules(deps);
    },
  );
