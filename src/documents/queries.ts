import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Tx } from "../../db/writer";
import { affiliates } from "../../db/schema/affiliates";
import { documents, type StoredDocument } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import { settings } from "../../db/schema/settings";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readStoredFile } from "../files/store";
import { readOperator } from "../settings/queries";
import {
  AffiliateDocumentKind,
  type Document,
  type DocumentKind,
  type DocumentRulesAnswer,
  type DocumentSlot,
  type DocumentSlots,
  type DriverDocuments,
  RequirableKind,
  VehiclePhotoKind,
} from "./contract";
import { type DocumentOwner, ownerKindAndId, inForceFilter, ownerFilter } from "./record-actions";
import { daysLeft, type DocumentInForce, isPhoto, requirableKinds, lastDay } from "./rules";
import { iso } from "../formats/instants";
import { requireRow } from "../rows";

/** Returns the kinds that the operator requires, as the transaction sees them. */
export function requiredKindsIn(db: Db): readonly string[] {
  return db.select({ kinds: settings.requiredDocuments }).from(settings).get()?.kinds ?? [];
}

const inForceStatements = prepared((db) => {
  const of = (kind: "driver" | "vehicle" | "affiliate") =>
    db
      .select({ kind: documents.kind, expiresAt: documents.expiresAt })
      .from(documents)
      .where(and(eq(documents[`${kind}Id`], sql.placeholder("owner")), inForceFilter))
      .prepare();
  return { driver: of("driver"), vehicle: of("vehicle"), affiliate: of("affiliate") };
});

/** Returns an owner's documents in force, one of each kind. */
export function documentsInForce(db: Db, owner: DocumentOwner): DocumentInForce[] {
  const { kind, id } = ownerKindAndId(owner);
  return inForceStatements(db)[kind].all({ owner: id });
}

/** Returns the number and expiry (ms UTC) of the document of a kind that is in force, or null. */
export function readDocumentInForce(
  db: Db | Tx,
  owner: DocumentOwner,
  kind: DocumentKind,
): { number: string; expiresAt: number | null } | null {
  const [row] = db
    .select({ number: documents.number, expiresAt: documents.expiresAt })
    .from(documents)
    .where(and(ownerFilter(owner), eq(documents.kind, kind), inForceFilter))
    .all();
  return row ?? null;
}

type Row = {
  document: StoredDocument;
  file: { contentType: string; bytes: number } | null;
};

/** Returns the documents of each kind. Uses the index of the owner's documents. */
function listSlots(
  deps: Deps,
  owner: DocumentOwner,
  kinds: readonly DocumentKind[],
): DocumentSlot[] {
  const { timeZone, requiredDocuments } = readOperator(deps);
  const rows = deps.db
    .select({
      document: documents,
      file: { contentType: files.contentType, bytes: files.bytes },
    })
    .from(documents)
    .leftJoin(files, eq(files.id, documents.fileId))
    .where(ownerFilter(owner))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .all();
  const now = deps.now();
  return kinds.map((kind) => {
    const rowsOfKind = rows.filter(({ document }) => document.kind === kind);
    const find = (test: (row: Row["document"]) => boolean) => {
      const row = rowsOfKind.find(({ document }) => test(document));
      return row ? toDocument(row, now, timeZone) : null;
    };
    // A refused document is shown only if none came after it.
    const [newest] = rowsOfKind;
    return {
      kind,
      required: kind === "affiliate_insurance" || requiredDocuments.includes(kind),
      inForce: find(({ state, replacedById }) => state === "valid" && replacedById === null),
      waiting: find(({ state }) => state === "pending_review"),
      refused: newest?.document.state === "refused" ? toDocument(newest, now, timeZone) : null,
    };
  });
}

function toDocument({ document, file }: Row, now: number, timeZone: string): Document {
  const { expiresAt } = document;
  return {
    id: document.id,
    kind: document.kind,
    number: document.number,
    validUntil: expiresAt === null ? null : lastDay(expiresAt, timeZone),
    expiresAt: iso(expiresAt),
    daysLeft: expiresAt === null ? null : daysLeft(expiresAt, now, timeZone),
    state: document.state,
    reason: document.reason,
    file,
    createdAt: iso(document.createdAt),
  };
}

