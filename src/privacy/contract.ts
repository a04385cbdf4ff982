import { z } from "zod";

/** A trip that blocks erasing an account. */
const UpcomingTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
});

/** What the privacy screen has to know before it offers anything. */
export const PrivacyState = z.object({
  /** Until then the person counts as the rider: they signed in, or entered a code, just now. */
  confirmedUntil: z.iso.datetime().nullable(),
  /** Where a code would go, with most of it hidden; null where there is no contact. */
  contact: z.string().nullable(),
  /** Copies that may still be made today. */
  copiesLeft: z.number().int(),
  /** Whether drivers see the passenger's number while a trip is under way, as the operator has it. */
  driverSeesPhone: z.boolean(),
  tripUnderWay: z.boolean(),
  tripsAhead: z.array(UpcomingTrip),
});
export type PrivacyState = z.infer<typeof PrivacyState>;

/** Where a code was sent, with most of it hidden. */
export const ConfirmationSent = z.object({ contact: z.string() });
export type ConfirmationSent = z.infer<typeof ConfirmationSent>;

export const ConfirmIdentity = z.object({ otp: z.string().max(16) });
export type ConfirmIdentity = z.infer<typeof ConfirmIdentity>;

/** The code may be missing only where there is no contact to send one to. */
export const EraseAccount = z.object({ otp: z.string().max(16).optional() });
export type EraseAccount = z.infer<typeof EraseAccount>;
