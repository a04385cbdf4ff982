/** The cards that riders save with a provider, without the details that the provider keeps. */
import { z } from "zod";

/** The brand and the last digits of a card. */
export const CardName = z.object({
  /** The brand as its provider writes it: `visa`, `mastercard`. */
  brand: z.string(),
  last4: z.string(),
});
export type CardName = z.infer<typeof CardName>;

/** A saved card as its rider and staff see it. */
export const SavedCard = CardName.extend({
  id: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  hasExpired: z.boolean(),
});
export type SavedCard = z.infer<typeof SavedCard>;
