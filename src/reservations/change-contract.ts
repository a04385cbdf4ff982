import { z } from "zod";
import { FareLine } from "../fares/contract";
import { FlightNumber, OtherLegRef, PassengerInput, SeenVersion } from "./contract";
import { Stop, TripRequest } from "./quotes/quote-contract";
import { lines } from "../settings/text-contract";

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

/** Agrees to the quote, or changes note, flight or passenger, which cost nothing, or all of them. */
export const ChangeReservation = SeenVersion.extend({
  ...PassengerInput.shape,
  quote: z.string().max(49_152).optional(),
  /** "" for none. */
  flightNumber: FlightNumber.optional(),
  note: lines.max(1000).optional(),
});
export type ChangeReservation = z.infer<typeof ChangeReservation>;
