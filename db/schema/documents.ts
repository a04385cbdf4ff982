import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { affiliates } from "./affiliates";
import { drivers } from "./drivers";
import { files } from "./files";
import { vehicles } from "./vehicles";

const driverDocumentKinds = [
  "driving_licence",
  "identity",
  "proof_of_address",
  "police_clearance",
  "work_permit",
  "drug_test",
  "reference",
  "bank_statement",
] as const;

const vehicleDocumentKinds = [
  "vehicle_insurance",
  "vehicle_registration",
  "vehicle_inspection",
] as const;

/** The eight kinds of vehicle photo. Dispatch reviews photos like documents. */
const vehiclePhotoKinds = [
  "photo_front",
  "photo_back",
  "photo_left",
  "photo_right",
  "photo_dashboard",
  "photo_back_seats",
  "photo_front_seats",
  "photo_trunk",
] as const;

const affiliateDocumentKinds = [
  "affiliate_insurance",
  "affiliate_licence",
  "affiliate_contract",
] as const;

export const documentKinds = [
  ...driverDocumentKinds,
  ...vehicleDocumentKinds,
  ...vehiclePhotoKinds,
  ...affiliateDocumentKinds,
] as const;

/**
 * Documents of drivers, vehicles and affiliates. The document in force is `valid` and not replaced; each kind has at
 * most one. Another one may wait for review by dispatch.
 */
export const documents = sqliteTable(
  "documents",
  {
    id: text().primaryKey(),
    /** The owner: exactly one of the three. */
    driverId: text().references(() => drivers.id),
    vehicleId: text().references(() => vehicles.id),
    affiliateId: text().references(() => affiliates.id),
    kind: text({ enum: documentKinds }).notNull(),
    number: text().notNull().default(""),
    issuedAt: integer(),
    /** The midnight after its last day. Null if it does not expire or the day is not known. */
    expiresAt: integer(),
    /** Null if dispatch typed the facts without a file. */
    fileId: text().references(() => files.id),
    state: text({ enum: ["pending_review", "valid", "refused"] }).notNull(),
    /** Why dispatch refused it. */
    reason: text().notNull().default(""),
    /** The driver who sent it. Null if dispatch added it. */
    sentById: text().references(() => drivers.id),
    createdAt: integer().notNull(),
    decidedAt: integer(),
    decidedBy: text().notNull().default(""),
    /** The document that replaced this one. */
    replacedById: text(),
  },
  (t) => [
    check(
      "documents_owner",
      sql`(driver_id IS NOT NULL) + (vehicle_id IS NOT NULL) + (affiliate_id IS NOT NULL) = 1`,
    ),
    index("documents_driver").on(t.driverId, t.kind, t.state),
    index("documents_vehicle").on(t.vehicleId, t.kind, t.state),
    index("documents_affiliate").on(t.affiliateId, t.kind, t.state),
    uniqueIndex("documents_driver_in_force")
      .on(t.driverId, t.kind)
      .where(sql`state = 'valid' AND replaced_by_id IS NULL`),
    uniqueIndex("documents_vehicle_in_force")
      .on(t.vehicleId, t.kind)
      .where(sql`state = 'valid' AND replaced_by_id IS NULL`),
    uniqueIndex("documents_affiliate_in_force")
      .on(t.affiliateId, t.kind)
      .where(sql`state = 'valid' AND replaced_by_id IS NULL`),
    uniqueIndex("documents_driver_waiting")
      .on(t.driverId, t.kind)
      .where(sql`state = 'pending_review'`),
    uniqueIndex("documents_vehicle_waiting")
      .on(t.vehicleId, t.kind)
      .where(sql`state = 'pending_review'`),
    index("documents_expiry")
      .on(t.expiresAt)
      .where(sql`state = 'valid' AND replaced_by_id IS NULL`),
    index("documents_waiting")
      .on(t.createdAt, t.id)
      .where(sql`state = 'pending_review'`),
    index("documents_file").on(t.fileId),
  ],
);
export type StoredDocument = typeof documents.$inferSelect;

/**
 * The reminders of a document's expiry that were sent: one row for each number of days before the expiry; 0 is the
 * reminder after it.
 */
export const documentReminders = sqliteTable(
  "document_reminders",
  {
    documentId: text()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** The expiry of which the reminder warned. If the expiry is corrected, all reminders are sent again. */
    expiresAt: integer().notNull(),
    daysBefore: integer().notNull(),
    remindedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.expiresAt, t.daysBefore] })],
);
