/** Files of applications, uploaded before or with them. */
import { and, count, eq, gt, isNull, ne, sum } from "drizzle-orm";
import { driverApplicationFiles as rows } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import { networkOf } from "../server/addresses";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { safeFileName, type ReceivedFile, storeDocumentFile } from "../files/received-files";
import { discardFile, insertFileRow, type WrittenFile } from "../files/store";
import { hashToken } from "../process/keys";
import {
  type ApplicationFile,
  type ApplicationFileName,
  MAX_APPLICATION_BYTES,
} from "./application-contract";
import { isPhoto } from "./application-rules";
import { insertRow } from "../../db/rows";

/**
 * The limits of one address within 24 hours: the bytes of three complete applications, and twice as many files as three
 * have.
 */
const MAX_BYTES_PER_ADDRESS = 3 * MAX_APPLICATION_BYTES;
const MAX_FILES_PER_ADDRESS = 96;
/** The limit of all files together that were uploaded in the last day for applications that are not sent yet. */
const MAX_UNSENT_BYTES = 2 * 1024 ** 3;
const DAY_MS = 86_400_000;

/** A stored file that is not part of an application yet. */
export type NewFile = {
  stored: WrittenFile;
  field: ApplicationFileName;
  name: string;
  contentHash: string;
};

/** The owner of a file: an application, or a browser that is filling one in. */
type FileOwner = { applicationId: string } | { ticketHash: string };

/**
 * Stores a file under a browser's ticket, and replaces the earlier file of its field. The same file sent again is the
 * same upload. Throws what `storeDocumentFile` throws, `paper.too_large` if all files together exceed 80 MB,
 * `application.upload_limit`, `application.busy`.
 */
export async function storeUpload(
  deps: Deps,
  input: { ticket: string; field: ApplicationFileName; file: ReceivedFile; address: string },
): Promise<ApplicationFile> {
  const owner = { ticketHash: hashToken(input.ticket) };
  return storeNewFile(deps, owner, input);
}

/** Works like `storeUpload`, for an application or a ticket. `alsoInTransaction` runs in the same transaction. */
export async function storeNewFile(
  deps: Deps,
  owner: FileOwner,
  input: { field: ApplicationFileName; file: ReceivedFile; address: string },
  alsoInTransaction: (tx: Tx) => void = () => {},
): Promise<ApplicationFile> {
  const { field, file } = input;
  const network = networkOf(input.address);
  const earlierFile = fileOf(deps.db, owner, field);
  if (earlierFile?.row.contentHash === file.contentHash && earlierFile.row.state !== "refused")
    return toFile(earlierFile);
  enforceUploadLimits(deps.db, deps, owner, field, file.bytes, network);
  const storedFile = await storeFieldFile(deps, field, file, network);
  return withStoredFiles(deps, [storedFile], async () => {
    const replacedFileId = await deps.write((tx) => {
      enforceUploadLimits(tx, deps, owner, field, storedFile.stored.bytes, network);
      const earlierFileId = replaceFileRows(tx, owner, storedFile, network, deps.now());
      alsoInTransaction(tx);
      return earlierFileId;
    });
    if (replacedFileId) await discardFile(deps, replacedFileId);
    const currentFile = fileOf(deps.db, owner, field);
    if (currentFile?.row.id !== storedFile.stored.id) throw new AppError("request.conflict");
    return toFile(currentFile);
  });
}

/** Deletes an upload. 404 if the ticket has no file with this id. */
export async function removeUpload(deps: Deps, ticket: string, id: string): Promise<void> {
  await discardUploadedFile(deps, { ticketHash: hashToken(ticket) }, id);
}

/** Deletes a file of an application or ticket. 404 if it is not theirs. */
export async function discardUploadedFile(
  deps: Deps,
  owner: FileOwner,
  id: string,
  alsoInTransaction: (tx: Tx) => void = () => {},
): Promise<void> {
  await deps.write((tx) => {
    const removedFiles = tx
      .delete(rows)
      .where(and(eq(rows.id, id), ownedBy(owner)))
      .returning({ id: rows.id })
      .all();
    if (removedFiles.length === 0) throw new AppError("request.not_found");
    tx.delete(files).where(eq(files.id, id)).run();
    alsoInTransaction(tx);
  });
  await discardFile(deps, id);
}

