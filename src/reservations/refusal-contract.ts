import { z } from "zod";
import { DocumentKind } from "../documents/contract";
import { Mobility } from "../vehicles/class-contract";

export const RefusalCode = z.enum([
  "driver.suspended",
  "driver.document_expired",
  "driver.licence_expired",
  "driver.overlap",
  "vehicle.out_of_service",
  "vehicle.too_small",
  "vehicle.luggage",
  "vehicle.mobility",
  "vehicle.insurance_expired",
  "vehicle.registration_expired",
  "vehicle.document_expired",
  "vehicle.overlap",
]);
export type RefusalCode = z.infer<typeof RefusalCode>;

/** Why a driver or a vehicle can't take a trip. `refusalText` turns it into words. */
export const Refusal = z.object({
  code: RefusalCode,
  /** The document that will have expired. */
  document: DocumentKind.exactOptional(),
  /** The number of the other trip at the same time. */
  trip: z.number().int().exactOptional(),
  /** How many passengers or bags the vehicle can take, and how many the trip has. */
  room: z.number().int().exactOptional(),
  needed: z.number().int().exactOptional(),
  /** The mobility for which the vehicle is not equipped. */
  mobility: Mobility.exactOptional(),
  /** The typed reason why it is out of service at that time. */
  reason: z.string().max(500).exactOptional(),
});
export type Refusal = z.infer<typeof Refusal>;
