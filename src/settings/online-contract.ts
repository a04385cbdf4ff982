import { z } from "zod";

/** Whether riders may book online; dispatch books either way. */
const OnlineRules = z.object({
  bookingOpen: z.boolean(),
  /** What riders are told in the meantime; "" for our own words. */
  bookingClosedText: z.string().trim().max(300),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveOnlineRules = OnlineRules.extend({ version: z.number().int().min(1) });
export type SaveOnlineRules = z.infer<typeof SaveOnlineRules>;

export const OnlineRulesAnswer = z.object({ rules: OnlineRules, version: z.number().int() });
export type OnlineRulesAnswer = z.infer<typeof OnlineRulesAnswer>;
