/** The documents of drivers and vehicles in a line: number and last day of each kind. */
import { and, eq, type SQL } from "drizzle-orm";
import { documents } from "../../../db/schema/documents";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import type { RequirableKind } from "../../documents/contract";
import { documentName } from "../../documents/kinds";
import {
  type DocumentOwner,
  inForceFilter,
  ownerFilter,
  writeDocument,
} from "../../documents/record-actions";
import { endOfDay, lastDay, requirableKinds } from "../../documents/rules";
import type { ImportContext, LineReader } from "./kind";

/** A document in a line: the number may be empty, the last day null. */
export type ImportedDocument = { kind: RequirableKind; number: string; until: string | null };

/** Reads the documents for which a line has a number or a last day. */
export function readImportedDocuments(
  line: LineReader,
  owner: "driver" | "vehicle",
): ImportedDocument[] {
  return requirableKinds(owner)
    .map((kind) => ({
      kind,
      number: line.text(`${documentName(kind)} number`, 40),
      until: line.day(`${documentName(kind)} until`),
    }))
    .filter(({ number, until }) => number !== "" || until !== null);
}

/** Returns an owner's documents in force. */
export function documentsInForceOf(db: Db, owner: DocumentOwner) {
  return db
    .select()
    .from(documents)
    .where(and(ownerFilter(owner), inForceFilter))
    .all();
}

/**
 * Writes the documents of a line. Replaces the stored numbers and last days, or with `overwrites` false fills in only
 * those that are missing. Returns the documents that changed with their previous values, with null for the number of a
 * new one.
 */
export function mergeDocuments(
  context: ImportContext,
  owner: DocumentOwner,
  importedDocuments: readonly ImportedDocument[],
  overwrites: boolean,
): { kind: RequirableKind; number: string | null; expiresAt: number | null }[] {
  const { tx, now, operator } = context;
  const storedDocuments = documentsInForceOf(tx, owner);
  const changedDocuments = [];
  for (const { kind, number, until } of importedDocuments) {
    const row = storedDocuments.find((each) => each.kind === kind);
    const expiresAt = until === null ? null : endOfDay(until, operator.timeZone);
    const next = {
      number: (overwrites ? number || row?.number : row?.number || number) ?? "",
      expiresAt: overwrites ? (expiresAt ?? row?.expiresAt ?? null) : (row?.expiresAt ?? expiresAt),
    };
    if (row && row.number === next.number && row.expiresAt === next.expiresAt) continue;
    writeDocument(tx, owner, { kind, ...next }, now);
    changedDocuments.push({ kind, number: row?.number ?? null, expiresAt: row?.expiresAt ?? null });
  }
  return changedDocuments;
}

/** Restores documents from the result of `mergeDocuments`. */
export function restoreDocuments(
  tx: Tx,
  owner: DocumentOwner,
  formerDocuments: ReturnType<typeof mergeDocuments>,
  now: number,
): void {
  for (const { kind, number, expiresAt } of formerDocuments)
    if (number === null) deleteDocumentsInForce(tx, owner, eq(documents.kind, kind));
    else writeDocument(tx, owner, { kind, number, expiresAt }, now);
}

/**
 * Deletes an owner's documents in force. Others were sent since the import: they stay, so the database refuses to delete
 * their owner.
 */
export function deleteDocumentsInForce(tx: Tx, owner: DocumentOwner, filter?: SQL): void {
  tx.delete(documents)
    .where(and(ownerFilter(owner), inForceFilter, filter))
    .run();
}

/** Returns the documents of an owner as the fields of a line. */
export function documentFieldsOf(
  { tx, operator }: ImportContext,
  owner: DocumentOwner,
): Record<string, string> {
  const storedDocuments = documentsInForceOf(tx, owner);
  return Object.fromEntries(
    requirableKinds("driverId" in owner ? "driver" : "vehicle").flatMap((kind) => {
      const row = storedDocuments.find((each) => each.kind === kind);
      return [
        [`${documentName(kind)} number`, row?.number ?? ""],
        [
          `${documentName(kind)} until`,
          row?.expiresAt ? lastDay(row.expiresAt, operator.timeZone) : "",
        ],
      ];
    }),
  );
}
