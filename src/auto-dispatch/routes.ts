import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { AutoDispatchAnswer, DryRun, DryRunQuestion, SaveAutoDispatch } from "./contract";
import { dryRunOf } from "./dry-run-queries";
import { readAutoDispatch } from "./queries";
import { saveAutoDispatch, stopAutoDispatch } from "./settings-actions";

const tag = "dispatch";

/** What auto-dispatch may do: all of dispatch reads it, the owner says it, whoever runs trips may stop it. */
export const autoDispatchRoutes = createRouter()
  .get(
    "/admin/auto-dispatch",
    describe({
      summary: "The rules of auto-dispatch, and what it did lately",
      tag,
      security: "admin",
      answers: { 200: AutoDispatchAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readAutoDispatch(c.var.deps.db) satisfies AutoDispatchAnswer),
  )
  .put(
    "/admin/auto-dispatch",
    describe({
      summary: "Says what auto-dispatch may do",
      tag,
      security: "admin",
      answers: { 200: AutoDispatchAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveAutoDispatch),
    async (c) => {
      await saveAutoDispatch(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readAutoDispatch(c.var.deps.db) satisfies AutoDispatchAnswer);
    },
  )
  .post(
    "/admin/auto-dispatch/stop",
    describe({
      summary: "Stops auto-dispatch at once",
      tag,
      security: "admin",
      answers: { 200: AutoDispatchAnswer },
      refusals: ["request.forbidden"],
    }),
    requirePermission("trips.run"),
    async (c) => {
      await stopAutoDispatch(c.var.deps, actorOf(c.var.session));
      return c.json(readAutoDispatch(c.var.deps.db) satisfies AutoDispatchAnswer);
    },
  )
  .post(
    "/admin/auto-dispatch/dry-run",
    describe({
      summary: "What rules would have done on a day that is over; changes nothing",
      tag,
      security: "admin",
      answers: { 200: DryRun },
      refusals: ["request.invalid"],
    }),
    requirePermission("dispatch.read"),
    validate("json", DryRunQuestion),
    (c) => c.json(dryRunOf(c.var.deps, c.req.valid("json")) satisfies DryRun),
  );
