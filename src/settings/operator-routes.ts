import { createRouter } from "../server/calls";
import { BrandRulesAnswer, SaveBrandRules } from "./brand-contract";
import { HoursRulesAnswer, SaveHoursRules } from "./hours-contract";
import { OnlineRulesAnswer, SaveOnlineRules } from "./online-contract";
import { saveBrandRules, saveHoursRules, saveOnlineRules } from "./operator-actions";
import { readBrandRules, readHoursRules, readOnlineRules } from "./operator-queries";

/** The operator's own topics of the settings: all of dispatch reads them, the owner says them. */
export const operatorRoutes = createRouter("settings")
  .get(
    "/admin/settings/brand",
    "The operator's colour and town, and what stands on its papers",
    { who: "dispatch.read", answer: BrandRulesAnswer },
    ({ deps }) => readBrandRules(deps),
  )
  .put(
    "/admin/settings/brand",
    "Says what the operator looks like, and what stands on its papers",
    {
      who: "operator.rule",
      body: SaveBrandRules,
      answer: BrandRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveBrandRules(deps, actor, body);
      return readBrandRules(deps);
    },
  )
  .get(
    "/admin/settings/hours",
    "When the office answers",
    { who: "dispatch.read", answer: HoursRulesAnswer },
    ({ deps }) => readHoursRules(deps),
  )
  .put(
    "/admin/settings/hours",
    "Says when the office answers",
    {
      who: "operator.rule",
      body: SaveHoursRules,
      answer: HoursRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveHoursRules(deps, actor, body);
      return readHoursRules(deps);
    },
  )
  .get(
    "/admin/settings/online",
    "Whether riders may book by themselves",
    { who: "dispatch.read", answer: OnlineRulesAnswer },
    ({ deps }) => readOnlineRules(deps),
  )
  .put(
    "/admin/settings/online",
    "Opens or closes booking by riders",
    {
      who: "operator.rule",
      body: SaveOnlineRules,
      answer: OnlineRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveOnlineRules(deps, actor, body);
      return readOnlineRules(deps);
    },
  );
