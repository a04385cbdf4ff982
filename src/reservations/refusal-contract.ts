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

/** Why a driver or a vehicle can't take a trip; `refusalText` has the words. */
export const Refusal = z.object({
  code: RefusalCode,
  /** The document that has expired by then. */
  document: DocumentKind.exactOptional(),
  /** The number of the other trip at that time. */
  trip: z.number().int().exactOptional(),
  /** How many the vehicle takes, and how many the trip has. */
  room: z.number().int().exactOptional(),
  needed: z.number().int().exactOptional(),
  /** What the vehicle is not equipped for. */
  mobility: Mobility.exactOptional(),
  /** Why it is out of service then, as somebody wrote it. */
  reason: z.string().max(500).exactOptional(),
});
export type Refusal = z.infer<typeof Refusal>;
