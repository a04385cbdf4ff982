import { z } from "zod";
import { FareLine, OfferedExtra } from "../fares/contract";
import { BillTo } from "../companies/contract";
import { FlightNumber, OtherLegRef, PassengerInput, Payment, SeenVersion } from "./contract";
import { Stop, TripRequest } from "./quotes/quote-contract";
import { line, lines } from "../settings/text-contract";

/** What a rider wants otherwise; what is left out stays as it is. */
export const ChangeTrip = SeenVersion.extend({
  pickup: Stop.optional(),
  dropoff: Stop.optional(),
  /** All of them, in the order of the way. */
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

/** The price of the trip as it would be, for 15 minutes. `quote` is opaque and signed. */
export const ChangeQuote = z.object({
  quote: z.string(),
  expiresAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  currency: z.string(),
  /** The classes that can take it, each with its price; the chosen one among them. */
  classes: z.array(z.object({ id: z.string(), name: z.string(), fareMinor: z.number().int() })),
  /** What can be asked for with it; some only in some classes. */
  extras: z.array(OfferedExtra),
  fareMinor: z.number().int(),
  lines: z.array(FareLine),
  /** The price agreed now. */
  fareBeforeMinor: z.number().int(),
  /** The other trip, when the return trip would begin before the trip there ends: a warning. */
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

/** How a trip is paid otherwise: in the car, by a company, or with a saved card of its rider. */
export const PaymentInput = z.object({
  payment: Payment,
  billTo: BillTo.optional(),
  cardId: z.string().max(64).optional(),
});
export type PaymentInput = z.output<typeof PaymentInput>;

/** Agrees to the quote, or changes what costs nothing (note, flight, sign, passenger, payment), or all of them. */
export const ChangeReservation = SeenVersion.extend({
  ...PassengerInput.shape,
  quote: z.string().max(49_152).optional(),
  /** "" for none. */
  flightNumber: FlightNumber.optional(),
  /** "" for the passenger's name. */
  greetingSign: line.max(80).optional(),
  note: lines.max(1000).optional(),
  pays: PaymentInput.optional(),
});
export type ChangeReservation = z.infer<typeof ChangeReservation>;
