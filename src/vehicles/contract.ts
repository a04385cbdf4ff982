import { z } from "zod";
import { Mobility } from "./class-contract";
import { line } from "../settings/text-contract";

/** A vehicle as a reservation names it. */
export const VehicleReference = z.object({
  id: z.string(),
  plate: z.string(),
  make: z.string(),
  model: z.string(),
  color: z.string(),
});
export type VehicleReference = z.infer<typeof VehicleReference>;

export const Vehicle = VehicleReference.extend({
  year: z.number().int(),
  vehicleClass: z.object({ id: z.string(), name: z.string() }),
  passengers: z.number().int(),
  luggage: z.number().int(),
  mobility: z.array(Mobility),
  state: z.enum(["active", "out_of_service"]),
  insuranceExpiresAt: z.iso.datetime().nullable(),
  registrationExpiresAt: z.iso.datetime().nullable(),
  /** The end of a time out of service that goes on now; null for none. */
  outUntil: z.iso.datetime().nullable(),
});
export type Vehicle = z.infer<typeof Vehicle>;

export const Vehicles = z.object({
  vehicles: z.array(Vehicle),
  nextCursor: z.string().nullable(),
  /** Of the whole fleet, whatever is looked for. */
  counts: z.object({
    all: z.number().int(),
    inService: z.number().int(),
    out: z.number().int(),
    ending: z.number().int(),
  }),
});
export type Vehicles = z.infer<typeof Vehicles>;

/** A page of a list in the dispatch area; `q` is the text typed into its search. */
export const VehiclesQuery = z.object({
  q: z.string().max(200).optional(),
  class: z.string().max(64).optional(),
  /** Out of service by its state, or for a time that goes on now. */
  use: z.enum(["in_service", "out"]).optional(),
  /** What it is equipped for. */
  equipment: Mobility.optional(),
  /** With a document that has ended, or does within 30 days. */
  ending: z.enum(["true"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type VehiclesQuery = z.infer<typeof VehiclesQuery>;

export const VehicleDataQuery = z.object({ vin: z.string() });
export type VehicleDataQuery = z.infer<typeof VehicleDataQuery>;

/** What a VIN tells; null is "it does not say". `offline` is read off the number alone. */
export const VehicleData = z.object({
  make: z.string().nullable(),
  model: z.string().nullable(),
  year: z.number().int().nullable(),
  source: z.enum(["service", "offline"]),
});
export type VehicleData = z.infer<typeof VehicleData>;

export const VehicleDataAnswer = z.object({ data: VehicleData });
export type VehicleDataAnswer = z.infer<typeof VehicleDataAnswer>;

const requiredName = (maxLength: number) => line.min(1, "is required").max(maxLength);

/** A vehicle as dispatch writes it down. Days (`2027-03-31`) are the last ones that are valid. */
export const SaveVehicle = z.object({
  classId: z.string().max(64),
  plate: requiredName(20),
  vin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{0,17}$/, "has at most 17 letters and digits")
    .nullable()
    .default(null),
  make: requiredName(40),
  model: requiredName(40),
  year: z.number().int().min(1950).max(2100),
  color: requiredName(30),
  passengers: z.number().int().min(1).max(60),
  luggage: z.number().int().min(0).max(60),
  mobility: z.array(Mobility).max(6),
  state: z.enum(["active", "out_of_service"]),
  insuranceValidUntil: z.iso.date().nullable(),
  registrationValidUntil: z.iso.date().nullable(),
});
export type SaveVehicle = z.infer<typeof SaveVehicle>;

/** A vehicle's new values, and the values that the editor was shown. */
export const ChangeVehicle = SaveVehicle.extend({ was: SaveVehicle });
export type ChangeVehicle = z.infer<typeof ChangeVehicle>;

/** A vehicle with what its form holds. */
export const VehicleRecord = SaveVehicle.extend({
  id: z.string(),
  outUntil: Vehicle.shape.outUntil,
});
export type VehicleRecord = z.infer<typeof VehicleRecord>;

export const VehicleAnswer = z.object({ vehicle: VehicleRecord });
export type VehicleAnswer = z.infer<typeof VehicleAnswer>;

/** The drawing of a class. */
export const VehicleIllustration = z.enum(["sedan", "suv", "van", "accessible_van"]);
export type VehicleIllustration = z.infer<typeof VehicleIllustration>;

/** The most classes an operator has; a fee schedule prices no more. */
export const MAX_VEHICLE_CLASSES = 50;

/**
 * A vehicle class as dispatch writes it down. `position` is its place in the operator's order, from
 * 1; past the end means last. A class that is not `active` can't be booked.
 */
export const SaveVehicleClass = z.object({
  name: requiredName(40),
  description: line.max(160),
  passengers: z.number().int().min(1).max(60),
  luggage: z.number().int().min(0).max(60),
  illustration: VehicleIllustration,
  mobility: z.array(Mobility).max(6),
  position: z.number().int().min(1).max(MAX_VEHICLE_CLASSES),
  active: z.boolean(),
});
export type SaveVehicleClass = z.infer<typeof SaveVehicleClass>;

/** A class with what its form holds, and how many vehicles are of it. */
export const VehicleClassRecord = SaveVehicleClass.extend({
  id: z.string(),
  vehicles: z.number().int(),
});
export type VehicleClassRecord = z.infer<typeof VehicleClassRecord>;

/** Every class, in the operator's order, also those that can't be booked. */
export const VehicleClassRecords = z.object({ vehicleClasses: z.array(VehicleClassRecord) });
export type VehicleClassRecords = z.infer<typeof VehicleClassRecords>;

export const VehicleClassAnswer = z.object({ vehicleClass: VehicleClassRecord });
export type VehicleClassAnswer = z.infer<typeof VehicleClassAnswer>;
