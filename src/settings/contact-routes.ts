import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { saveContactRules } from "./contact-actions";
import { ContactRulesAnswer, SaveContactRules } from "./contact-contract";
import { readContactRules } from "./queries";

const tag = "settings";

/** How people reach each other: all of dispatch reads it, the owner says it. */
export const contactRoutes = createRouter()
  .get(
    "/admin/settings/contact",
    describe({
      summary: "The operator's number, boarding codes, and who sees whose number",
      tag,
      security: "admin",
      answers: { 200: ContactRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readContactRules(c.var.deps) satisfies ContactRulesAnswer),
  )
  .put(
    "/admin/settings/contact",
    describe({
      summary: "Says how people reach each other",
      tag,
      security: "admin",
      answers: { 200: ContactRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveContactRules),
    async (c) => {
      await saveContactRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readContactRules(c.var.deps) satisfies ContactRulesAnswer);
    },
  );
