import { z } from "zod";
import { Mobility } from "./class-contract";
import { line } from "../settings/text-contract";

/** A vehicle as a reservation refers to it. */
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
  /** The end of the current out-of-service period; null if there is none. */
  outUntil: z.iso.datetime().nullable(),
});
export type Vehicle = z.infer<typeof Vehicle>;

export const Vehicles = z.object({
  vehicles: z.array(Vehicle),
  nextCursor: z.string().nullable(),
  /** Counts of the whole fleet, whatever the search. */
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
  /** `out` means out of service, either by its state or for a current period. */
  use: z.enum(["in_service", "out"]).optional(),
  /** The equipment that the vehicle must have. */
  equipment: Mobility.optional(),
  /** Only vehicles with a document that has expired or expires within 30 days. */
  ending: z.enum(["true"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type VehiclesQuery = z.infer<typeof VehiclesQuery>;

export const VehicleDataQuery = z.object({ vin: z.string() });
export type VehicleDataQuery = z.infer<typeof VehicleDataQuery>;

/**
 * The data that a VIN reveals; null means that it does not say. With source `offline`, the data was read from the
 * number alone.
 */
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

/** A vehicle as dispatch enters it. Dates (`2027-03-31`) are the last valid days. */
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

/** A vehicle's new values, and the values that were shown to the editor. */
export const ChangeVehicle = SaveVehicle.extend({ was: SaveVehicle });
export type ChangeVehicle = z.infer<typeof ChangeVehicle>;

/** A vehicle with its form's values. */
export const VehicleRecord = SaveVehicle.extend({
  id: z.string(),
  outUntil: Vehicle.shape.outUntil,
});
export type VehicleRecord = z.infer<typeof VehicleRecord>;

export const VehicleAnswer = z.object({ vehicle: VehicleRecord });
export type VehicleAnswer = z.infer<typeof VehicleAnswer>;

/** The drawing that represents a class. */
export const VehicleIllustration = z.enum(["sedan", "suv", "van", "accessible_van"]);
export type VehicleIllustration = z.infer<typeof VehicleIllustration>;

/** The most classes of an operator, and of a price list. */
export const MAX_VEHICLE_CLASSES = 50;

/**
 * A vehicle class as dispatch enters it. `position` is its place in the operator's order, from 1; a number beyond the
 * end means last. A class that is not `active` can't be booked.
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

/** A class with its form's values and its number of vehicles. */
export const VehicleClassRecord = SaveVehicleClass.extend({
  id: z.string(),
  vehicles: z.number().int(),
});
export type VehicleClassRecord = z.infer<typeof VehicleClassRecord>;

/** Every class in the operator's order, including those that can't be booked. */
export const VehicleClassRecords = z.object({ vehicleClasses: z.array(VehicleClassRecord) });
export type VehicleClassRecords = z.infer<typeof VehicleClassRecords>;

export const VehicleClassAnswer = z.object({ vehicleClass: VehicleClassRecord });
export type VehicleClassAnswer = z.infer<typeof VehicleClassAnswer>;
