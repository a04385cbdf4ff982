import { z } from "zod";
import { ReservationState } from "../reservations/contract";

/** A trip that somebody should look at. */
export const AttentionTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  passenger: z.object({ name: z.string() }),
  /** Who drives it; null where nobody does. */
  driver: z.string().nullable(),
  /** Why, in a few words for people. */
  why: z.string(),
});
export type AttentionTrip = z.infer<typeof AttentionTrip>;

/** What goes wrong on the road and at the phone, each the earliest pickup first. */
export const TripAttention = z.object({
  /** On the way, but standing for minutes, or not seen for as long. */
  notMoving: z.array(AttentionTrip),
  /** Should have set off by now. */
  notStarted: z.array(AttentionTrip),
  /** The last driver asked has said no or nothing, or auto-dispatch has found nobody or given up. */
  unanswered: z.array(AttentionTrip),
  /** The flight is cancelled, diverted or not known, or comes at another time than the car is ordered for. */
  flights: z.array(AttentionTrip),
  /** Over for hours, and nobody has said what was taken in cash. */
  cash: z.array(AttentionTrip),
  /** Their drivers' expenses wait for a decision; those that waited longest first. */
  expenses: z.array(AttentionTrip),
});
export type TripAttention = z.infer<typeof TripAttention>;
