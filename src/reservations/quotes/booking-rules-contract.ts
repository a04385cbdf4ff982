import { z } from "zod";
import { ServiceType } from "../../fares/contract";
import { MIN_NO_SHOW_MINUTES, MIN_SET_OFF_MINUTES, MAX_SET_OFF_MINUTES } from "../start-contract";

const leadMinutes = z.number().int().min(0).max(10_080);

/** The rules for booking online, for setting off, and for waiting. */
export const BookingRules = z.object({
  /** The least time between booking and pickup, for every service without its own value. */
  leadMinutes,
  leadMinutesByService: z.partialRecord(ServiceType, leadMinutes),
  /** How far ahead. */
  maxDaysAhead: z.number().int().min(1).max(730),
  /** How long before the pickup a driver may set off, at the earliest. */
  setOffMinutes: z.number().int().min(MIN_SET_OFF_MINUTES).max(MAX_SET_OFF_MINUTES),
  /** How long a driver waits before a no-show. Without a value, the grace period of the price list applies. */
  noShowMinutesByService: z.partialRecord(
    ServiceType,
    z.number().int().min(MIN_NO_SHOW_MINUTES).max(240),
  ),
});
export type BookingRules = z.infer<typeof BookingRules>;

/** `version` is that of the settings as read. Saving answers 409 if it has changed. */
export const BookingRulesAnswer = z.object({ rules: BookingRules, version: z.number().int() });
export type BookingRulesAnswer = z.infer<typeof BookingRulesAnswer>;

export const SaveBookingRules = BookingRules.extend({ version: z.number().int() });
export type SaveBookingRules = z.infer<typeof SaveBookingRules>;
