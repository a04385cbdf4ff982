import { z } from "zod";
import { BoardingCodeMode } from "../reservations/waiting/boarding-contract";
import { LockedFields } from "./configured-settings-contract";
import { emailText } from "./text-contract";

/** The settings for contact between riders, drivers and dispatch. The owner sets them. */
const ContactRules = z.object({
  /** The operator's phone number. Empty for none. */
  phone: z
    .string()
    .trim()
    .regex(
      /^(?:\+[0-9][0-9 ]{5,20})?$/,
      "Enter the number with its country code, for example +250 788 000 000.",
    ),
  email: z.union([z.literal(""), emailText.max(120)]),
  /**
   * The lines of the office's address. It is printed on invoices and statements, with the tax number and how to pay.
   */
  address: z.string().trim().max(300),
  taxNumber: z.string().trim().max(60),
  payment: z.string().trim().max(300),
  boardingCodes: BoardingCodeMode,
  /** Whether a rider sees the driver's number while a trip is under way. */
  showDriverPhone: z.boolean(),
  /** Whether a driver sees the passenger's number while a trip is under way. */
  showRiderPhone: z.boolean(),
  /** Whether drivers see the price that riders pay, besides their own pay. */
  showFareToDrivers: z.boolean(),
});

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveContactRules = ContactRules.extend({ version: z.number().int().min(1) });
export type SaveContactRules = z.infer<typeof SaveContactRules>;

export const ContactRulesAnswer = z.object({
  rules: ContactRules,
  locked: LockedFields,
  version: z.number().int(),
});
export type ContactRulesAnswer = z.infer<typeof ContactRulesAnswer>;
