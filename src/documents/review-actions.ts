/** Documents under review: a driver sends one, and dispatch accepts or refuses it. */
import type { Translator } from "../settings/translation/translator-rules";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { affiliates } from "../../db/schema/affiliates";
import { documents } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { type ReceivedFile, storeDocumentFile } from "../files/received-files";
import { discardFile, insertFileRow } from "../files/store";
import { notifyDriver } from "../notifications/outbox";
import { readOperator } from "../settings/queries";
import {
  AffiliateDocumentKind,
  type DecideDocument,
  DocumentKind,
  type SendDocument,
  type WriteDocument,
} from "./contract";
import { assertOwnerExists } from "./queries";
import {
  type DocumentOwner,
  ownerKindAndId,
  inForceFilter,
  ownerFilter,
  ownerOfRow,
  replaceDocumentInForce,
  writeDocument,
} from "./record-actions";
import { documentName } from "./kinds";
import { officeDocumentName } from "./office-kinds";
import { isPhoto, requiresExpiryDate, ownerOf, endOfDay } from "./rules";
import { insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";

/** The page on which drivers manage their documents. */
const MANAGEMENT_PATH = "/driver/dashboard/management";

/**
 * Stores a document from a driver until dispatch has reviewed it, and replaces one that was waiting or refused. The
 * document in force stays in force. Returns the new document's id. Throws what `storeDocumentFile` throws, and
 * `document.no_vehicle` for a vehicle's document if the driver has no vehicle.
 */
export async function sendDocument(
  deps: Deps,
  driverId: string,
  kind: DocumentKind,
  file: ReceivedFile,
  input: SendDocument,
): Promise<string> {
  const owner = documentOwnerFor(deps, driverId, kind);
  const storedFile = await storeDocumentFile(deps, file, isPhoto(kind) ? "photo" : "document", {
    account: driverId,
  });
  const id = Bun.randomUUIDv7();
  const { timeZone } = readOperator(deps);
  let replacedFileIds: string[];
  try {
    replacedFileIds = await deps.write((tx) => {
      const now = deps.now();
      const undecidedFileIds = removeUndecidedDocuments(tx, owner, kind);
      insertFileRow(tx, storedFile, fileOwnerOf(owner), now);
      insertRow(tx, documents, {
        id,
        ...owner,
        kind,
        number: input.number ?? "",
        expiresAt: input.validUntil ? endOfDay(input.validUntil, timeZone) : null,
        fileId: storedFile.id,
        state: "pending_review",
        sentById: driverId,
        createdAt: now,
      });
      return undecidedFileIds;
    });
  } catch (error) {
    await discardFile(deps, storedFile.id);
    throw error;
  }
  for (const fileId of replacedFileIds) await discardFile(deps, fileId);
  return id;
}

/** Returns the owner of a kind of document from a driver: the driver, or the vehicle that they usually drive. */
function documentOwnerFor(deps: Deps, driverId: string, kind: DocumentKind): DocumentOwner {
  const owner = ownerOf(kind);
  if (owner === "affiliate") throw new AppError("request.not_found");
  if (owner === "driver") return { driverId };
  const [driver] = deps.db
    .select({ vehicleId: drivers.vehicleId })
    .from(drivers)
    .where(eq(drivers.id, driverId))
    .all();
  if (!driver?.vehicleId) throw new AppError("document.no_vehicle");
  return { vehicleId: driver.vehicleId };
}

/** Deletes documents of a kind that are waiting or refused. Returns the files to discard after the commit. */
function removeUndecidedDocuments(tx: Tx, owner: DocumentOwner, kind: DocumentKind): string[] {
  const removedFileIds = tx
    .delete(documents)
    .where(
      and(
        ownerFilter(owner),
        eq(documents.kind, kind),
        or(eq(documents.state, "pending_review"), eq(documents.state, "refused")),
      ),
    )
    .returning({ fileId: documents.fileId })
    .all()
    .flatMap(({ fileId }) => fileId ?? []);
  if (removedFileIds.length > 0) tx.delete(files).where(inArray(files.id, removedFileIds)).run();
  return removedFileIds;
}

/**
 * Accepts a waiting document, which comes into force, or refuses it with the reason, and notifies the sender. 404 if it
 * does not exist, `document.decided` if it is no longer waiting.
 */
export async function decideDocument(
  deps: Deps,
  actor: Actor,
  id: string,
  input: DecideDocument,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const row = requireRow(tx, documents, { id });
    if (row.state !== "pending_review") throw new AppError("document.decided");
    const name = documentName(row.kind);
    const owner = ownerOfRow(row);
    const decision = { decidedAt: now, decidedBy: actor.name };
    const auditDecision = (verdict: "accepted" | "refused") =>
      appendAudit(tx, deps, {
        actor,
        action: `document.${verdict}`,
        subject: ownerKindAndId(owner),
        summary: `${verdict === "accepted" ? "Accepted" : "Rejected"} a document: ${name}`,
        detail: { kind: row.kind },
      });
    if (input.decision === "refuse") {
      updateRow(tx, documents, id, { ...decision, state: "refused", reason: input.reason });
      auditDecision("refused");
      notifySender(tx, deps, row.sentById, (t) => ({
        title: t("{name}: please send it again", { name: documentName(row.kind, t) }),
        body: input.reason,
      }));
      return;
    }
    const expiresAt = requireFutureExpiry({ ...deps, db: tx }, row.kind, input.validUntil);
    tx.update(documents)
      .set({ replacedById: id })
      .where(and(ownerFilter(owner), eq(documents.kind, row.kind), inForceFilter))
      .run();
    updateRow(tx, documents, id, {
      ...decision,
      state: "valid",
      expiresAt,
      number: input.number ?? row.number,
    });
    auditDecision("accepted");
    const { validUntil } = input;
    notifySender(tx, deps, row.sentById, (t) => ({
      title: t("{name} accepted", { name: documentName(row.kind, t) }),
      body:
        validUntil === null
          ? t("The document is on record.")
          : t("Valid until {day}.", { day: validUntil }),
    }));
  });
}