/** Returns the kinds that the operator requires, and the version of the settings. */
export function readDocumentRules(deps: Deps): DocumentRulesAnswer {
  const { requiredDocuments, version } = readOperator(deps);
  const required = RequirableKind.options.filter((kind) => requiredDocuments.includes(kind));
  return { rules: { required }, version };
}

/** Returns all documents of a driver, a vehicle or an affiliate. 404 if the owner does not exist. */
export function slotsOf(deps: Deps, owner: DocumentOwner): DocumentSlots {
  assertOwnerExists(deps.db, owner);
  if (!("vehicleId" in owner)) {
    const kinds = "driverId" in owner ? requirableKinds("driver") : AffiliateDocumentKind.options;
    return { documents: listSlots(deps, owner, kinds), photos: [] };
  }
  const slots = listSlots(deps, owner, [
    ...requirableKinds("vehicle"),
    ...VehiclePhotoKind.options,
  ]);
  return {
    documents: slots.filter(({ kind }) => !isPhoto(kind)),
    photos: slots.filter(({ kind }) => isPhoto(kind)),
  };
}

const ownerTables = { driver: drivers, vehicle: vehicles, affiliate: affiliates };

/** Throws 404 if the driver, vehicle or affiliate does not exist. */
export function assertOwnerExists(db: Db, owner: DocumentOwner): void {
  const { kind, id } = ownerKindAndId(owner);
  requireRow(db, ownerTables[kind], { id });
}

/** Returns a driver's documents, and those of the vehicle that they usually drive, as the driver sees them. */
export function driverDocuments(deps: Deps, driverId: string): DriverDocuments {
  const [row] = deps.db
    .select({ vehicle: vehicles, className: vehicleClasses.name })
    .from(drivers)
    .innerJoin(vehicles, eq(vehicles.id, drivers.vehicleId))
    .innerJoin(vehicleClasses, eq(vehicleClasses.id, vehicles.classId))
    .where(eq(drivers.id, driverId))
    .all();
  const own = slotsOf(deps, { driverId }).documents;
  if (!row) return { documents: own, vehicle: null };
  const { vehicle, className } = row;
  const { id, plate, make, model, year, color, passengers, luggage, mobility } = vehicle;
  return {
    documents: own,
    vehicle: {
      ...slotsOf(deps, { vehicleId: id }),
      ...{ id, plate, make, model, year, color, className, passengers, luggage, mobility },
    },
  };
}

/** Returns one document. 404 if it does not exist. */
export function readDocument(deps: Deps, id: string): Document {
  const [row] = deps.db
    .select({
      document: documents,
      file: { contentType: files.contentType, bytes: files.bytes },
    })
    .from(documents)
    .leftJoin(files, eq(files.id, documents.fileId))
    .where(eq(documents.id, id))
    .all();
  if (!row) throw new AppError("request.not_found");
  return toDocument(row, deps.now(), readOperator(deps).timeZone);
}

/**
 * Returns the scan of a document. 404 if it has none. If a driver is given, also 404 unless it belongs to them or to
 * the vehicle that they usually drive.
 */
export async function readDocumentFile(
  deps: Deps,
  id: string,
  driverId: string | null,
): Promise<{ content: Uint8Array<ArrayBuffer>; contentType: string; name: string }> {
  const [row] = deps.db
    .select({ document: documents, contentType: files.contentType })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(eq(documents.id, id))
    .all();
  if (!row?.document.fileId) throw new AppError("request.not_found");
  const { kind, fileId } = row.document;
  if (driverId !== null && !isOfDriver(deps.db, row.document, driverId))
    throw new AppError("request.not_found");
  const content = await readStoredFile(deps, fileId);
  if (!content) throw new AppError("request.not_found");
  return { content, contentType: row.contentType, name: kind };
}

function isOfDriver(db: Db, document: StoredDocument, driverId: string): boolean {
  if (document.driverId !== null) return document.driverId === driverId;
  // An affiliate's document has no vehicle, and neither may the driver, so null must not match null.
  if (document.vehicleId === null) return false;
  const [driver] = db
    .select({ vehicleId: drivers.vehicleId })
    .from(drivers)
    .where(eq(drivers.id, driverId))
    .all();
  return driver?.vehicleId === document.vehicleId;
}
