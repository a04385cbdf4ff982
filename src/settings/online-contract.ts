import { z } from "zod";

/** Whether riders may book online; dispatch books either way. */
const OnlineBookingRules = z.object({
  bookingOpen: z.boolean(),
  /** What riders are told in the meantime; "" for our own words. */
  bookingClosedText: z.string().trim().max(300),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveOnlineBookingRules = OnlineBookingRules.extend({
  version: z.number().int().min(1),
});
export type SaveOnlineBookingRules = z.infer<typeof SaveOnlineBookingRules>;

export const OnlineBookingRulesAnswer = z.object({
  rules: OnlineBookingRules,
  version: z.number().int(),
});
export type OnlineBookingRulesAnswer = z.infer<typeof OnlineBookingRulesAnswer>;
