/** The code with which rider and driver recognise each other. Browser-safe. */
import { z } from "zod";

/** The operator's setting for trip codes. */
export const BoardingCodeMode = z.enum(["off", "offered", "required"]);
export type BoardingCodeMode = z.infer<typeof BoardingCodeMode>;

/** The boarding state of a trip before its passenger is on board. Each reader sees a part of it. */
export const Boarding = z.object({
  /** Four digits. Null for everybody but the trip's rider. */
  code: z.string().nullable(),
  /** Whether the driver may or must ask for the code. */
  requirement: z.enum(["may", "must"]),
  /** The rider wants to be let on board only with the code, whatever the operator requires. */
  onlyWithCode: z.boolean(),
  /** Whether a reason by the driver is enough for a passenger without the code. */
  isReasonEnough: z.boolean(),
  triesLeft: z.number().int(),
  /** Why the driver asked dispatch to confirm the passenger. Null before that. */
  request: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  /** Whether dispatch has confirmed the passenger. No code is needed then. */
  confirmed: z.boolean(),
});
export type Boarding = z.infer<typeof Boarding>;

/** The driver's input when the passenger boards: the typed code, or why there is none. */
export const BoardingProof = z.object({
  code: z
    .string()
    .regex(/^[0-9]{4}$/, "Type the four digits.")
    .optional(),
  reason: z.string().trim().min(1).max(200).optional(),
});
export type BoardingProof = z.infer<typeof BoardingProof>;
