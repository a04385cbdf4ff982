import { z } from "zod";
import { MessageChannel, QuietTime } from "../choices/choice-contract";

/** What staff can be notified of, wherever they are. */
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

/** The channels of each topic for a member of staff. */
export const StaffChannels = z.partialRecord(StaffTopic, z.array(MessageChannel).max(3));
export type StaffChannels = z.infer<typeof StaffChannels>;

/** What a member of staff is notified of while away from the screen. */
export const StaffNotificationSettings = z.object({
  /** Of the topics that their role may see. */
  topics: z.array(z.object({ topic: StaffTopic, channels: z.array(MessageChannel) })),
  /** They are told only while no screen of dispatch is open. */
  onlyWhenAway: z.boolean(),
  quiet: QuietTime.nullable(),
  /** Where text messages go. */
  phone: z.string().nullable(),
  /** Whether somebody was configured to carry text messages. */
  smsConnected: z.boolean(),
});
export type StaffNotificationSettings = z.infer<typeof StaffNotificationSettings>;

/** What is left out stays as it is. */
export const ChangeStaffNotificationSettings = z.object({
  channels: StaffChannels.optional(),
  onlyWhenAway: z.boolean().optional(),
  quiet: QuietTime.nullable().optional(),
  phone: z.string().trim().max(40).optional(),
});
export type ChangeStaffNotificationSettings = z.infer<typeof ChangeStaffNotificationSettings>;
