import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { saveWidgetRules } from "./widget-actions";
import { SaveWidgetRules, WidgetRulesAnswer } from "./widget-contract";
import { readWidgetRules } from "./widget-queries";

const tag = "settings";

/** Which websites may show the booking widget: all of dispatch reads it, the owner says it. */
export const widgetRoutes = createRouter()
  .get(
    "/admin/settings/widget",
    describe({
      summary: "Which websites may show the booking widget, and what they paste",
      tag,
      security: "admin",
      answers: { 200: WidgetRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) =>
      c.json(readWidgetRules(c.var.deps, new URL(c.req.url).origin) satisfies WidgetRulesAnswer),
  )
  .put(
    "/admin/settings/widget",
    describe({
      summary: "Says which websites may show the booking widget",
      tag,
      security: "admin",
      answers: { 200: WidgetRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveWidgetRules),
    async (c) => {
      await saveWidgetRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(
        readWidgetRules(c.var.deps, new URL(c.req.url).origin) satisfies WidgetRulesAnswer,
      );
    },
  );
