/** Photos that people send, re-encoded and stored without metadata. */
import { eq } from "drizzle-orm";
import { files, type StoredFile } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { reencodePicture, STORED_MEDIA_TYPE } from "./received-files";
import { discardFile, insertFileRow, readStoredFile, type WrittenFile, storeFile } from "./store";
import type { Sender } from "./job-queue";
import { findRow } from "../../db/rows";

/**
 * Stores a signed-in person's photo, if there is one, and runs the write that refers to it. A photo without a reference
 * is deleted. Throws 413 and 415 for files that are not pictures, 503 if too many files wait.
 */
export async function withPhoto<Done>(
  deps: Deps,
  sender: Sender,
  photo: File | undefined,
  work: (file: WrittenFile | null) => Promise<Done>,
): Promise<Done> {
  const file = photo
    ? await storeFile(
        deps,
        await reencodePicture(new Uint8Array(await photo.arrayBuffer()), sender),
        STORED_MEDIA_TYPE,
      )
    : null;
  try {
    return await work(file);
  } finally {
    const storedRow =
      file && deps.db.select({ id: files.id }).from(files).where(eq(files.id, file.id)).get();
    if (file && !storedRow) await discardFile(deps, file.id);
  }
}

/** Writes the row of a stored photo, if there is one, inside the caller's transaction. */
export function insertPhotoRow(
  tx: Tx,
  file: WrittenFile | null,
  owner: Pick<StoredFile, "ownerKind" | "ownerId" | "purpose">,
  now: number,
): void {
  if (file) insertFileRow(tx, file, owner, now);
}

/** Returns a stored photo. 404 if it does not exist. */
export async function readPhotoFile(
  deps: Deps,
  fileId: string | null,
): Promise<{ content: Uint8Array<ArrayBuffer>; contentType: string }> {
  const file = fileId === null ? null : findRow(deps.db, files, { id: fileId });
  const content = file ? await readStoredFile(deps, file.id) : null;
  if (!file || !content) throw new AppError("request.not_found");
  return { content, contentType: file.contentType };
}
