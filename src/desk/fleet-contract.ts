/** The summaries on the pages of a driver and a vehicle. */
import { z } from "zod";
import { DriverRef } from "../drivers/contract";
import { Currency, DistanceUnit, DriverPay } from "../fares/contract";
import { ReservationState } from "../reservations/contract";
import { VehicleReference } from "../vehicles/contract";

/** A trip in one line. */
export const TripLine = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
});
export type TripLine = z.infer<typeof TripLine>;

/** A driver's summary. */
export const DriverOverview = z.object({
  vehicle: VehicleReference.extend({
    className: z.string(),
    state: z.enum(["active", "out_of_service"]),
  }).nullable(),
  /** Null off shift. */
  onShiftSince: z.iso.datetime().nullable(),
  /** Current trips. */
  now: z.array(TripLine),
  /** The driver's next three trips, and the total. */
  next: z.array(TripLine),
  upcoming: z.number().int(),
  /**
   * How many of the driver's documents need review, expire within 30 days, have expired or are missing. Null for a role
   * that may not see documents.
   */
  papers: z
    .object({
      waiting: z.number().int(),
      ending: z.number().int(),
      expired: z.number().int(),
      missing: z.number().int(),
    })
    .nullable(),
  /** The driver's application, for staff who may see applications. */
  applicationId: z.string().nullable(),
  /** The pay under the price list in force, or null if there is none. */
  pay: DriverPay.extend({ currency: Currency, distanceUnit: DistanceUnit }).nullable(),
});
export type DriverOverview = z.infer<typeof DriverOverview>;

/** A vehicle's drivers: its usual ones, and those of the last 90 days. */
export const VehicleDrivers = z.object({
  drivers: z.array(
    z.object({
      driver: DriverRef,
      state: z.enum(["active", "suspended"]),
      usual: z.boolean(),
      /** Trips in the last 90 days. */
      trips: z.number().int(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type VehicleDrivers = z.infer<typeof VehicleDrivers>;
