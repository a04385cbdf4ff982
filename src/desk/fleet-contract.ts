/** What stands at the top of a driver's and a vehicle's page. */
import { z } from "zod";
import { DriverRef } from "../drivers/contract";
import { Currency, DistanceUnit, DriverPay } from "../fares/contract";
import { ReservationState } from "../reservations/contract";
import { VehicleRef } from "../vehicles/contract";

/** A trip as a line tells it. */
export const TripLine = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
});
export type TripLine = z.infer<typeof TripLine>;

/** A driver at a glance. */
export const DriverOverview = z.object({
  vehicle: VehicleRef.extend({
    className: z.string(),
    state: z.enum(["active", "out_of_service"]),
  }).nullable(),
  /** Null off shift. */
  onShiftSince: z.iso.datetime().nullable(),
  /** Trips under way. */
  now: z.array(TripLine),
  /** The next three that they have, and how many there are. */
  next: z.array(TripLine),
  upcoming: z.number().int(),
  /**
   * Of their documents: how many wait for dispatch, end within 30 days, have ended, or are required and
   * missing; null for a role that does not see documents.
   */
  papers: z
    .object({
      waiting: z.number().int(),
      ending: z.number().int(),
      expired: z.number().int(),
      missing: z.number().int(),
    })
    .nullable(),
  /** The application that they came by, for those who see applications. */
  applicationId: z.string().nullable(),
  /** By the prices in force now; null where there are none. */
  pay: DriverPay.extend({ currency: Currency, distanceUnit: DistanceUnit }).nullable(),
});
export type DriverOverview = z.infer<typeof DriverOverview>;

/** Who drives a vehicle: those whose usual one it is, and those who drove it in the last 90 days. */
export const VehicleDrivers = z.object({
  drivers: z.array(
    z.object({
      driver: DriverRef,
      state: z.enum(["active", "suspended"]),
      usual: z.boolean(),
      /** Driven in the last 90 days. */
      trips: z.number().int(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type VehicleDrivers = z.infer<typeof VehicleDrivers>;
