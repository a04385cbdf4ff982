/** Notifications on the phone or browser that asks, for riders and drivers. */
import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { turnOffPush, turnOnPush } from "./push-actions";
import { PushState, TurnOnPush } from "./push-contract";
import { pushStateOf } from "./push-queries";

export const pushRoutes = createRouter("notifications")
  .get(
    "/users/push",
    "Whether this phone or browser gets the rider's notifications",
    { who: "rider", answer: PushState },
    ({ deps, session }) => pushStateOf(deps, session.id),
  )
  .put(
    "/users/push",
    "Send the rider's notifications to this phone or browser, until its session ends",
    {
      who: "rider",
      body: TurnOnPush,
      answer: PushState,
      refuses: ["push.service_unknown"],
      use: limitPerSession(30, 3_600),
    },
    async ({ deps, session, body }) => {
      const { id, accountId } = session;
      await turnOnPush(deps, { id, accountId, audience: "rider" }, body);
      return pushStateOf(deps, id);
    },
  )
  .delete(
    "/users/push",
    "Send this phone or browser no more notifications",
    { who: "rider", answer: PushState },
    async ({ deps, session }) => {
      await turnOffPush(deps, session.id);
      return pushStateOf(deps, session.id);
    },
  )
  .get(
    "/driver/push",
    "Whether this phone or browser gets the driver's notifications",
    { who: "driver", answer: PushState },
    ({ deps, session }) => pushStateOf(deps, session.id),
  )
  .put(
    "/driver/push",
    "Send the driver's notifications to this phone or browser, until its session ends",
    {
      who: "driver",
      body: TurnOnPush,
      answer: PushState,
      refuses: ["push.service_unknown"],
      use: limitPerSession(30, 3_600),
    },
    async ({ deps, session, body }) => {
      const { id, accountId } = session;
      await turnOnPush(deps, { id, accountId, audience: "driver" }, body);
      return pushStateOf(deps, id);
    },
  )
  .delete(
    "/driver/push",
    "Send this phone or browser no more notifications",
    { who: "driver", answer: PushState },
    async ({ deps, session }) => {
      await turnOffPush(deps, session.id);
      return pushStateOf(deps, session.id);
    },
  );
