import { z } from "zod";
import { DriverRef } from "../../drivers/contract";
import { Day, ReservationRow, ReservationsQuery } from "../../reservations/contract";
import { VehicleRef } from "../../vehicles/contract";

/** A day, and which of its reservations are looked for; the filters are those of the list. */
export const DayQuery = ReservationsQuery.omit({
  from: true,
  to: true,
  cursor: true,
  limit: true,
  sort: true,
}).extend({ day: Day });
export type DayQuery = z.output<typeof DayQuery>;

/** The trip before one, of the same driver, from which its pickup cannot be reached in time. */
export const TightConnection = z.object({
  /** Of the trip before. */
  number: z.number().int(),
  /** From its planned end to this pickup; negative where the two overlap. */
  gapSeconds: z.number().int(),
  travelSeconds: z.number().int(),
});
export type TightConnection = z.infer<typeof TightConnection>;

/** A reservation as the day shows it: less than a row of the list, there may be thousands. */
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
  /** When the passengers get out, if all goes as measured or as hired. */
  endsAt: z.iso.datetime(),
  dropoff: z.string(),
  passenger: z.string(),
  vehicleClass: z.string(),
  driverId: z.string().nullable(),
  plate: z.string().nullable(),
  /** Who is asked to take it, while nobody has answered. */
  askedDriverId: z.string().nullable(),
  /** Among what is looked for; the others show when their driver is busy. */
  matches: z.boolean(),
  tight: TightConnection.nullable(),
});
export type DayTrip = z.infer<typeof DayTrip>;

export const DayDriver = z.object({
  driver: DriverRef,
  /** The car they usually drive. */
  vehicle: VehicleRef.nullable(),
  /** Suspended drivers stand here only with a trip on the day. */
  active: z.boolean(),
  /** When they can drive, as they have said; the whole day of who has said nothing. */
  free: z.array(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
});
export type DayDriver = z.infer<typeof DayDriver>;

/** A calendar day of the operator: who drives, and what. */
export const DayPlan = z.object({
  day: Day,
  /** Half open; 23 or 25 hours where the clocks change. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** By name. */
  drivers: z.array(DayDriver),
  /** By pickup. */
  trips: z.array(DayTrip),
  /** There are more than are shown. */
  more: z.boolean(),
});
export type DayPlan = z.infer<typeof DayPlan>;

/** Gives a trip to a driver, whoever has it now. */
export const HandOver = z.object({
  version: z.number().int().min(1),
  driverId: z.string().max(64),
  /** Their usual vehicle when absent, or one that can take the trip where that one cannot. */
  vehicleId: z.string().max(64).optional(),
});
export type HandOver = z.infer<typeof HandOver>;
