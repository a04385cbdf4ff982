/** Suspending a driver, and what happens to their trips. */
import { z } from "zod";
import { ReservationState } from "../../reservations/contract";
import { lines } from "../../settings/text-contract";

/** A trip that needs a decision. */
export const LeftTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  vehicleClass: z.string(),
  /** False when they are at the pickup or driving: they can't be suspended until it ends. */
  movable: z.boolean(),
});
export type LeftTrip = z.infer<typeof LeftTrip>;

/** The trips and offers that suspending a driver affects. */
export const LeftBehind = z.object({
  /** Trips that have not ended, by pickup. */
  trips: z.array(LeftTrip),
  /** Open offers; these are withdrawn. */
  offers: z.number().int(),
});
export type LeftBehind = z.infer<typeof LeftBehind>;

/** Text that the driver reads. */
const reason = lines.min(1, "Enter a reason.").max(300);

/** Suspends a driver; each movable trip is named as it was seen. */
export const SuspendDriver = z.object({
  reason,
  trips: z
    .array(
      z.object({
        id: z.string().max(64),
        version: z.number().int().min(1),
        /** The new driver and vehicle; null leaves it unassigned. */
        to: z.object({ driverId: z.string().max(64), vehicleId: z.string().max(64) }).nullable(),
      }),
    )
    .max(500),
});
export type SuspendDriver = z.infer<typeof SuspendDriver>;
