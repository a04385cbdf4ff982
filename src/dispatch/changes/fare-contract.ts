/** How dispatch agrees on a price before a trip, and corrects the fare of a trip that has ended. */
import { z } from "zod";
import { RejectReservation } from "../../reservations/contract";

/** The whole fare including the tip, and the reason. */
export const CorrectFare = RejectReservation.extend({
  fareMinor: z.number().int().min(0).max(1_000_000_000),
});
export type CorrectFare = z.infer<typeof CorrectFare>;
