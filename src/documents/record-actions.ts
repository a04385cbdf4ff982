/** Papers that dispatch knows to be good: they come into force at once. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { documents, type StoredDocument } from "../../db/schema/documents";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import type { DocumentKind } from "./contract";
import { endOfDay, lastDay, ownerOf } from "./rules";
import { insertRow } from "../../db/rows";

/** Whose document it is: a driver's, a vehicle's or an affiliate's. */
export type DocumentOwner = { driverId: string } | { vehicleId: string } | { affiliateId: string };

/** An owner's kind and id. */
export function ownerColumns(owner: DocumentOwner) {
  if ("driverId" in owner) return { kind: "driver", id: owner.driverId } as const;
  if ("vehicleId" in owner) return { kind: "vehicle", id: owner.vehicleId } as const;
  return { kind: "affiliate", id: owner.affiliateId } as const;
}

/** The owner of a stored document. */
export function ownerOfRow({ driverId, vehicleId, affiliateId }: StoredDocument): DocumentOwner {
  if (driverId !== null) return { driverId };
  // A check of the table holds that it is one of the three.
  return vehicleId !== null ? { vehicleId } : { affiliateId: affiliateId ?? "" };
}

/** The condition that a document belongs to this owner. */
export function ownerFilter(owner: DocumentOwner) {
  const { kind, id } = ownerColumns(owner);
  return eq(documents[`${kind}Id`], id);
}

/** The condition that it is the one that counts, as its indexes say it: only then SQLite uses them. */
export const isInForce = and(sql`${documents.state} = 'valid'`, isNull(documents.replacedById));

/**
 * Puts a document into force, in the place of the one before it, inside the caller's transaction:
 * what an approval accepted, say. `expiresAt` and `now` in ms UTC; the file has its row already, owned
 * by the same owner. Returns its id.
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
    /** Name of who accepted it. */
    decidedBy?: string;
  },
  now: number,
): string {
  const { kind } = document;
  if (ownerColumns(owner).kind !== ownerOf(kind))
    throw new AppError("request.invalid", {
      fields: { kind: "This driver, vehicle or affiliate does not need this kind of document." },
    });
  const id = Bun.randomUUIDv7();
  tx.update(documents)
    .set({ replacedById: id })
    .where(and(ownerFilter(owner), eq(documents.kind, kind), isInForce))
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
 * Writes down what dispatch knows of a paper without a new scan: corrects number and end of the one in
 * force, which keeps its scan, or puts a first one into force. What is not given stays as it is.
 */
export function writeDocument(
  tx: Tx,
  owner: DocumentOwner,
  document: { kind: DocumentKind; number?: string; expiresAt: number | null; decidedBy?: string },
  now: number,
): void {
  const { kind, number, expiresAt } = document;
  const correctedRow = tx
    .update(documents)
    .set({ expiresAt, ...(number !== undefined && { number }) })
    .where(and(ownerFilter(owner), eq(documents.kind, kind), isInForce))
    .returning({ id: documents.id })
    .all();
  if (correctedRow.length > 0) return;
  // Nothing is known of it: then there is no paper to write down.
  if (expiresAt === null && !number) return;
  replaceDocumentInForce(tx, owner, document, now);
}

/** Keeps the last day that each document says when the operator's clocks become those of another zone. */
export function moveLastDays(tx: Tx, from: string, to: string): void {
  const { id, expiresAt } = documents;
  for (const row of tx
    .select({ id, expiresAt })
    .from(documents)
    .where(isNotNull(expiresAt))
    .all()) {
    if (row.expiresAt === null) continue;
    const end = endOfDay(lastDay(row.expiresAt, from), to);
    tx.update(documents).set({ expiresAt: end }).where(eq(id, row.id)).run();
  }
}
