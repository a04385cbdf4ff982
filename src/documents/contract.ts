import { z } from "zod";
import { line } from "../settings/text-contract";

/** What a driver hands in about themselves. */
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

/** The papers of a vehicle. */
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

/** What the operator keeps of an affiliate. */
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

/** Kinds that an operator can require: photos prove no right to drive. */
export const RequirableKind = z.enum([
  ...DriverDocumentKind.options,
  ...VehicleDocumentKind.options,
]);
export type RequirableKind = z.infer<typeof RequirableKind>;

const DocumentState = z.enum(["pending_review", "valid", "refused"]);

/** One paper or photo. Days (`2027-03-31`) are the last ones it is valid. */
export const Document = z.object({
  id: z.string(),
  kind: DocumentKind,
  number: z.string(),
  validUntil: z.iso.date().nullable(),
  /** The instant from which it counts no more. */
  expiresAt: z.iso.datetime().nullable(),
  /** Whole days left on the operator's calendar, below 0 once it has expired; null without an end. */
  daysLeft: z.number().int().nullable(),
  state: DocumentState,
  /** Why it was refused. */
  reason: z.string(),
  /** Its scan or photo; null for what dispatch typed in. */
  file: z.object({ contentType: z.string(), bytes: z.number().int() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type Document = z.infer<typeof Document>;

/** All there is of one kind. What is in force counts until its successor is accepted. */
export const DocumentSlot = z.object({
  kind: DocumentKind,
  /** Nobody is assigned past its end. */
  required: z.boolean(),
  inForce: Document.nullable(),
  waiting: Document.nullable(),
  /** The newest one that was refused, while nothing newer was sent or accepted. */
  refused: Document.nullable(),
});
export type DocumentSlot = z.infer<typeof DocumentSlot>;

/** The documents of a driver or an affiliate, or those of a vehicle with its photos. */
export const DocumentSlots = z.object({
  documents: z.array(DocumentSlot),
  photos: z.array(DocumentSlot),
});
export type DocumentSlots = z.infer<typeof DocumentSlots>;

/** What a driver sees under Management. */
export const DriverDocuments = z.object({
  documents: z.array(DocumentSlot),
  /** The vehicle they usually drive. */
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

/** A document's number: one line, without characters that change the direction. */
const DocumentNumber = line.max(60);

/** The fields beside a file; what a driver's say is confirmed by dispatch. */
export const SendDocument = z.object({
  number: DocumentNumber.optional(),
  /** Empty for a paper without an end. */
  validUntil: z.union([z.literal(""), z.iso.date()]).optional(),
  /** The scan: PDF, JPEG or PNG; a photo JPEG, PNG or WebP. */
  file: z.file().optional(),
});
export type SendDocument = z.infer<typeof SendDocument>;

/** Dispatch accepts a document, with its last day, or rejects it with the reason. */
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

/** A paper as dispatch writes it down without a scan. */
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

/** A document that dispatch has to look at, with whose it is. */
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

/** What of the documents asks for dispatch. */
export const DocumentsNeedingAttention = z.object({
  waiting: z.array(DocumentNotice),
  /** Required ones and affiliates' that have expired or do so within 30 days, of those who are active. */
  ending: z.array(DocumentNotice),
  /** Assigned trips whose pickup is after the end of a required document. */
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

/** Kinds without which, once they have expired, nobody is assigned; the owner's to say. */
const DocumentRules = z.object({ required: z.array(RequirableKind).max(20) });

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveDocumentRules = DocumentRules.extend({ version: z.number().int().min(1) });
export type SaveDocumentRules = z.infer<typeof SaveDocumentRules>;

export const DocumentRulesAnswer = z.object({ rules: DocumentRules, version: z.number().int() });
export type DocumentRulesAnswer = z.infer<typeof DocumentRulesAnswer>;
