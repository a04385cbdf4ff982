import { z } from "zod";
import { Mobility } from "../vehicles/class-contract";
import { ApplicationState, ReviewedFile } from "./application-contract";
import { DriverApplication } from "./contract";
import { lines } from "../settings/text-contract";

/** An application in dispatch's list. */
export const ApplicationRow = z.object({
  id: z.string(),
  status: ApplicationState,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Make, model and year, as far as they were entered. */
  vehicle: z.string(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime().nullable(),
  /** When dispatch last requested more. */
  requestedAt: z.iso.datetime().nullable(),
  /** How many required answers and files are missing. */
  missing: z.number().int(),
});
export type ApplicationRow = z.infer<typeof ApplicationRow>;

export const Applications = z.object({
  applications: z.array(ApplicationRow),
  nextCursor: z.string().nullable(),
  /** How many applications are complete and wait for a decision. */
  waiting: z.number().int(),
});
export type Applications = z.infer<typeof Applications>;

/** A page of the list, newest first. `q` is the text typed into the search. */
export const ApplicationsQuery = z.object({
  status: ApplicationState.optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type ApplicationsQuery = z.infer<typeof ApplicationsQuery>;

export const ApplicationEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorKind: z.enum(["applicant", "admin", "system"]),
  actorName: z.string(),
  act: z.enum([
    "sent",
    "changed",
    "file_accepted",
    "file_refused",
    "file_reopened",
    "asked",
    "rejected",
    "approved",
  ]),
  words: z.string(),
  /** The field name of the file that the action was about. */
  field: z.string().nullable(),
});
export type ApplicationEvent = z.infer<typeof ApplicationEvent>;

/** One application with all its details. */
export const ApplicationRecord = z.object({
  id: z.string(),
  status: ApplicationState,
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime().nullable(),
  answers: DriverApplication,
  files: z.array(ReviewedFile.extend({ validUntil: z.iso.date().nullable() })),
  missing: z.array(z.string()),
  request: z.string().nullable(),
  requestedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** The driver whom the approval created. */
  driverId: z.string().nullable(),
  /**
   * What the approval created: a driver, a vehicle, and a number of documents and photos in force. Null before the
   * approval.
   */
  made: z
    .object({
      driver: z.object({ id: z.string(), name: z.string() }),
      vehicle: z.object({ id: z.string(), plate: z.string() }).nullable(),
      /** Null for approvals from before files were counted. */
      files: z.number().int().nullable(),
    })
    .nullable(),
  /** A driver who already has this e-mail address or phone number. */
  knownDriver: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether the applicant can be reached by e-mail or SMS. */
  reachable: z.boolean(),
  version: z.number().int(),
  events: z.array(ApplicationEvent),
});
export type ApplicationRecord = z.infer<typeof ApplicationRecord>;

export const ApplicationAnswer = z.object({ application: ApplicationRecord });
export type ApplicationAnswer = z.infer<typeof ApplicationAnswer>;

/** A text by dispatch for the applicant, sent unchanged. */
const textForApplicant = lines.min(1, "Enter a message for the applicant.").max(500);

const version = z.number().int();

/** Accepts a file, with its last day if it expires, refuses it, or undoes the decision. */
export const ReviewFile = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("accept"), validUntil: z.iso.date().nullable() }),
  z.object({ decision: z.literal("refuse"), reason: textForApplicant }),
  z.object({ decision: z.literal("reopen") }),
]);
export type ReviewFile = z.infer<typeof ReviewFile>;

/** Requests more from the applicant. */
export const RequestMoreInformation = z.object({ request: textForApplicant, version });
export type RequestMoreInformation = z.infer<typeof RequestMoreInformation>;

export const RejectApplication = z.object({ reason: textForApplicant, version });
export type RejectApplication = z.infer<typeof RejectApplication>;

/** Creates a driver and a vehicle from an application. The days are the last on which documents are valid. */
export const ApproveApplication = z.object({
  version,
  licenseValidUntil: z.iso.date(),
  vehicle: z.object({
    classId: z.string().min(1, "Choose a class.").max(64),
    plate: z.string().trim().min(1, "Enter the plate number.").max(20),
    passengers: z.number().int().min(1).max(60),
    luggage: z.number().int().min(0).max(60),
    mobility: z.array(Mobility).max(6),
    insuranceValidUntil: z.iso.date().nullable(),
    registrationValidUntil: z.iso.date().nullable(),
  }),
});
export type ApproveApplication = z.infer<typeof ApproveApplication>;
