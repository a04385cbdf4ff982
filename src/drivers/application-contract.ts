import { z } from "zod";
import { DriverApplication } from "./contract";

/** The file fields of the form: documents first, then the photos of the vehicle. */
export const applicationFileNames = [
  "nationalIdOrPassport",
  "drivingCertificate",
  "proofOfAddress",
  "policeClearanceCertificate",
  "workPermitOrVisa",
  "drugTestReport",
  "employmentReferenceLetter",
  "bankStatementFile",
  "exteriorPhoto1",
  "exteriorPhoto2",
  "exteriorPhoto3",
  "exteriorPhoto4",
  "interiorPhoto1",
  "interiorPhoto2",
  "interiorPhoto3",
  "interiorPhoto4",
] as const;

export const ApplicationFileName = z.enum(applicationFileNames);
export type ApplicationFileName = z.infer<typeof ApplicationFileName>;

/** The size limits of a file and of all files of an application, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_APPLICATION_BYTES = 80 * 1024 * 1024;

/**
 * A secret that the browser generates for its application: 22 characters of base64url, from 16 random bytes. Files
 * uploaded under it belong to that browser, and sending again under it updates the same application.
 */
export const UploadTicket = z.string().regex(/^[A-Za-z0-9_-]{22}$/, "is not a ticket");

/** One file, uploaded before the application is sent. */
export const UploadForm = z.object({
  ticket: UploadTicket,
  field: ApplicationFileName,
  file: z.file(),
});

/** A file as the applicant sees it. */
export const ApplicationFile = z.object({
  id: z.string(),
  field: ApplicationFileName,
  /** The file name on the applicant's device. */
  name: z.string(),
  /** `image/jpeg` or `application/pdf`, because pictures are re-encoded. */
  contentType: z.string(),
  bytes: z.number().int(),
});
export type ApplicationFile = z.infer<typeof ApplicationFile>;

export const UploadAnswer = z.object({ upload: ApplicationFile });
export type UploadAnswer = z.infer<typeof UploadAnswer>;

export const TICKET_HEADER = "livery-upload-ticket";

const formFile = z.file().optional();

/**
 * The whole form of `/driver-application`: the answers, and files that are either parts of the form or were uploaded
 * earlier under `ticket`. `uploads` lists the ids of the latter, separated by commas.
 */
export const DriverApplicationForm = DriverApplication.extend({
  ticket: UploadTicket.optional(),
  uploads: z
    .string()
    .regex(/^[0-9a-f,-]{0,1000}$/, "is not a list of ids")
    .optional(),
  nationalIdOrPassport: formFile,
  drivingCertificate: formFile,
  proofOfAddress: formFile,
  policeClearanceCertificate: formFile,
  workPermitOrVisa: formFile,
  drugTestReport: formFile,
  employmentReferenceLetter: formFile,
  bankStatementFile: formFile,
  exteriorPhoto1: formFile,
  exteriorPhoto2: formFile,
  exteriorPhoto3: formFile,
  exteriorPhoto4: formFile,
  interiorPhoto1: formFile,
  interiorPhoto2: formFile,
  interiorPhoto3: formFile,
  interiorPhoto4: formFile,
});
export type DriverApplicationForm = z.infer<typeof DriverApplicationForm>;

/** The token, of 128 bits, in the link with which an applicant returns. */
export const ApplicationToken = z.object({ token: z.string().max(100) });
export const ApplicationTokenAndFile = ApplicationToken.extend({ id: z.string().max(64) });

export const ApplicationState = z.enum(["submitted", "incomplete", "approved", "rejected"]);
export type ApplicationState = z.infer<typeof ApplicationState>;

/** A file with dispatch's decision. */
export const ReviewedFile = ApplicationFile.extend({
  state: z.enum(["given", "accepted", "refused"]),
  /** Why it was refused. */
  reason: z.string().nullable(),
});
export type ReviewedFile = z.infer<typeof ReviewedFile>;

/** An application as its link shows it: `GET /driver-application/status/{token}`. */
export const ApplicationStatus = z.object({
  status: ApplicationState,
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime().nullable(),
  /** Whether the applicant can still add or change anything. */
  open: z.boolean(),
  /** The names of required fields that are missing, including refused files, and `certified`. */
  missing: z.array(z.string()),
  answers: DriverApplication,
  files: z.array(ReviewedFile),
  /** The text in which dispatch requested more information. */
  request: z.string().nullable(),
  /** The reason for the rejection, as dispatch wrote it. */
  reason: z.string().nullable(),
  version: z.number().int(),
  /** When the link expires. */
  expiresAt: z.iso.datetime(),
});
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/**
 * Changes by the applicant. An answer replaces the previous one, and an empty answer removes it. `certified: "true"`
 * certifies the application, and any other change of an answer clears that. If `version` is given, the change is
 * refused when the application has changed since.
 */
export const ChangeApplication = z.object({
  answers: DriverApplication,
  version: z.number().int().optional(),
});
export type ChangeApplication = z.infer<typeof ChangeApplication>;

export const StatusFileForm = UploadForm.omit({ ticket: true });

/** Requests a new link to an application. The answer is the same whether the application exists or not. */
export const RequestApplicationLink = z.object({ identifier: z.string().max(400) });
