import { z } from "zod";
import { BoardingCodes } from "../reservations/waiting/boarding-contract";
import { emailText } from "./text-contract";

/** How riders, drivers and dispatch reach each other; the owner's to say. */
const ContactRules = z.object({
  /** The number that everybody calls; empty for none. */
  phone: z
    .string()
    .trim()
    .regex(/^(?:\+[0-9][0-9 ]{5,20})?$/, "Write it with the country code: +250 788 000 000."),
  email: z.union([z.literal(""), emailText.max(120)]),
  boardingCodes: BoardingCodes,
  /** While a trip is under way its rider sees the driver's number. */
  showDriverPhone: z.boolean(),
  /** The same for the driver and the passenger's number. */
  showRiderPhone: z.boolean(),
});

/** With the version of the settings that was seen: another one answers 409. */
export const SaveContactRules = ContactRules.extend({ version: z.number().int().min(1) });
export type SaveContactRules = z.infer<typeof SaveContactRules>;

export const ContactRulesAnswer = z.object({ rules: ContactRules, version: z.number().int() });
export type ContactRulesAnswer = z.infer<typeof ContactRulesAnswer>;
