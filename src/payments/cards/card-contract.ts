/** Saved cards: the riders' view of their own, and how staff charge one. */
import { z } from "zod";
import { SavedCard } from "../../reservations/prepaying/card-contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";
import { line } from "../../settings/text-contract";

/** A rider's cards, oldest first, and whether one more can be saved. */
export const MyCards = z.object({ cards: z.array(SavedCard), canSave: z.boolean() });
export type MyCards = z.infer<typeof MyCards>;

/** The provider's page for entering a card. */
export const CardPage = z.object({ url: z.string() });

/** Charges a saved card of a trip's rider, at most the amount due. */
export const ChargeCard = z.object({
  version: z.number().int().min(1),
  cardId: z.string().max(64),
  amountMinor: z
    .number()
    .int()
    .min(1, "Enter an amount above zero.")
    .max(MAX_BUSINESS_AMOUNT_MINOR),
  reason: line.max(200).min(1, "This field is required."),
});
export type ChargeCard = z.input<typeof ChargeCard>;