/**
 * An affiliate's form contains the last day of the insurance. The new version stops a form opened earlier from
 * restoring the old day.
 */
function bumpAffiliateVersion(tx: Tx, owner: DocumentOwner, kind: DocumentKind): void {
  if (kind !== "affiliate_insurance") return;
  const { id, version } = affiliates;
  tx.update(affiliates)
    .set({ version: sql`${version} + 1` })
    .where(eq(id, ownerKindAndId(owner).id))
    .run();
}

function fileOwnerOf(owner: DocumentOwner) {
  const { kind: ownerKind, id: ownerId } = ownerKindAndId(owner);
  return { ownerKind, ownerId, purpose: "document" };
}

/** Returns the expiry (ms UTC) that dispatch entered. 400 if it is missing. */
function expiryOf(deps: Deps, kind: DocumentKind, validUntil: string | null): number | null {
  if (validUntil !== null) return endOfDay(validUntil, readOperator(deps).timeZone);
  if (!requiresExpiryDate(kind)) return null;
  throw new AppError("request.invalid", {
    fields: { validUntil: "Enter the last day on which the document is valid." },
  });
}

/** Works like `expiryOf`, but also refuses a day that has passed, with 400. */
function requireFutureExpiry(
  deps: Deps,
  kind: DocumentKind,
  validUntil: string | null,
): number | null {
  const end = expiryOf(deps, kind, validUntil);
  if (end === null || end > deps.now()) return end;
  throw new AppError("request.invalid", {
    fields: { validUntil: "This day has passed. Reject the document instead." },
  });
}

function notifySender(
  tx: Tx,
  deps: Deps,
  driverId: string | null,
  createTexts: (t: Translator) => { title: string; body: string },
): void {
  if (driverId)
    notifyDriver(tx, deps, driverId, (t) => ({ ...createTexts(t), href: MANAGEMENT_PATH }));
}

/** Records a document that dispatch has seen. 404 for an unknown owner or kind of document. */
export async function recordDocument(
  deps: Deps,
  actor: Actor,
  owner: DocumentOwner,
  kindName: string,
  input: WriteDocument,
): Promise<void> {
  const { data: kind } = DocumentKind.safeParse(kindName);
  if (!kind || isPhoto(kind)) throw new AppError("request.not_found");
  const expiresAt = expiryOf(deps, kind, input.validUntil);
  await deps.write((tx) => {
    assertOwnerExists(tx, owner);
    const document = { kind, number: input.number, expiresAt, decidedBy: actor.name };
    if (!writeDocument(tx, owner, document, deps.now())) return;
    bumpAffiliateVersion(tx, owner, kind);
    appendAudit(tx, deps, {
      actor,
      action: "document.recorded",
      subject: ownerKindAndId(owner),
      summary: `Recorded a document: ${officeDocumentName(kind)}`,
      detail: { kind, validUntil: input.validUntil ?? "" },
    });
  });
}

/**
 * Stores the scan of an affiliate's document, which comes into force at once. 404 for an unknown affiliate or kind of
 * document, 400 if the last day is missing for a kind that expires. Otherwise throws what `storeDocumentFile` throws.
 */
export async function uploadDocument(
  deps: Deps,
  actor: Actor & { id: string },
  affiliateId: string,
  kindName: string,
  file: ReceivedFile,
  { number = "", validUntil }: SendDocument,
): Promise<void> {
  const { data: kind } = AffiliateDocumentKind.safeParse(kindName);
  if (!kind) throw new AppError("request.not_found");
  const owner = { affiliateId };
  assertOwnerExists(deps.db, owner);
  const expiresAt = expiryOf(deps, kind, validUntil || null);
  const storedFile = await storeDocumentFile(deps, file, "document", { account: actor.id });
  try {
    await deps.write((tx) => {
      const now = deps.now();
      insertFileRow(tx, storedFile, fileOwnerOf(owner), now);
      const { id: fileId } = storedFile;
      const document = { kind, number, expiresAt, fileId, decidedBy: actor.name };
      replaceDocumentInForce(tx, owner, document, now);
      bumpAffiliateVersion(tx, owner, kind);
      appendAudit(tx, deps, {
        actor,
        action: "document.recorded",
        subject: ownerKindAndId(owner),
        summary: `Uploaded a document: ${officeDocumentName(kind)}`,
        detail: { kind, validUntil: validUntil ?? "" },
      });
    });
  } catch (error) {
    await discardFile(deps, storedFile.id);
    throw error;
  }
}
