/** Whether the site is open to the public, and what the next booking would lack. */
import { z } from "zod";

/** What the next booking needs to succeed, in this order. */
export const lackKinds = ["prices", "vehicle", "driver", "mail", "open"] as const;

/** What of it is missing; `classes` names the vehicle classes on offer without a vehicle. */
export const Lacking = z.object({
  missing: z.array(z.enum(lackKinds)),
  classes: z.array(z.string()),
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
