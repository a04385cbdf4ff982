import { createRouter } from "../server/calls";
import { saveRegionRules } from "./region-actions";
import { RegionRulesAnswer, SaveRegionRules } from "./region-contract";
import { readRegionRules } from "./region-queries";

/** The API for the operator's country, time zone, currency and unit, which prices and bookings depend on. */
export const regionRoutes = createRouter("settings")
  .get(
    "/admin/settings/region",
    "Gives the operator's country, time zone, currency and unit of distance",
    { who: "dispatch.view", answer: RegionRulesAnswer },
    ({ deps }) => readRegionRules(deps),
  )
  .put(
    "/admin/settings/region",
    "Changes the operator's country, time zone, currency and unit of distance",
    {
      who: "settings.manage",
      body: SaveRegionRules,
      answer: RegionRulesAnswer,
      refuses: ["request.conflict", "settings.configured", "region.settled", "fees.faulty"],
    },
    async ({ deps, actor, body }) => {
      await saveRegionRules(deps, actor, body);
      return readRegionRules(deps);
    },
  );
