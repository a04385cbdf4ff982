/** Files under `DATA_DIR/uploads`, with generated names. The senders' file names are not kept. */
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { files, type StoredFile } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { insertRow } from "../../db/rows";

/** A file on disk that has no row yet. */
export type WrittenFile = Pick<StoredFile, "id" | "contentType" | "bytes">;

/** A file without a row that is older than any request was left by a crash. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Writes a whole file: under a temporary name, synced, then renamed. The caller must give it a row in its transaction,
 * or `discardFile` it. Nothing is left behind if it throws.
 */
export async function storeFile(
  deps: Deps,
  content: Uint8Array,
  contentType: string,
): Promise<WrittenFile> {
  const id = Bun.randomUUIDv7();
  const folder = uploadsFolder(deps);
  const path = join(folder, id);
  const temporaryPath = `${path}.part`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(temporaryPath, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  return { id, contentType, bytes: content.length };
}

/** Stores a file that is already on the disk under a temporary name, without changing it. */
export async function storeTemporaryFile(
  deps: Deps,
  temporaryPath: string,
  bytes: number,
  contentType: string,
): Promise<WrittenFile> {
  const id = Bun.randomUUIDv7();
  const file = await open(temporaryPath, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, join(uploadsFolder(deps), id));
  return { id, contentType, bytes };
}

/** Writes the row of a stored file, inside the caller's transaction. */
export function insertFileRow(
  tx: Tx,
  file: WrittenFile,
  owner: Pick<StoredFile, "ownerKind" | "ownerId" | "purpose">,
  now: number,
): void {
  insertRow(tx, files, { ...file, ...owner, createdAt: now });
}

/** Deletes a file from the disk. Its row, if it had one, must be deleted first. */
export async function discardFile(deps: Deps, id: string): Promise<void> {
  await rm(join(uploadsFolder(deps), id), { force: true });
}

/** Returns the content of a stored file, or null if it is not on the disk. */
export async function readStoredFile(
  deps: Deps,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = Bun.file(join(uploadsFolder(deps), id));
  return (await file.exists()) ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** Deletes files without a row, which a crash between disk and database left behind. */
export async function removeOrphanedFiles(deps: Deps): Promise<number> {
  const folder = uploadsFolder(deps);
  const names = await readdir(folder).catch(() => []);
  const knownIds = new Set(
    deps.db
      .select({ id: files.id })
      .from(files)
      .all()
      .map((row) => row.id),
  );
  let removedCount = 0;
  for (const name of names) {
    if (knownIds.has(name)) continue;
    const path = join(folder, name);
    const fileStats = await stat(path).catch(() => null);
    if (!fileStats?.isFile() || fileStats.mtimeMs > Date.now() - ORPHAN_AGE_MS) continue;
    await rm(path, { force: true });
    removedCount++;
  }
  return removedCount;
}

function uploadsFolder(deps: Deps): string {
  return join(deps.config.dataDir, "uploads");
}
