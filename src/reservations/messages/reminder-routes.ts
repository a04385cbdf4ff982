import { createRouter } from "../../server/calls";
import { saveReminderRules } from "./reminder-actions";
import { ReminderRulesAnswer, SaveReminderRules } from "./reminder-contract";
import { readReminderRules } from "./reminder-queries";

/** The calls for the reminder rules: read by dispatch, changed by owners and dispatchers. */
export const reminderRoutes = createRouter("reservations")
  .get(
    "/admin/trip-reminders",
    "Says when trip reminders are sent, and to whom",
    { who: "dispatch.view", answer: ReminderRulesAnswer },
    ({ deps }) => readReminderRules(deps),
  )
  .put(
    "/admin/trip-reminders",
    "Changes when trip reminders are sent, and to whom",
    {
      who: "booking_rules.manage",
      body: SaveReminderRules,
      answer: ReminderRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveReminderRules(deps, actor, body);
      return readReminderRules(deps);
    },
  );
