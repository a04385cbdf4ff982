/** Documents that dispatch has checked. They come into force at once. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { documents, type StoredDocument } from "../../db/schema/documents";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import type { DocumentKind } from "./contract";
import { endOfDay, lastDay, ownerOf } from "./rules";
import { insertRow } from "../../db/rows";

/** The owner of a document: a driver, a vehicle or an affiliate. */
export type DocumentOwner = { driverId: string } | { vehicleId: string } | { affiliateId: string };

/** Returns an owner's kind and id. */
export function ownerKindAndId(owner: DocumentOwner) {
  if ("driverId" in owner) return { kind: "driver", id: owner.driverId } as const;
  if ("vehicleId" in owner) return { kind: "vehicle", id: owner.vehicleId } as const;
  return { kind: "affiliate", id: owner.affiliateId } as const;
}

/** Returns the owner of a stored document. */
export function ownerOfRow({ driverId, vehicleId, affiliateId }: StoredDocument): DocumentOwner {
  if (driverId !== null) return { driverId };
  // A check of the table guarantees that one of the three is set.
  return vehicleId !== null ? { vehicleId } : { affiliateId: affiliateId ?? "" };
}

/** Matches documents of this owner. */
export function ownerFilter(owner: DocumentOwner) {
  const { kind, id } = ownerKindAndId(owner);
  return eq(documents[`${kind}Id`], id);
}

/** Matches documents in force. It has the same form as in the indexes, because SQLite uses them only then. */
export const inForceFilter = and(sql`${documents.state} = 'valid'`, isNull(documents.replacedById));

/**
 * Puts a document into force in place of the previous one, inside the caller's transaction, for example after an
 * approval. `expiresAt` and `now` are in ms UTC. A file must have its row already, with the same owner. Returns the
 * document's id.
 */
export function replaceDocumentInForce(
  tx: Tx,
  owner: DocumentOwner,
  document: {
    kind: DocumentKind;
    number?: string;
    issuedAt?: number | null;
    expiresAt: number | null;
    fileId?: string | null;
    /** The name of the person who accepted it. */
    decidedBy?: string;
  },
  now: number,
): string {
  const { kind } = document;
  if (ownerKindAndId(owner).kind !== ownerOf(kind))
    throw new AppError("request.invalid", {
      fields: { kind: "This driver, vehicle or affiliate does not need this kind of document." },
    });
  const id = Bun.randomUUIDv7();
  tx.update(documents)
    .set({ replacedById: id })
    .where(and(ownerFilter(owner), eq(documents.kind, kind), inForceFilter))
    .run();
  insertRow(tx, documents, {
    id,
    ...owner,
    kind,
    number: document.number ?? "",
    issuedAt: document.issuedAt ?? null,
    expiresAt: document.expiresAt,
    fileId: document.fileId ?? null,
    state: "valid",
    createdAt: now,
    decidedAt: now,
    decidedBy: document.decidedBy ?? "",
  });
  return id;
}

/**
 * Records what dispatch knows about a document without a new scan: corrects the expiry, and the number if one is given,
 * of the document in force, which keeps its scan, or puts a first one into force. Does nothing and returns false if
 * there is neither a document in force nor a number or an expiry.
 */
export function writeDocument(
  tx: Tx,
  owner: DocumentOwner,
  document: { kind: DocumentKind; number?: string; expiresAt: number | null; decidedBy?: string },
  now: number,
): boolean {
  const { kind, number, expiresAt } = document;
  const correctedRows = tx
    .update(documents)
    .set({ expiresAt, ...(number !== undefined && { number }) })
    .where(and(ownerFilter(owner), eq(documents.kind, kind), inForceFilter))
    .returning({ id: documents.id })
    .all();
  if (correctedRows.length > 0) return true;
  // Without a number or an expiry there is nothing to record.
  if (expiresAt === null && !number) return false;
  replaceDocumentInForce(tx, owner, document, now);
  return true;
}

/**
 * Moves the instants at which documents expire when the operator's time zone changes, so that each keeps its last day.
 */
export function keepLastDays(tx: Tx, fromTimeZone: string, toTimeZone: string): void {
  const { id, expiresAt } = documents;
  for (const row of tx
    .select({ id, expiresAt })
    .from(documents)
    .where(isNotNull(expiresAt))
    .all()) {
    if (row.expiresAt === null) continue;
    const expiresAtInZone = endOfDay(lastDay(row.expiresAt, fromTimeZone), toTimeZone);
    tx.update(documents).set({ expiresAt: expiresAtInZone }).where(eq(id, row.id)).run();
  }
}
