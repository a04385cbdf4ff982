/** Whether the site is open, and what the next booking is missing. */
import { z } from "zod";

/** What the next booking may need, in this order. */
export const bookingNeeds = [
  "prices",
  "vehicle",
  "driver",
  "mail",
  "sms",
  "hours",
  "address",
  "lookup",
  "open",
] as const;
export type BookingNeed = (typeof bookingNeeds)[number];

/** What is missing. */
export const MissingForBooking = z.object({
  missing: z.array(z.enum(bookingNeeds)),
  /** Classes on offer without a vehicle that has valid documents. */
  classes: z.array(z.string()),
  /**
   * Trips of this month with a place that nobody has found on the map, while address search is off. 100 means "many".
   */
  placesInWords: z.number().int(),
});
export type MissingForBooking = z.infer<typeof MissingForBooking>;

/** Whether the site is open, and what the next booking is missing. */
export const OpenForBookingAnswer = MissingForBooking.extend({
  open: z.boolean(),
  version: z.number().int(),
});
export type OpenForBookingAnswer = z.infer<typeof OpenForBookingAnswer>;

/** `version` is the version of the settings that the caller read. Answers 409 if they have changed since. */
export const SaveOpenForBooking = z.object({ open: z.boolean(), version: z.number().int().min(1) });
