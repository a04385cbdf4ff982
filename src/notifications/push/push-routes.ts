/** Notifications on the phone or browser that asks, for riders and drivers. */
import {
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requireRider,
  validate,
} from "../../server/http";
import { turnOffPush, turnOnPush } from "./push-actions";
import { PushState, TurnOnPush } from "./push-contract";
import { pushStateOf } from "./push-queries";

const answers = { 200: PushState };

export const pushRoutes = createRouter()
  .get(
    "/users/push",
    describe({
      summary: "Whether this phone or browser gets the rider's notifications",
      tag: "riders",
      security: "rider",
      answers,
    }),
    requireRider,
    (c) => c.json(pushStateOf(c.var.deps, c.var.session.id) satisfies PushState),
  )
  .put(
    "/users/push",
    describe({
      summary: "Send the rider's notifications to this phone or browser, until its session ends",
      tag: "riders",
      security: "rider",
      answers,
      refusals: ["push.service_unknown", "request.too_many"],
    }),
    requireRider,
    limitPerSession(30, 3_600),
    validate("json", TurnOnPush),
    async (c) => {
      const { deps, session } = c.var;
      const { id, accountId } = session;
      await turnOnPush(deps, { id, accountId, audience: "rider" }, c.req.valid("json"));
      return c.json(pushStateOf(deps, id) satisfies PushState);
    },
  )
  .delete(
    "/users/push",
    describe({
      summary: "Send this phone or browser no more notifications",
      tag: "riders",
      security: "rider",
      answers,
    }),
    requireRider,
    async (c) => {
      const { deps, session } = c.var;
      await turnOffPush(deps, session.id);
      return c.json(pushStateOf(deps, session.id) satisfies PushState);
    },
  )
  .get(
    "/driver/push",
    describe({
      summary: "Whether this phone or browser gets the driver's notifications",
      tag: "drivers",
      security: "driver",
      answers,
    }),
    requireDriver,
    (c) => c.json(pushStateOf(c.var.deps, c.var.session.id) satisfies PushState),
  )
  .put(
    "/driver/push",
    describe({
      summary: "Send the driver's notifications to this phone or browser, until its session ends",
      tag: "drivers",
      security: "driver",
      answers,
      refusals: ["push.service_unknown", "request.too_many"],
    }),
    requireDriver,
    limitPerSession(30, 3_600),
    validate("json", TurnOnPush),
    async (c) => {
      const { deps, session } = c.var;
      const { id, accountId } = session;
      await turnOnPush(deps, { id, accountId, audience: "driver" }, c.req.valid("json"));
      return c.json(pushStateOf(deps, id) satisfies PushState);
    },
  )
  .delete(
    "/driver/push",
    describe({
      summary: "Send this phone or browser no more notifications",
      tag: "drivers",
      security: "driver",
      answers,
    }),
    requireDriver,
    async (c) => {
      const { deps, session } = c.var;
      await turnOffPush(deps, session.id);
      return c.json(pushStateOf(deps, session.id) satisfies PushState);
    },
  );
