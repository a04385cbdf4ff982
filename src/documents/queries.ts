import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { documents } from "../../db/schema/documents";
import { files } from "../../db/schema/files";
import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";
import { lastDay } from "../settings/days";
import { readOperator } from "../settings/queries";
import type { Document, DocumentKind, DocumentRulesAnswer, DocumentSlot } from "./contract";
import { RequirableKind } from "./contract";
import { type DocumentOwner, isInForce, ofOwner } from "./record-actions";
import { daysLeft, type InForce } from "./rules";

/** The kinds that the operator requires, as a transaction sees them. */
export function requiredDocuments(db: Db): readonly string[] {
  return db.select({ kinds: settings.requiredDocuments }).from(settings).get()?.kinds ?? [];
}

/** What counts of an owner: one of a kind. */
export function inForceOf(db: Db, owner: DocumentOwner): InForce[] {
  return db
    .select({ kind: documents.kind, expiresAt: documents.expiresAt })
    .from(documents)
    .where(and(ofOwner(owner), isInForce))
    .all();
}

/** Number and end (ms UTC) of the document of a kind that counts; null when there is none. */
export function readInForce(
  db: Db,
  owner: DocumentOwner,
  kind: DocumentKind,
): { number: string; expiresAt: number | null } | null {
  const [row] = db
    .select({ number: documents.number, expiresAt: documents.expiresAt })
    .from(documents)
    .where(and(ofOwner(owner), eq(documents.kind, kind), isInForce))
    .all();
  return row ?? null;
}

type Row = {
  document: typeof documents.$inferSelect;
  file: { contentType: string; bytes: number } | null;
};

/** What there is of each of the kinds. Reads `documents_driver` or `documents_vehicle`. */
export function listSlots(
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
    .where(ofOwner(owner))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .all();
  const now = deps.now();
  return kinds.map((kind) => {
    const all = rows.filter(({ document }) => document.kind === kind);
    const find = (test: (row: Row["document"]) => boolean) => {
      const row = all.find(({ document }) => test(document));
      return row ? toDocument(row, now, timeZone) : null;
    };
    // Refused, and nothing has come after it.
    const [newest] = all;
    return {
      kind,
      required: requiredDocuments.includes(kind),
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
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    daysLeft: expiresAt === null ? null : daysLeft(expiresAt, now, timeZone),
    state: document.state,
    reason: document.reason,
    file,
    createdAt: new Date(document.createdAt).toISOString(),
  };
}

/** Which kinds the operator requires, and the version of the settings. */
export function readDocumentRules(deps: Deps): DocumentRulesAnswer {
  const { requiredDocuments, version } = readOperator(deps);
  const required = RequirableKind.options.filter((kind) => requiredDocuments.includes(kind));
  return { rules: { required }, version };
}
