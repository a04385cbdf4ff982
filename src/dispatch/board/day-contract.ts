import { z } from "zod";
import { DriverRef } from "../../drivers/contract";
import { Day, ReservationRow, ReservationsQuery } from "../../reservations/contract";
import { VehicleReference } from "../../vehicles/contract";

/** A day with the filters of the list of reservations. */
export const DayQuery = ReservationsQuery.omit({
  from: true,
  to: true,
  cursor: true,
  limit: true,
  sort: true,
}).extend({ day: Day });
export type DayQuery = z.output<typeof DayQuery>;

/** The driver's trip before, from which this pickup cannot be reached in time. */
export const TightConnection = z.object({
  /** The number of the trip before. */
  number: z.number().int(),
  /** The time from its planned end to this pickup. Negative if the two overlap. */
  gapSeconds: z.number().int(),
  travelSeconds: z.number().int(),
});
export type TightConnection = z.infer<typeof TightConnection>;

/** A reservation as the day board shows it. It has fewer fields than a list row, because there may be thousands. */
export const DayTrip = ReservationRow.pick({
  id: true,
  number: true,
  state: true,
  serviceType: true,
  pickupAt: true,
  pickup: true,
  willCall: true,
  onRequest: true,
  version: true,
}).extend({
  /** When the passengers get out, by the measured route or the hired hours. */
  endsAt: z.iso.datetime(),
  dropoff: z.string(),
  passenger: z.string(),
  vehicleClass: z.string(),
  driverId: z.string().nullable(),
  plate: z.string().nullable(),
  /** The driver who has the open offer. */
  askedDriverId: z.string().nullable(),
  /** Whether it matches the filters. Other trips are shown only to mark their driver as busy. */
  matches: z.boolean(),
  tight: TightConnection.nullable(),
});
export type DayTrip = z.infer<typeof DayTrip>;

export const DayDriver = z.object({
  driver: DriverRef,
  /** Their usual vehicle. */
  vehicle: VehicleReference.nullable(),
  /** Suspended drivers are listed only if they have a trip that day. */
  active: z.boolean(),
  /** The driver's working hours, or the whole day if they have entered none. */
  free: z.array(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
});
export type DayDriver = z.infer<typeof DayDriver>;

/** A calendar day of the operator, arranged by driver. */
export const DayPlan = z.object({
  day: Day,
  /** `from` is inclusive and `until` exclusive. The day has 23 or 25 hours when the clocks change. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** By name. */
  drivers: z.array(DayDriver),
  /** By pickup. */
  trips: z.array(DayTrip),
  /** Whether there are more trips than these. */
  more: z.boolean(),
});
export type DayPlan = z.infer<typeof DayPlan>;

/** Assigns a trip to a driver, also from another driver. */
export const ReassignTrip = z.object({
  version: z.number().int().min(1),
  driverId: z.string().max(64),
  /** By default the driver's usual vehicle, or another that can take the trip. */
  vehicleId: z.string().max(64).optional(),
});
export type ReassignTrip = z.infer<typeof ReassignTrip>;
