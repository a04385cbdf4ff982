import { createRouter } from "../server/calls";
import { saveTrafficRules } from "./traffic-actions";
import { SaveTrafficRules, TrafficRulesAnswer } from "./traffic-contract";
import { readTrafficRules } from "./traffic-queries";

/** The calls for travel times by hour, for the owner. */
export const trafficRoutes = createRouter("settings")
  .get(
    "/admin/settings/traffic",
    "Gives the travel times by hour, and how long the operator's own trips took",
    { who: "settings.manage", answer: TrafficRulesAnswer },
    ({ deps }) => readTrafficRules(deps),
  )
  .put(
    "/admin/settings/traffic",
    "Changes travel times by hour",
    {
      who: "settings.manage",
      body: SaveTrafficRules,
      answer: TrafficRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveTrafficRules(deps, actor, body);
      return readTrafficRules(deps);
    },
  );
