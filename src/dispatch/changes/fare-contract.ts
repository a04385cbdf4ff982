/** How the office corrects what a trip that is over costs. */
import { z } from "zod";
import { RejectReservation } from "../../reservations/contract";

/** All that the trip comes to, tip included, and why. */
export const CorrectFare = RejectReservation.extend({
  fareMinor: z.number().int().min(0).max(1_000_000_000),
});
export type CorrectFare = z.infer<typeof CorrectFare>;
