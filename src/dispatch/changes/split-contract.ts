/** Splits a reservation into two. */
import { z } from "zod";
import { FareLine } from "../../fares/contract";
import { ReservationAnswer, SeenVersion } from "../../reservations/contract";
import { QuoteOption, TripRequest } from "../../reservations/quotes/quote-contract";

/** The passengers and bags that move to the new reservation. */
export const SplitRequest = SeenVersion.extend({
  passengers: TripRequest.shape.passengers,
  luggage: TripRequest.shape.luggage,
});
export type SplitRequest = z.infer<typeof SplitRequest>;

/** Both prices, valid for 15 minutes. Both quotes are opaque and signed. */
export const SplitQuote = z.object({
  quote: z.string(),
  newQuote: z.string(),
  expiresAt: z.iso.datetime(),
  currency: z.string(),
  /** The agreed price before the split. */
  fareBeforeMinor: z.number().int(),
  /** The price of the part that stays. */
  fareMinor: z.number().int(),
  lines: z.array(FareLine),
  /** The classes that can take the new part, with the booked one first. */
  options: z.array(QuoteOption),
});
export type SplitQuote = z.infer<typeof SplitQuote>;

/** Accepts the quote in a class for the new reservation. */
export const SplitReservation = SeenVersion.extend({
  quote: z.string().max(49_152),
  newQuote: z.string().max(49_152),
  vehicleClassId: z.string().max(64),
});
export type SplitReservation = z.infer<typeof SplitReservation>;

export const SplitAnswer = ReservationAnswer.extend({
  /** The new reservation. */
  created: z.object({ id: z.string(), number: z.number().int() }),
});
export type SplitAnswer = z.infer<typeof SplitAnswer>;
