import { z } from "zod";
import { VehicleRef } from "../vehicles/contract";

/** A driver as a reservation names them to dispatch. */
export const DriverRef = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
});
export type DriverRef = z.infer<typeof DriverRef>;

/** A driver as they see themselves. */
export const Driver = DriverRef.extend({
  email: z.string().nullable(),
  state: z.enum(["active", "suspended"]),
  /** Null while no licence is on record. */
  licenseExpiresAt: z.iso.datetime().nullable(),
  vehicle: VehicleRef.nullable(),
});
export type Driver = z.infer<typeof Driver>;

export const Drivers = z.object({ drivers: z.array(Driver), nextCursor: z.string().nullable() });
export type Drivers = z.infer<typeof Drivers>;

/** A page of a list in the dispatch area; `q` is what was typed into its search. */
export const DriversQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DriversQuery = z.infer<typeof DriversQuery>;

export const GetDriver = z.object({ authenticated: z.boolean(), getdriver: Driver.nullable() });
export type GetDriver = z.infer<typeof GetDriver>;

export const DriverVerifyAnswer = z.object({ token: z.string(), getdriver: Driver });
export type DriverVerifyAnswer = z.infer<typeof DriverVerifyAnswer>;

const answer = z.string().optional();

/** The form of `/driver-application`; what is wrong with an answer is for the rules to say. */
export const DriverApplication = z.object({
  firstName: answer,
  lastName: answer,
  dateOfBirth: answer,
  gender: answer,
  nationality: answer,
  phoneNumber: answer,
  email: answer,
  address: answer,
  emergencyContactName: answer,
  emergencyContactNumber: answer,
  bankAccountNumber: answer,
  licenseId: answer,
  licenseExpiryDate: answer,
  yearsOfExperience: answer,
  languages: answer,
  previousEmployment: answer,
  availabilityToStart: answer,
  licenseIssuedIn: answer,
  vinNumber: answer,
  make: answer,
  model: answer,
  year: answer,
  plateNumber: answer,
  color: answer,
  registrationState: answer,
  registrationDate: answer,
  expiryDate: answer,
  insuranceNumber: answer,
  insuranceCompany: answer,
  insuranceExpiry: answer,
  numberOfDoors: answer,
  seatingCapacity: answer,
  serviceHistory: answer,
  accidentHistory: answer,
  /** `true` certifies that all of it is. */
  certified: answer,
});
export type DriverApplication = z.infer<typeof DriverApplication>;

export const DriverApplicationAnswer = z.object({
  applicationId: z.string(),
  status: z.enum(["submitted", "incomplete"]),
  /** Field names of the form that are required and were not given. */
  missing: z.array(z.string()),
  message: z.string(),
});
export type DriverApplicationAnswer = z.infer<typeof DriverApplicationAnswer>;

/** A driver as dispatch writes them down. The day is the last one the licence is valid. */
export const SaveDriver = z.object({
  firstName: z.string().max(800),
  lastName: z.string().max(800),
  email: z.string().max(320).nullable(),
  phone: z.string().max(30).nullable(),
  state: z.enum(["active", "suspended"]),
  licenseId: z
    .string()
    .trim()
    .min(1, "is required")
    .max(40)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "has a character that cannot be used"),
  licenseValidUntil: z.iso.date(),
  /** The vehicle the driver usually drives. */
  vehicleId: z.string().max(64).nullable(),
});
export type SaveDriver = z.infer<typeof SaveDriver>;

/** A driver with what their form holds. */
export const DriverRecord = SaveDriver.extend({
  id: z.string(),
  licenseValidUntil: z.iso.date().nullable(),
});
export type DriverRecord = z.infer<typeof DriverRecord>;

export const DriverAnswer = z.object({ driver: DriverRecord });
export type DriverAnswer = z.infer<typeof DriverAnswer>;

export const DriverId = z.object({ id: z.string().max(64) });
