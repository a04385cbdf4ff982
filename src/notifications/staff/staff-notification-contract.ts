import { z } from "zod";
import { MessageChannel, QuietTime } from "../choices/choice-contract";

/** The topics that staff can be notified of while away from the screen. */
export const StaffTopic = z.enum([
  "new_booking",
  "request_waiting",
  "price_request",
  "quote_accepted",
  "quote_declined",
  "quote_question",
  "quote_expired",
  "change",
  "cancellation",
  "message",
  "offers_declined",
  "late_driver",
  "flight",
  "flight_budget",
  "incident",
  "payment_fault",
  "application",
  "contact",
  "webhook_off",
]);
export type StaffTopic = z.infer<typeof StaffTopic>;

/** The channels that a member of staff has chosen for each topic. */
export const StaffChannels = z.partialRecord(StaffTopic, z.array(MessageChannel).max(3));
export type StaffChannels = z.infer<typeof StaffChannels>;

/** The notification settings of a member of staff. */
export const StaffNotificationSettings = z.object({
  /** The topics that their role may see. */
  topics: z.array(z.object({ topic: StaffTopic, channels: z.array(MessageChannel) })),
  /** Whether they are notified only while no screen of dispatch is open. */
  onlyWhenAway: z.boolean(),
  quiet: QuietTime.nullable(),
  /** The phone number for SMS. */
  phone: z.string().nullable(),
  /** Whether a provider for SMS is connected. */
  smsConnected: z.boolean(),
});
export type StaffNotificationSettings = z.infer<typeof StaffNotificationSettings>;

/** Omitted fields stay unchanged. */
export const ChangeStaffNotificationSettings = z.object({
  channels: StaffChannels.optional(),
  onlyWhenAway: z.boolean().optional(),
  quiet: QuietTime.nullable().optional(),
  phone: z.string().trim().max(40).optional(),
});
export type ChangeStaffNotificationSettings = z.infer<typeof ChangeStaffNotificationSettings>;
