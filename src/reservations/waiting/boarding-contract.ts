/** The code by which rider and driver know that they belong together. Browser-safe. */
import { z } from "zod";

/** Whether drivers ask for the code, as the operator chose. */
export const BoardingCodeMode = z.enum(["off", "offered", "required"]);
export type BoardingCodeMode = z.infer<typeof BoardingCodeMode>;

/** The boarding state of a trip before its passenger is on board; each reader sees a part of it. */
export const Boarding = z.object({
  /** Four digits; null to everybody but the trip's rider. */
  code: z.string().nullable(),
  /** Whether the driver has to ask for it. */
  requirement: z.enum(["may", "must"]),
  /** The rider wants it so, whatever the operator asks for. */
  onlyWithCode: z.boolean(),
  /** A passenger without the code may board for a reason that the driver gives. */
  isReasonEnough: z.boolean(),
  triesLeft: z.number().int(),
  /** Why the driver asked dispatch to confirm the passenger; null until then. */
  request: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  /** Dispatch has confirmed the passenger: no code is asked for any more. */
  confirmed: z.boolean(),
});
export type Boarding = z.infer<typeof Boarding>;

/** What a driver gives when the passenger boards: the code that was typed, or why there is none. */
export const BoardingProof = z.object({
  code: z
    .string()
    .regex(/^[0-9]{4}$/, "Type the four digits.")
    .optional(),
  reason: z.string().trim().min(1).max(200).optional(),
});
export type BoardingProof = z.infer<typeof BoardingProof>;
