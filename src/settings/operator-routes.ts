import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { BrandRulesAnswer, SaveBrandRules } from "./brand-contract";
import { HoursRulesAnswer, SaveHoursRules } from "./hours-contract";
import { OnlineRulesAnswer, SaveOnlineRules } from "./online-contract";
import { saveBrandRules, saveHoursRules, saveOnlineRules } from "./operator-actions";
import { readBrandRules, readHoursRules, readOnlineRules } from "./operator-queries";

const tag = "settings";

/** The operator's own topics of the settings: all of dispatch reads them, the owner says them. */
export const operatorRoutes = createRouter()
  .get(
    "/admin/settings/brand",
    describe({
      summary: "The operator's colour and town, and what stands on its papers",
      tag,
      security: "admin",
      answers: { 200: BrandRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readBrandRules(c.var.deps) satisfies BrandRulesAnswer),
  )
  .put(
    "/admin/settings/brand",
    describe({
      summary: "Says what the operator looks like, and what stands on its papers",
      tag,
      security: "admin",
      answers: { 200: BrandRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveBrandRules),
    async (c) => {
      await saveBrandRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readBrandRules(c.var.deps) satisfies BrandRulesAnswer);
    },
  )
  .get(
    "/admin/settings/hours",
    describe({
      summary: "When the office answers",
      tag,
      security: "admin",
      answers: { 200: HoursRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readHoursRules(c.var.deps) satisfies HoursRulesAnswer),
  )
  .put(
    "/admin/settings/hours",
    describe({
      summary: "Says when the office answers",
      tag,
      security: "admin",
      answers: { 200: HoursRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveHoursRules),
    async (c) => {
      await saveHoursRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readHoursRules(c.var.deps) satisfies HoursRulesAnswer);
    },
  )
  .get(
    "/admin/settings/online",
    describe({
      summary: "Whether riders may book by themselves",
      tag,
      security: "admin",
      answers: { 200: OnlineRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readOnlineRules(c.var.deps) satisfies OnlineRulesAnswer),
  )
  .put(
    "/admin/settings/online",
    describe({
      summary: "Opens or closes booking by riders",
      tag,
      security: "admin",
      answers: { 200: OnlineRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveOnlineRules),
    async (c) => {
      await saveOnlineRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readOnlineRules(c.var.deps) satisfies OnlineRulesAnswer);
    },
  );
