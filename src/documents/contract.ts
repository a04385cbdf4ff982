import { z } from "zod";
import { line } from "../settings/text-contract";

/** The documents that a driver submits about themselves. */
export const DriverDocumentKind = z.enum([
  "driving_licence",
  "identity",
  "proof_of_address",
  "police_clearance",
  "work_permit",
  "drug_test",
  "reference",
  "bank_statement",
]);
export type DriverDocumentKind = z.infer<typeof DriverDocumentKind>;

/** The documents of a vehicle. */
export const VehicleDocumentKind = z.enum([
  "vehicle_insurance",
  "vehicle_registration",
  "vehicle_inspection",
]);
export type VehicleDocumentKind = z.infer<typeof VehicleDocumentKind>;

/** The eight photos of a vehicle. */
export const VehiclePhotoKind = z.enum([
  "photo_front",
  "photo_back",
  "photo_left",
  "photo_right",
  "photo_dashboard",
  "photo_back_seats",
  "photo_front_seats",
  "photo_trunk",
]);
export type VehiclePhotoKind = z.infer<typeof VehiclePhotoKind>;

/** The documents of an affiliate. */
export const AffiliateDocumentKind = z.enum([
  "affiliate_insurance",
  "affiliate_licence",
  "affiliate_contract",
]);
export type AffiliateDocumentKind = z.infer<typeof AffiliateDocumentKind>;

export const DocumentKind = z.enum([
  ...DriverDocumentKind.options,
  ...VehicleDocumentKind.options,
  ...VehiclePhotoKind.options,
  ...AffiliateDocumentKind.options,
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** The kinds that an operator can require. Photos are excluded because they prove no right to drive. */
export const RequirableKind = z.enum([
  ...DriverDocumentKind.options,
  ...VehicleDocumentKind.options,
]);
export type RequirableKind = z.infer<typeof RequirableKind>;

const DocumentState = z.enum(["pending_review", "valid", "refused"]);

/** One document or photo. Days, such as `2027-03-31`, are the last on which it is valid. */
export const Document = z.object({
  id: z.string(),
  kind: DocumentKind,
  number: z.string(),
  validUntil: z.iso.date().nullable(),
  /** The instant from which it is no longer valid. */
  expiresAt: z.iso.datetime().nullable(),
  /** Whole days left on the operator's calendar, below 0 once it has expired. Null if it does not expire. */
  daysLeft: z.number().int().nullable(),
  state: DocumentState,
  /** Why it was refused. */
  reason: z.string(),
  /** The scan or photo. Null for a document that dispatch recorded without one. */
  file: z.object({ contentType: z.string(), bytes: z.number().int() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type Document = z.infer<typeof Document>;

/** All documents of one kind. The one in force stays valid until its successor is accepted. */
export const DocumentSlot = z.object({
  kind: DocumentKind,
  /** Whether nobody is assigned to trips after its expiry. */
  required: z.boolean(),
  inForce: Document.nullable(),
  waiting: Document.nullable(),
  /** The newest document if it was refused, until another is sent or accepted. */
  refused: Document.nullable(),
});
export type DocumentSlot = z.infer<typeof DocumentSlot>;

/** The documents of a driver or an affiliate, or the documents and photos of a vehicle. */
export const DocumentSlots = z.object({
  documents: z.array(DocumentSlot),
  photos: z.array(DocumentSlot),
});
export type DocumentSlots = z.infer<typeof DocumentSlots>;

/** The documents that a driver sees under Management. */
export const DriverDocuments = z.object({
  documents: z.array(DocumentSlot),
  /** The vehicle that the driver usually drives. */
  vehicle: DocumentSlots.extend({
    id: z.string(),
    plate: z.string(),
    make: z.string(),
    model: z.string(),
    year: z.number().int(),
    color: z.string(),
    className: z.string(),
    passengers: z.number().int(),
    luggage: z.number().int(),
    mobility: z.array(z.string()),
  }).nullable(),
});
export type DriverDocuments = z.infer<typeof DriverDocuments>;

/** A document's number: one line, without characters that change the text direction. */
const DocumentNumber = line.max(60);

/** The fields that come with a file. Dispatch confirms what a driver enters. */
export const SendDocument = z.object({
  number: DocumentNumber.optional(),
  /** Empty for a document that does not expire. */
  validUntil: z.union([z.literal(""), z.iso.date()]).optional(),
  /** The file: a scan as PDF, JPEG or PNG, or a photo as JPEG, PNG or WebP. */
  file: z.file().optional(),
});
export type SendDocument = z.infer<typeof SendDocument>;

/** Accepts a document with its last day, or refuses it with the reason. */
export const DecideDocument = z.discriminatedUnion("decision", [
  z.object({
    decision: z.literal("accept"),
    number: DocumentNumber.optional(),
    validUntil: z.iso.date().nullable(),
  }),
  z.object({
    decision: z.literal("refuse"),
    reason: z.string().trim().min(1, "is required").max(500),
  }),
]);
export type DecideDocument = z.infer<typeof DecideDocument>;

/** A document that dispatch records without a scan. */
export const WriteDocument = z.object({
  number: DocumentNumber,
  validUntil: z.iso.date().nullable(),
});
export type WriteDocument = z.infer<typeof WriteDocument>;

export const DocumentIdParam = z.object({ id: z.string().max(64) });
export const DocumentKindParam = z.object({ kind: DocumentKind });
export const OwnerAndKindParam = z.object({ id: z.string().max(64), kind: z.string().max(64) });

export const DocumentAnswer = z.object({ document: Document });
export type DocumentAnswer = z.infer<typeof DocumentAnswer>;

/** A document that dispatch must look at, with its owner. */
export const DocumentNotice = z.object({
  id: z.string(),
  kind: DocumentKind,
  owner: z.enum(["driver", "vehicle", "affiliate"]),
  ownerId: z.string(),
  /** The name of the driver or affiliate, or the vehicle's plate. */
  ownerName: z.string(),
  daysLeft: z.number().int().nullable(),
});
export type DocumentNotice = z.infer<typeof DocumentNotice>;

/** The documents that need dispatch's attention. */
export const DocumentsNeedingAttention = z.object({
  waiting: z.array(DocumentNotice),
  /**
   * Required documents, and those of affiliates, that have expired or expire within 30 days and whose owner is active.
   */
  ending: z.array(DocumentNotice),
  /** Assigned trips whose pickup is after the expiry of a required document. */
  trips: z.array(
    z.object({
      reservationId: z.string(),
      number: z.number().int(),
      kind: DocumentKind,
      ownerName: z.string(),
    }),
  ),
});
export type DocumentsNeedingAttention = z.infer<typeof DocumentsNeedingAttention>;

/** The kinds that the owner requires. A driver or vehicle gets no trips once one of them has expired. */
const DocumentRules = z.object({ required: z.array(RequirableKind).max(20) });

/** `version` is the version of the settings that the caller read. Answers 409 if they have changed since. */
export const SaveDocumentRules = DocumentRules.extend({ version: z.number().int().min(1) });
export type SaveDocumentRules = z.infer<typeof SaveDocumentRules>;

export const DocumentRulesAnswer = z.object({ rules: DocumentRules, version: z.number().int() });
export type DocumentRulesAnswer = z.infer<typeof DocumentRulesAnswer>;
