import { z } from "zod";
import { ServiceType } from "../../fares/contract";

/** When a trip is reminded of, and who is. Nobody where the list is empty. */
export const Reminder = z.object({
  hours: z.number().int().min(1).max(72),
  /**
   * `passenger`: who rides, which is the rider where they ride themselves or hear of everything. `rider`: who booked,
   * in any case. `driver`: who is assigned by then.
   */
  to: z.array(z.enum(["rider", "passenger", "driver"])).max(3),
});
export type Reminder = z.infer<typeof Reminder>;

export const ReminderRules = z.object({
  /** For every service that has none of its own. */
  reminder: Reminder,
  reminderByService: z.partialRecord(ServiceType, Reminder),
});
export type ReminderRules = z.infer<typeof ReminderRules>;

/** `version` is that of the settings as they were read; answers 409 if it has changed. */
export const ReminderRulesAnswer = z.object({ rules: ReminderRules, version: z.number().int() });
export type ReminderRulesAnswer = z.infer<typeof ReminderRulesAnswer>;

export const SaveReminderRules = ReminderRules.extend({ version: z.number().int() });
export type SaveReminderRules = z.infer<typeof SaveReminderRules>;
