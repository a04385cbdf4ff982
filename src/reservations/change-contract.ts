import { z } from "zod";
import { FareLine, OfferedExtra, TimeOfDay } from "../fares/contract";
import { BillTo } from "../companies/contract";
import { FlightNumber, OtherLegRef, PassengerInput, Payment, SeenVersion } from "./contract";
import { Stop, TripRequest } from "./quotes/quote-contract";
import { line, lines } from "../settings/text-contract";

/** A rider's change of a trip. Omitted fields stay unchanged. */
export const ChangeTrip = SeenVersion.extend({
  pickup: Stop.optional(),
  dropoff: Stop.optional(),
  /** All stops, in the order of the trip. */
  stops: z.array(Stop).max(8).optional(),
  pickupLocal: TripRequest.shape.pickupLocal.optional(),
  repeatedHour: TripRequest.shape.repeatedHour,
  passengers: TripRequest.shape.passengers.optional(),
  luggage: TripRequest.shape.luggage.optional(),
  /** All of them. */
  extras: TripRequest.shape.extras.unwrap().optional(),
  vehicleClassId: z.string().max(64).optional(),
});
export type ChangeTrip = z.infer<typeof ChangeTrip>;

/** The price of the changed trip, valid for 15 minutes. `quote` is opaque and signed. */
export const ChangeQuote = z.object({
  quote: z.string(),
  expiresAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  currency: z.string(),
  /** The classes that can take the trip, each with its price. Includes the chosen one. */
  classes: z.array(z.object({ id: z.string(), name: z.string(), fareMinor: z.number().int() })),
  /** The extras that can be booked with it, some only in some classes. */
  extras: z.array(OfferedExtra),
  fareMinor: z.number().int(),
  lines: z.array(FareLine),
  /** The price agreed before the change. */
  fareBeforeMinor: z.number().int(),
  /** The other leg, if the return trip would begin before the outbound trip ends. A warning only. */
  overlaps: z
    .object({
      number: z.number().int(),
      leads: OtherLegRef.shape.leads,
      pickupAt: z.iso.datetime(),
    })
    .nullable(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  estimate: z.boolean(),
});
export type ChangeQuote = z.infer<typeof ChangeQuote>;

/** A new way to pay for a trip: in the car, by a company, or with a saved card of its rider. */
export const PaymentInput = z.object({
  payment: Payment,
  billTo: BillTo.optional(),
  cardId: z.string().max(64).optional(),
});
export type PaymentInput = z.output<typeof PaymentInput>;

/** Accepts the quote, changes what is free (note, flight, sign, passenger, payment), or both. */
export const ChangeReservation = SeenVersion.extend({
  ...PassengerInput.shape,
  quote: z.string().max(49_152).optional(),
  /** "" for none. */
  flightNumber: FlightNumber.optional(),
  /** "" to use the passenger's name. */
  greetingSign: line.max(80).optional(),
  note: lines.max(1000).optional(),
  pays: PaymentInput.optional(),
});
export type ChangeReservation = z.infer<typeof ChangeReservation>;

/**
 * The same change for other trips: for the return trip, with pickup and drop-off swapped and at its own time, or for
 * other days of a repeating trip, at this time of day.
 */
export const SameChange = ChangeTrip.pick({
  pickup: true,
  dropoff: true,
  stops: true,
  passengers: true,
  luggage: true,
  extras: true,
  vehicleClassId: true,
}).extend({
  ...ChangeReservation.omit({ version: true, quote: true, flightNumber: true }).shape,
  pickupTime: TimeOfDay.optional(),
});
export type SameChange = z.output<typeof SameChange>;

/** Why a trip cannot be changed like this: an error code and its message. */
const refusal = z.object({ code: z.string(), message: z.string() });

/** The prices of a change on the other trips. Omits trips that already match the change. */
export const SameChangeQuote = z.object({
  currency: z.string(),
  trips: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      version: z.number().int(),
      pickupAt: z.iso.datetime(),
      /** The leg of the other trip of a return booking. Null for another day of a repeating trip. */
      leads: OtherLegRef.shape.leads.nullable(),
      isLater: z.boolean(),
      fareBeforeMinor: z.number().int(),
      fareMinor: z.number().int(),
      refusal: refusal.nullable(),
    }),
  ),
  /** The version of the standing order whose future trips also change. Null without one. */
  orderVersion: z.number().int().nullable(),
});
export type SameChangeQuote = z.infer<typeof SameChangeQuote>;

/**
 * Makes the change on these trips, at the prices that the caller saw, and on trips of the standing order that are not
 * booked yet.
 */
export const MakeSameChange = z.object({
  change: SameChange,
  trips: z
    .array(SeenVersion.extend({ id: z.string().max(64), fareMinor: z.number().int() }))
    .max(60),
  orderVersion: z.number().int().min(1).optional(),
});
export type MakeSameChange = z.output<typeof MakeSameChange>;

export const SameChangeResult = z.object({
  changed: z.array(z.number().int()),
  unchanged: z.array(refusal.extend({ number: z.number().int() })),
});
export type SameChangeResult = z.infer<typeof SameChangeResult>;
