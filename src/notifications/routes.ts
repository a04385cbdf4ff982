import { createRouter, describe, requireDriver, validate } from "../server/http";
import { markRead } from "./actions";
import { Notifications, ReadNotifications } from "./contract";
import { listNotifications } from "./queries";
import { outboxRoutes } from "./outbox-routes";
import { templateRoutes } from "./templates/template-routes";
import { pushRoutes } from "./push/push-routes";
import { choiceRoutes } from "./choices/choice-routes";

export const notificationRoutes = createRouter()
  .get(
    "/driver/notifications",
    describe({
      summary: "The driver's newest notifications and how many are unread",
      tag: "drivers",
      security: "driver",
      answers: { 200: Notifications },
    }),
    requireDriver,
    (c) => {
      const { deps, session } = c.var;
      return c.json(listNotifications(deps, "driver", session.accountId) satisfies Notifications);
    },
  )
  .post(
    "/driver/notifications/read",
    describe({
      summary: "Mark notifications as read: those named, or all",
      tag: "drivers",
      security: "driver",
      answers: { 200: Notifications },
    }),
    requireDriver,
    validate("json", ReadNotifications),
    async (c) => {
      const { deps, session } = c.var;
      const reader = { audience: "driver" as const, accountId: session.accountId };
      await markRead(deps, reader, c.req.valid("json").ids ?? null);
      return c.json(listNotifications(deps, "driver", session.accountId) satisfies Notifications);
    },
  )
  .route("/", outboxRoutes)
  .route("/", templateRoutes)
  .route("/", pushRoutes)
  .route("/", choiceRoutes);
