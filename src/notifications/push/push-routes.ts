/** The routes of notifications on the phone or browser that sends the request, for riders, drivers and staff. */
import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { turnOffPush, turnOnPush } from "./push-actions";
import { PushState, TurnOnPush } from "./push-contract";
import { pushStateOf } from "./push-queries";

function pushRoutesFor(audience: "rider" | "driver" | "admin") {
  const who = audience === "admin" ? "profile.edit" : audience;
  return createRouter("notifications")
    .get(
      "/push",
      `Says whether this phone or browser gets the ${audience}'s notifications`,
      { who, answer: PushState },
      ({ deps, session }) => pushStateOf(deps, session.id),
    )
    .put(
      "/push",
      `Sends the ${audience}'s notifications to this phone or browser, until its session ends`,
      {
        who,
        body: TurnOnPush,
        answer: PushState,
        refuses: ["push.service_unknown"],
        use: limitPerSession(30, 3_600),
      },
      async ({ deps, session: { id, accountId }, body }) => {
        await turnOnPush(deps, { id, accountId, audience }, body);
        return pushStateOf(deps, id);
      },
    )
    .delete(
      "/push",
      "Stops notifications to this phone or browser",
      { who, answer: PushState },
      async ({ deps, session }) => {
        await turnOffPush(deps, session.id);
        return pushStateOf(deps, session.id);
      },
    );
}

export const pushRoutes = createRouter("notifications")
  .with(pushRoutesFor("rider"), "/users")
  .with(pushRoutesFor("driver"), "/driver")
  .with(pushRoutesFor("admin"), "/admin");
