/** Dispatch makes two reservations of one. */
import { z } from "zod";
import { FareLine } from "../../fares/contract";
import { ReservationAnswer, SeenVersion } from "../../reservations/contract";
import { QuoteOption, TripRequest } from "../../reservations/quotes/quote-contract";

/** Who and what leaves for a reservation of its own. */
export const SplitRequest = SeenVersion.extend({
  passengers: TripRequest.shape.passengers,
  luggage: TripRequest.shape.luggage,
});
export type SplitRequest = z.infer<typeof SplitRequest>;

/** What both would cost, for 15 minutes. Both quotes are opaque and signed. */
export const SplitQuote = z.object({
  quote: z.string(),
  newQuote: z.string(),
  expiresAt: z.iso.datetime(),
  currency: z.string(),
  /** What is agreed for the one as it stands. */
  fareBeforeMinor: z.number().int(),
  /** What stays. */
  fareMinor: z.number().int(),
  lines: z.array(FareLine),
  /** The classes that take what leaves; the one that was booked first. */
  options: z.array(QuoteOption),
});
export type SplitQuote = z.infer<typeof SplitQuote>;

/** Agrees to what was quoted, with the class of what leaves. */
export const SplitReservation = SeenVersion.extend({
  quote: z.string().max(49_152),
  newQuote: z.string().max(49_152),
  vehicleClassId: z.string().max(64),
});
export type SplitReservation = z.infer<typeof SplitReservation>;

export const SplitAnswer = ReservationAnswer.extend({
  /** What has left. */
  created: z.object({ id: z.string(), number: z.number().int() }),
});
export type SplitAnswer = z.infer<typeof SplitAnswer>;
