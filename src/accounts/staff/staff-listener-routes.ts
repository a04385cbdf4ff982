/** Calls for the notifications that staff get while they are away from the screen. */
import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { changeStaffListener } from "./staff-listener-actions";
import {
  ChangeStaffNotificationSettings,
  StaffNotificationSettings,
} from "../../notifications/staff/staff-notification-contract";
import { readStaffListener } from "./staff-listener-queries";

export const staffListenerRoutes = createRouter("accounts")
  .get(
    "/admin/notifications",
    "Gives your notification choices by topic and channel, and your quiet hours",
    { who: "profile.edit", answer: StaffNotificationSettings },
    ({ deps, session }) => readStaffListener(deps, session),
  )
  .put(
    "/admin/notifications",
    "Changes your notification choices and quiet hours",
    {
      who: "profile.edit",
      body: ChangeStaffNotificationSettings,
      answer: StaffNotificationSettings,
      use: limitPerSession(120, 3_600),
    },
    async ({ deps, session, body }) => {
      await changeStaffListener(deps, session.accountId, body);
      return readStaffListener(deps, session);
    },
  );
