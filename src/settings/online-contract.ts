import { z } from "zod";

/** Whether riders may book online. Dispatch can always book. */
const OnlineBookingRules = z.object({
  bookingOpen: z.boolean(),
  /** The text for riders while booking is closed. "" for Livery's own text. */
  bookingClosedText: z.string().trim().max(300),
});

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveOnlineBookingRules = OnlineBookingRules.extend({
  version: z.number().int().min(1),
});
export type SaveOnlineBookingRules = z.infer<typeof SaveOnlineBookingRules>;

export const OnlineBookingRulesAnswer = z.object({
  rules: OnlineBookingRules,
  version: z.number().int(),
});
export type OnlineBookingRulesAnswer = z.infer<typeof OnlineBookingRulesAnswer>;
