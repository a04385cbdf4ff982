import { createRouter } from "../server/calls";
import { markNotificationsRead } from "./actions";
import { Notifications, MarkNotificationsRead } from "./contract";
import { listNotifications } from "./queries";
import { outboxRoutes } from "./outbox-routes";
import { templateRoutes } from "./templates/template-routes";
import { pushRoutes } from "./push/push-routes";
import { choiceRoutes } from "./choices/choice-routes";

export const notificationRoutes = createRouter("drivers")
  .get(
    "/driver/notifications",
    "Lists the driver's newest notifications, and counts the unread ones",
    { who: "driver", answer: Notifications },
    ({ deps, actor }) => listNotifications(deps, "driver", actor.id),
  )
  .post(
    "/driver/notifications/read",
    "Marks the given notifications, or all of them, as read",
    { who: "driver", body: MarkNotificationsRead, answer: Notifications },
    async ({ deps, actor, body }) => {
      const reader = { audience: "driver" as const, accountId: actor.id };
      await markNotificationsRead(deps, reader, body.ids ?? null);
      return listNotifications(deps, "driver", actor.id);
    },
  )
  .with(outboxRoutes)
  .with(templateRoutes)
  .with(pushRoutes)
  .with(choiceRoutes);