/** Stores a received file in the format of its field. Faults in the file are reported under the field's name. */
export async function storeFieldFile(
  deps: Deps,
  field: ApplicationFileName,
  file: ReceivedFile,
  network: string,
): Promise<NewFile> {
  try {
    const storedFile = await storeDocumentFile(deps, file, isPhoto(field) ? "photo" : "document", {
      address: network,
    });
    return {
      stored: storedFile,
      field,
      name: safeFileName(file.name),
      contentHash: file.contentHash,
    };
  } catch (error) {
    // An error of the server is not the file's fault.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    throw new AppError(error.code, { fields: { [field]: error.message } });
  }
}

/** Runs work that creates the rows of stored files. If it throws, files without a row are deleted. */
export async function withStoredFiles<Done>(
  deps: Deps,
  storedFiles: readonly NewFile[],
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    for (const { stored: file } of storedFiles) {
      const storedRow = deps.db
        .select({ id: files.id })
        .from(files)
        .where(eq(files.id, file.id))
        .get();
      if (!storedRow) await discardFile(deps, file.id);
    }
    throw error;
  }
}

/** Writes the rows of a file. Returns the id of the field's earlier file, which it replaces. */
export function replaceFileRows(
  tx: Tx,
  owner: FileOwner,
  { stored, field, name, contentHash }: NewFile,
  network: string,
  now: number,
): string | null {
  const earlierFile = fileOf(tx, owner, field);
  if (earlierFile) dropFile(tx, earlierFile.row.id);
  const ownerId = "applicationId" in owner ? owner.applicationId : owner.ticketHash;
  insertFileRow(tx, stored, { ownerKind: "application", ownerId, purpose: field }, now);
  insertRow(tx, rows, {
    ...owner,
    id: stored.id,
    field,
    name: name || field,
    contentHash,
    address: network,
    createdAt: now,
  });
  return earlierFile?.row.id ?? null;
}

/** Deletes the rows of a file. The caller discards the file afterwards. */
export function dropFile(tx: Tx, id: string): void {
  tx.delete(rows).where(eq(rows.id, id)).run();
  tx.delete(files).where(eq(files.id, id)).run();
}

/** Returns the file of a field, with its row. */
function fileOf(db: Tx, owner: FileOwner, field: string) {
  return db
    .select({ row: rows, file: files })
    .from(rows)
    .innerJoin(files, eq(files.id, rows.id))
    .where(and(ownedBy(owner), eq(rows.field, field)))
    .get();
}

/** Matches rows of this owner: an application, or a visitor by their ticket. */
function ownedBy(owner: FileOwner) {
  return "applicationId" in owner
    ? eq(rows.applicationId, owner.applicationId)
    : eq(rows.ticketHash, owner.ticketHash);
}

type FileWithRow = NonNullable<ReturnType<typeof fileOf>>;

/** Returns a file of an application as its sender sees it. */
export function toFile({ row, file }: FileWithRow): ApplicationFile {
  return {
    id: row.id,
    field: row.field as ApplicationFileName,
    name: row.name,
    contentType: file.contentType,
    bytes: file.bytes,
  };
}

function enforceUploadLimits(
  db: Tx,
  deps: Deps,
  owner: FileOwner,
  field: string,
  bytes: number,
  network: string,
): void {
  const otherFiles = sizeOfFiles(db, and(ownedBy(owner), ne(rows.field, field)));
  if (otherFiles.bytes + bytes > MAX_APPLICATION_BYTES)
    throw new AppError("paper.too_large", {
      fields: { [field]: "All files together can be up to 80 MB." },
    });
  if (!deps.config.hasRateLimits) return;
  const since = deps.now() - DAY_MS;
  const recent = sizeOfFiles(db, and(eq(rows.address, network), gt(rows.createdAt, since)));
  if (recent.files >= MAX_FILES_PER_ADDRESS || recent.bytes + bytes > MAX_BYTES_PER_ADDRESS)
    throw new AppError("application.upload_limit", { retryAfterSeconds: 3_600 });
  if ("ticketHash" in owner) {
    const unsentFiles = sizeOfFiles(db, and(isNull(rows.applicationId), gt(rows.createdAt, since)));
    if (unsentFiles.bytes > MAX_UNSENT_BYTES)
      throw new AppError("application.busy", { retryAfterSeconds: 600 });
  }
}

function sizeOfFiles(db: Tx, where: ReturnType<typeof and>) {
  const [countedRow] = db
    .select({ files: count(), bytes: sum(files.bytes) })
    .from(rows)
    .innerJoin(files, eq(files.id, rows.id))
    .where(where)
    .all();
  return { files: countedRow?.files ?? 0, bytes: Number(countedRow?.bytes ?? 0) };
}
