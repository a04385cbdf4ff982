/** Suspending a driver, and what happens to their trips. */
import { z } from "zod";
import { ReservationState } from "../../reservations/contract";
import { lines } from "../../settings/text-contract";

/** A trip that a suspended driver would lose. */
export const AffectedTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  vehicleClass: z.string(),
  /** False while the driver is at the pickup or driving. They cannot be suspended until the trip ends. */
  movable: z.boolean(),
});
export type AffectedTrip = z.infer<typeof AffectedTrip>;

/** The trips and offers that a suspension would affect. */
export const SuspensionImpact = z.object({
  /** The driver's trips that have not ended, by pickup. */
  trips: z.array(AffectedTrip),
  /** How many offers wait for the driver's answer. The suspension withdraws them. */
  offers: z.number().int(),
});
export type SuspensionImpact = z.infer<typeof SuspensionImpact>;

/** A text that the driver reads. */
const reason = lines.min(1, "Enter a reason.").max(300);

/** Suspends a driver. Each movable trip is listed as it was seen. */
export const SuspendDriver = z.object({
  reason,
  trips: z
    .array(
      z.object({
        id: z.string().max(64),
        version: z.number().int().min(1),
        /** The new driver and vehicle. Null leaves the trip unassigned. */
        to: z.object({ driverId: z.string().max(64), vehicleId: z.string().max(64) }).nullable(),
      }),
    )
    .max(500),
});
export type SuspendDriver = z.infer<typeof SuspendDriver>;
