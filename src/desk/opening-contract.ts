/** Whether the site is open to the public, and what the next booking would lack. */
import { z } from "zod";

/** What the next booking needs to succeed, in this order. */
export const lackKinds = [
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
export type Lack = (typeof lackKinds)[number];

/** What of it is missing. */
export const Lacking = z.object({
  missing: z.array(z.enum(lackKinds)),
  /** Vehicle classes on offer without a vehicle that may be driven. */
  classes: z.array(z.string()),
  /** Trips of this month with a place that was given in words, while no address can be looked up; 100 are many. */
  placesInWords: z.number().int(),
});
export type Lacking = z.infer<typeof Lacking>;

/** Whether the site is open to the public, and what the next booking would lack. */
export const OpeningAnswer = Lacking.extend({
  open: z.boolean(),
  version: z.number().int(),
});
export type OpeningAnswer = z.infer<typeof OpeningAnswer>;

/** With the version of the settings that was seen: another one answers 409. */
export const SaveOpening = z.object({ open: z.boolean(), version: z.number().int().min(1) });
