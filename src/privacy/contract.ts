import { z } from "zod";

/** A trip that prevents erasing an account. */
const UpcomingTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
});

/** The facts that the privacy screen needs before it offers anything. */
export const PrivacyState = z.object({
  /** Until when the person counts as confirmed, because they have just signed in or entered a code. */
  confirmedUntil: z.iso.datetime().nullable(),
  /** The masked contact for a code; null if there is none. */
  contact: z.string().nullable(),
  /** How many copies may still be made today. */
  copiesLeft: z.number().int(),
  /** Whether the operator lets drivers see the passenger's phone number during a trip. */
  driverSeesPhone: z.boolean(),
  tripUnderWay: z.boolean(),
  tripsAhead: z.array(UpcomingTrip),
});
export type PrivacyState = z.infer<typeof PrivacyState>;

/** The masked contact to which a code was sent. */
export const ConfirmationSent = z.object({ contact: z.string() });
export type ConfirmationSent = z.infer<typeof ConfirmationSent>;

export const ConfirmIdentity = z.object({ otp: z.string().max(16) });
export type ConfirmIdentity = z.infer<typeof ConfirmIdentity>;

/** The code may only be missing if there is no contact to send one to. */
export const EraseAccount = z.object({ otp: z.string().max(16).optional() });
export type EraseAccount = z.infer<typeof EraseAccount>;
