import { createRouter } from "../../server/calls";
import { saveWidgetRules } from "./widget-actions";
import { SaveWidgetRules, WidgetRulesAnswer } from "./widget-contract";
import { readWidgetRules } from "./widget-queries";

/** The calls for the websites that may show the booking widget: read by all of dispatch, changed by owners. */
export const widgetRoutes = createRouter("settings")
  .get(
    "/admin/settings/widget",
    "Lists the websites that may show the booking widget, and gives the code to embed it",
    { who: "dispatch.view", answer: WidgetRulesAnswer },
    ({ c, deps }) => readWidgetRules(deps, new URL(c.req.url).origin),
  )
  .put(
    "/admin/settings/widget",
    "Changes which websites may show the booking widget",
    {
      who: "settings.manage",
      body: SaveWidgetRules,
      answer: WidgetRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ c, deps, actor, body }) => {
      await saveWidgetRules(deps, actor, body);
      return readWidgetRules(deps, new URL(c.req.url).origin);
    },
  );
