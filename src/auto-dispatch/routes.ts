import { createRouter } from "../server/calls";
import { AutoDispatchAnswer, DryRun, DryRunRequest, SaveAutoDispatch } from "./contract";
import { confirmationRuleRoutes } from "./confirmation/routes";
import { dryRunOf } from "./dry-run-queries";
import { readAutoDispatch } from "./queries";
import { saveAutoDispatch, stopAutoDispatch } from "./settings-actions";

/**
 * Calls for auto-dispatch. All of dispatch can read it, owners configure it, and staff who manage trips can stop it.
 */
export const autoDispatchRoutes = createRouter("dispatch")
  .get(
    "/admin/auto-dispatch",
    "Gives the rules of auto-dispatch, and its recent actions",
    { who: "dispatch.view", answer: AutoDispatchAnswer },
    ({ deps }) => readAutoDispatch(deps.db),
  )
  .put(
    "/admin/auto-dispatch",
    "Changes the rules of auto-dispatch",
    {
      who: "settings.manage",
      body: SaveAutoDispatch,
      answer: AutoDispatchAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveAutoDispatch(deps, actor, body);
      return readAutoDispatch(deps.db);
    },
  )
  .post(
    "/admin/auto-dispatch/stop",
    "Turns auto-dispatch off at once",
    { who: "trips.manage", answer: AutoDispatchAnswer },
    async ({ deps, actor }) => {
      await stopAutoDispatch(deps, actor);
      return readAutoDispatch(deps.db);
    },
  )
  .post(
    "/admin/auto-dispatch/dry-run",
    "Simulates rules on a past day, without changing anything",
    { who: "dispatch.view", body: DryRunRequest, answer: DryRun, refuses: ["request.invalid"] },
    ({ deps, body }) => dryRunOf(deps, body),
  )
  .with(confirmationRuleRoutes);
