/** Suspending a driver, and what happens to their trips. */
import { z } from "zod";
import { ReservationState } from "../../reservations/contract";
import { lines } from "../../settings/text-contract";

/** A trip that the suspended driver would lose. */
export const AffectedTrip = z.object({
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
export type AffectedTrip = z.infer<typeof AffectedTrip>;

/** What suspending a driver would leave behind. */
export const SuspensionImpact = z.object({
  /** Those that are not over, by pickup. */
  trips: z.array(AffectedTrip),
  /** How many offers wait for their answer; these are withdrawn. */
  offers: z.number().int(),
});
export type SuspensionImpact = z.infer<typeof SuspensionImpact>;

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
