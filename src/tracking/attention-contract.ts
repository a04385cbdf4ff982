import { z } from "zod";
import { ReservationState } from "../reservations/contract";

/** A trip that dispatch should look at. */
export const AttentionTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  passenger: z.object({ name: z.string() }),
  /** The driver's name; null without a driver. */
  driver: z.string().nullable(),
  /** The reason in a few words, for people. */
  why: z.string(),
});
export type AttentionTrip = z.infer<typeof AttentionTrip>;

/** The problems of current trips, each list by the earliest pickup. */
export const TripAttention = z.object({
  /** The driver is on the way, but has stood still for minutes, or has not been seen for as long. */
  notMoving: z.array(AttentionTrip),
  /** The driver should have set off by now. */
  notStarted: z.array(AttentionTrip),
  /** The last driver who received an offer has declined or not answered, or auto-dispatch found nobody or gave up. */
  unanswered: z.array(AttentionTrip),
  /** The flight is cancelled, diverted or unknown, or lands at a time that does not suit the pickup. */
  flights: z.array(AttentionTrip),
  /** The trip ended hours ago, and nobody has reported the cash collected. */
  cash: z.array(AttentionTrip),
  /** Trips whose drivers' expenses wait for a decision, the longest wait first. */
  expenses: z.array(AttentionTrip),
});
export type TripAttention = z.infer<typeof TripAttention>;
