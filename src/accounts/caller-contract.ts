/** Riders as dispatch sees them when they call. */
import { z } from "zod";
import { lines } from "../settings/text-contract";

/** A person who may be calling. */
export const Caller = z.object({
  id: z.string(),
  /** Empty if the rider never gave a name. */
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Caller = z.infer<typeof Caller>;

/** The text typed while the phone rings: digits of a number, a name, or an e-mail address. */
export const CallerQuery = z.object({ q: z.string().trim().max(200) });

export const CallerList = z.object({
  callers: z.array(Caller),
  /** The complete number that was typed, in the stored form; null if it is not a complete number. */
  number: z.string().nullable(),
});
export type CallerList = z.infer<typeof CallerList>;

/** Dispatch's note for calls of this rider. */
export const CallerNote = z.object({
  note: lines.max(500),
});
export type CallerNote = z.infer<typeof CallerNote>;
