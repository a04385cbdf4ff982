import { z } from "zod";
import { ServiceType } from "../fares/contract";
import { VehicleReference } from "../vehicles/contract";
import { languageCodes } from "../settings/languages/languages-contract";
import { line } from "../settings/text-contract";

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
  /** Of their pages and messages. */
  language: z.enum(languageCodes),
  email: z.string().nullable(),
  state: z.enum(["active", "suspended"]),
  /** Null while no licence is on record. */
  licenseExpiresAt: z.iso.datetime().nullable(),
  vehicle: VehicleReference.nullable(),
});
export type Driver = z.infer<typeof Driver>;

/** A driver as the list shows them. */
export const DriverRow = Driver.omit({ language: true }).extend({
  /** Null off shift. */
  onShiftSince: z.iso.datetime().nullable(),
  /** Their documents that have expired, or expire within 30 days. */
  ending: z.number().int(),
});
export type DriverRow = z.infer<typeof DriverRow>;

export const Drivers = z.object({
  drivers: z.array(DriverRow),
  nextCursor: z.string().nullable(),
  /** Of all drivers, whatever is looked for. */
  counts: z.object({
    all: z.number().int(),
    active: z.number().int(),
    suspended: z.number().int(),
    onShift: z.number().int(),
    ending: z.number().int(),
  }),
});
export type Drivers = z.infer<typeof Drivers>;

/** A page of a list in the dispatch area; `q` is the text typed into its search. */
export const DriversQuery = z.object({
  q: z.string().max(200).optional(),
  state: z.enum(["active", "suspended"]).optional(),
  onShift: z.enum(["true"]).optional(),
  /** With a document that has ended, or does within 30 days. */
  ending: z.enum(["true"]).optional(),
  /** Who takes such trips, or goes there: those who have named no preference too. */
  service: ServiceType.optional(),
  zone: z.string().max(64).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DriversQuery = z.infer<typeof DriversQuery>;

/** What a driver chooses to read. */
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

/** The form of `/driver-application`; what is wrong with an answer is for the rules to say. */
export const DriverApplication = z.object({
  firstName: answer,
  lastName: answer,
  /** `true`: the applicant has one name, and no last name is missing. */
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
  /** They have one name, and `lastName` is empty. */
  hasOneName: z.boolean().default(false),
  email: z.string().max(320).nullable(),
  phone: z.string().max(40).nullable(),
  licenseId: line.min(1, "is required").max(40),
  licenseValidUntil: z.iso.date(),
  /** The vehicle the driver usually drives. */
  vehicleId: z.string().max(64).nullable(),
});
export type SaveDriver = z.infer<typeof SaveDriver>;

/** A driver's new values, and the values that the editor was shown. */
export const ChangeDriver = SaveDriver.extend({
  was: SaveDriver.extend({
    licenseId: z.string().max(40),
    licenseValidUntil: z.iso.date().nullable(),
  }),
});
export type ChangeDriver = z.infer<typeof ChangeDriver>;

/** A driver with what their form holds. */
export const DriverRecord = SaveDriver.extend({
  id: z.string(),
  state: z.enum(["active", "suspended"]),
  licenseValidUntil: z.iso.date().nullable(),
  /** Null while they are active. `at` is null of a suspension older than its record. */
  suspension: z
    .object({ at: z.iso.datetime().nullable(), by: z.string(), reason: z.string() })
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type DriverRecord = z.infer<typeof DriverRecord>;

export const DriverAnswer = z.object({ driver: DriverRecord });
export type DriverAnswer = z.infer<typeof DriverAnswer>;
