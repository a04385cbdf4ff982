/** Cards that riders let a provider keep, as people know them. */
import { z } from "zod";

/** What a card is known by. */
export const CardName = z.object({
  /** As its provider writes it: `visa`, `mastercard`. */
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
