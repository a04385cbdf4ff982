import { z } from "zod";
import { ServiceType } from "../../fares/contract";

/** When a trip's reminder is sent, and to whom. An empty list means nobody. */
export const Reminder = z.object({
  hours: z.number().int().min(1).max(72),
  /**
   * `passenger`: the person who rides, or the rider if they ride themselves or get all messages. `rider`: the person
   * who booked, in any case. `driver`: the driver who is assigned by then.
   */
  to: z.array(z.enum(["rider", "passenger", "driver"])).max(3),
});
export type Reminder = z.infer<typeof Reminder>;

export const ReminderRules = z.object({
  /** For every service without its own reminder. */
  reminder: Reminder,
  reminderByService: z.partialRecord(ServiceType, Reminder),
});
export type ReminderRules = z.infer<typeof ReminderRules>;

/** `version` is that of the settings as read. Saving answers 409 if it has changed. */
export const ReminderRulesAnswer = z.object({ rules: ReminderRules, version: z.number().int() });
export type ReminderRulesAnswer = z.infer<typeof ReminderRulesAnswer>;

export const SaveReminderRules = ReminderRules.extend({ version: z.number().int() });
export type SaveReminderRules = z.infer<typeof SaveReminderRules>;
