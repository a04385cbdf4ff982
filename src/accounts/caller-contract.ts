/** Riders as dispatch knows them on the telephone. */
import { z } from "zod";
import { lines } from "../settings/text-contract";

/** Somebody who may be calling. */
export const Caller = z.object({
  id: z.string(),
  /** Empty where the rider never said it. */
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Caller = z.infer<typeof Caller>;

/** What is typed while the telephone rings: figures of a number, a name, an e-mail address. */
export const CallerQuery = z.object({ q: z.string().trim().max(200) });

export const CallerList = z.object({
  callers: z.array(Caller),
  /** The whole number that was typed, in the form that is kept; null while it is none. */
  number: z.string().nullable(),
});
export type CallerList = z.infer<typeof CallerList>;

/** What dispatch wants to know when this rider calls. */
export const CallerNote = z.object({
  note: lines.max(500),
});
export type CallerNote = z.infer<typeof CallerNote>;
