import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { saveRegionRules } from "./region-actions";
import { RegionRulesAnswer, SaveRegionRules } from "./region-contract";
import { readRegionRules } from "./region-queries";

/** Where the operator is at home: the one topic of the settings that prices and bookings follow. */
export const regionRoutes = createRouter()
  .get(
    "/admin/settings/region",
    describe({
      summary: "The operator's country, time zone, currency and unit of distances",
      tag: "settings",
      security: "admin",
      answers: { 200: RegionRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readRegionRules(c.var.deps) satisfies RegionRulesAnswer),
  )
  .put(
    "/admin/settings/region",
    describe({
      summary: "Says where the operator is at home, and what it counts in",
      tag: "settings",
      security: "admin",
      answers: { 200: RegionRulesAnswer },
      refusals: ["request.forbidden", "request.conflict", "region.settled", "fees.faulty"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveRegionRules),
    async (c) => {
      await saveRegionRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readRegionRules(c.var.deps) satisfies RegionRulesAnswer);
    },
  );
