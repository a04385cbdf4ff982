/** A further vehicle for the same people, time and places. */
import { z } from "zod";
import { SeenVersion } from "../../reservations/contract";
import { QuoteOption, TripRequest } from "../../reservations/quotes/quote-contract";

/** The passengers and bags of the further vehicle. */
export const ExtraVehicleRequest = SeenVersion.extend({
  passengers: TripRequest.shape.passengers,
  luggage: TripRequest.shape.luggage,
});
export type ExtraVehicleRequest = z.infer<typeof ExtraVehicleRequest>;

/** The price by class, valid for 15 minutes. `quote` is opaque and signed. */
export const ExtraVehicleQuote = z.object({
  quote: z.string(),
  expiresAt: z.iso.datetime(),
  currency: z.string(),
  options: z.array(QuoteOption),
});
export type ExtraVehicleQuote = z.infer<typeof ExtraVehicleQuote>;

/** Accepts the quote in one of its classes. */
export const AddVehicle = SeenVersion.extend({
  quote: z.string().max(49_152),
  vehicleClassId: z.string().max(64),
});
export type AddVehicle = z.infer<typeof AddVehicle>;
