import { createRouter } from "../server/calls";
import { sendEncoded } from "../server/encoded-response";
import { saveAreaRules } from "./area-actions";
import { AreaAnswer, AreaRulesAnswer, SaveAreaRules } from "./area-contract";
import { readAreaAnswer, readAreaRules } from "./area-queries";

/** Calls for the service area: everyone sees it, dispatch reads its rules, and the owner changes them. */
export const areaRoutes = createRouter("settings")
  .get(
    "/service-area",
    "Gives the area where riders may book. It is null if they may book everywhere",
    { who: "public", answer: AreaAnswer },
    async ({ c, deps }) => {
      c.header("Cache-Control", "public, max-age=300");
      return sendEncoded(c, await readAreaAnswer(deps));
    },
  )
  .get(
    "/admin/settings/area",
    "Lists the zones in which riders may book",
    { who: "dispatch.view", answer: AreaRulesAnswer },
    ({ deps }) => readAreaRules(deps),
  )
  .put(
    "/admin/settings/area",
    "Changes the zones in which riders may book",
    {
      who: "settings.manage",
      body: SaveAreaRules,
      answer: AreaRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveAreaRules(deps, actor, body);
      return readAreaRules(deps);
    },
  );
