import { z } from "zod";
import { ServiceType } from "../fares/contract";
import { VehicleReference } from "../vehicles/contract";
import { languageCodes } from "../settings/languages/languages-contract";
import { line } from "../settings/text-contract";

/** A driver as a reservation shows them to dispatch. */
export const DriverRef = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
});
export type DriverRef = z.infer<typeof DriverRef>;

/** A driver's own view of their account. */
export const Driver = DriverRef.extend({
  /** The language of the driver's pages and messages. */
  language: z.enum(languageCodes),
  email: z.string().nullable(),
  state: z.enum(["active", "suspended"]),
  /** Null if no licence is on record. */
  licenseExpiresAt: z.iso.datetime().nullable(),
  vehicle: VehicleReference.nullable(),
});
export type Driver = z.infer<typeof Driver>;

/** A driver in the list. */
export const DriverRow = Driver.omit({ language: true }).extend({
  /** Null off shift. */
  onShiftSince: z.iso.datetime().nullable(),
  /** How many of the driver's documents have expired or expire within 30 days. */
  ending: z.number().int(),
});
export type DriverRow = z.infer<typeof DriverRow>;

export const Drivers = z.object({
  drivers: z.array(DriverRow),
  nextCursor: z.string().nullable(),
  /** Counts of all drivers, whatever the search. */
  counts: z.object({
    all: z.number().int(),
    active: z.number().int(),
    suspended: z.number().int(),
    onShift: z.number().int(),
    ending: z.number().int(),
  }),
});
export type Drivers = z.infer<typeof Drivers>;

/** A page of a list in dispatch. `q` is the text typed into the search. */
export const DriversQuery = z.object({
  q: z.string().max(200).optional(),
  state: z.enum(["active", "suspended"]).optional(),
  onShift: z.enum(["true"]).optional(),
  /** Only drivers with a document that has expired or expires within 30 days. */
  ending: z.enum(["true"]).optional(),
  /** Only drivers who take trips of this kind or to this zone, including drivers without preferences. */
  service: ServiceType.optional(),
  zone: z.string().max(64).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DriversQuery = z.infer<typeof DriversQuery>;

/** The language that a driver chooses. */
export const DriverLanguage = Driver.pick({ language: true });
export type DriverLanguage = z.infer<typeof DriverLanguage>;

export const GetDriverAnswer = z.object({
  authenticated: z.boolean(),
  getdriver: Driver.nullable(),
});
export type GetDriverAnswer = z.infer<typeof GetDriverAnswer>;

export const DriverVerifyAnswer = z.object({ token: z.string(), getdriver: Driver });
export type DriverVerifyAnswer = z.infer<typeof DriverVerifyAnswer>;

const answer = z.string().optional();

/** The form of `/driver-application`. The rules check the answers. */
export const DriverApplication = z.object({
  firstName: answer,
  lastName: answer,
  /** `true` if the applicant has only one name, so that no last name is missing. */
  hasOneName: answer,
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
  /** `true` if the applicant certifies that all answers are true. */
  certified: answer,
});
export type DriverApplication = z.infer<typeof DriverApplication>;

export const DriverApplicationAnswer = z.object({
  applicationId: z.string(),
  status: z.enum(["submitted", "incomplete"]),
  /** The names of required fields that were left empty. */
  missing: z.array(z.string()),
  message: z.string(),
});
export type DriverApplicationAnswer = z.infer<typeof DriverApplicationAnswer>;

/** A driver as dispatch enters them. The day is the last on which the licence is valid. */
export const SaveDriver = z.object({
  firstName: z.string().max(800),
  lastName: z.string().max(800),
  /** Whether the driver has only one name, so that `lastName` is empty. */
  hasOneName: z.boolean().default(false),
  email: z.string().max(320).nullable(),
  phone: z.string().max(40).nullable(),
  licenseId: line.min(1, "is required").max(40),
  licenseValidUntil: z.iso.date(),
  /** The vehicle the driver usually drives. */
  vehicleId: z.string().max(64).nullable(),
});
export type SaveDriver = z.infer<typeof SaveDriver>;

/** A driver's new values, and the values that the editor saw. */
export const ChangeDriver = SaveDriver.extend({
  was: SaveDriver.extend({
    licenseId: z.string().max(40),
    licenseValidUntil: z.iso.date().nullable(),
  }),
});
export type ChangeDriver = z.infer<typeof ChangeDriver>;

/** A driver with the values of their form. */
export const DriverRecord = SaveDriver.extend({
  id: z.string(),
  state: z.enum(["active", "suspended"]),
  licenseValidUntil: z.iso.date().nullable(),
  /**
   * The driver's suspension, or null while they are active. `at` is null for suspensions from before it was recorded.
   */
  suspension: z
    .object({ at: z.iso.datetime().nullable(), by: z.string(), reason: z.string() })
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type DriverRecord = z.infer<typeof DriverRecord>;

export const DriverAnswer = z.object({ driver: DriverRecord });
export type DriverAnswer = z.infer<typeof DriverAnswer>;
