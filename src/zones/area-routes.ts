import { sendJson } from "../server/kept-bytes";
import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { saveAreaRules } from "./area-actions";
import { AreaAnswer, AreaRulesAnswer, SaveAreaRules } from "./area-contract";
import { readAreaAnswer, readAreaRules } from "./area-queries";

const tag = "settings";

/** Where riders may book: everybody sees it, all of dispatch reads it, the owner says it. */
export const areaRoutes = createRouter()
  .get(
    "/service-area",
    describe({
      summary: "Where riders may book; null for everywhere",
      tag,
      security: "public",
      answers: { 200: AreaAnswer },
    }),
    async (c) => {
      c.header("Cache-Control", "public, max-age=300");
      return sendJson(c, await readAreaAnswer(c.var.deps));
    },
  )
  .get(
    "/admin/settings/area",
    describe({
      summary: "The zones in which riders may book",
      tag,
      security: "admin",
      answers: { 200: AreaRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readAreaRules(c.var.deps) satisfies AreaRulesAnswer),
  )
  .put(
    "/admin/settings/area",
    describe({
      summary: "Says in which zones riders may book",
      tag,
      security: "admin",
      answers: { 200: AreaRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveAreaRules),
    async (c) => {
      await saveAreaRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readAreaRules(c.var.deps) satisfies AreaRulesAnswer);
    },
  );
