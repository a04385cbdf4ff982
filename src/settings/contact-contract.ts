import { z } from "zod";
import { BoardingCodeMode } from "../reservations/waiting/boarding-contract";
import { LockedFields } from "./configured-settings-contract";
import { emailText } from "./text-contract";

/** How riders, drivers and dispatch reach each other; the owner's to say. */
const ContactRules = z.object({
  /** The number that everybody calls; empty for none. */
  phone: z
    .string()
    .trim()
    .regex(
      /^(?:\+[0-9][0-9 ]{5,20})?$/,
      "Enter the number with its country code, for example +250 788 000 000.",
    ),
  email: z.union([z.literal(""), emailText.max(120)]),
  /** Printed on invoices and statements: lines of the office's address, tax number, how to pay. */
  address: z.string().trim().max(300),
  taxNumber: z.string().trim().max(60),
  payment: z.string().trim().max(300),
  boardingCodes: BoardingCodeMode,
  /** While a trip is under way its rider sees the driver's number. */
  showDriverPhone: z.boolean(),
  /** The same for the driver and the passenger's number. */
  showRiderPhone: z.boolean(),
  /** Drivers see what riders pay, beside what they earn. */
  showFareToDrivers: z.boolean(),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveContactRules = ContactRules.extend({ version: z.number().int().min(1) });
export type SaveContactRules = z.infer<typeof SaveContactRules>;

export const ContactRulesAnswer = z.object({
  rules: ContactRules,
  locked: LockedFields,
  version: z.number().int(),
});
export type ContactRulesAnswer = z.infer<typeof ContactRulesAnswer>;
