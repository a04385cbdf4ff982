/** Files under `DATA_DIR/uploads`, by generated names; what people called them is not kept. */
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { files, type StoredFile } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { insertRow } from "../../db/rows";

/** A file on disk that no row names yet. */
export type WrittenFile = Pick<StoredFile, "id" | "contentType" | "bytes">;

/** A file without a row is from a crash, once it is older than any request. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Writes a file whole: under a temporary name, synced, then renamed. Give it a row in the
 * transaction that needs it, or `discardFile` it. Nothing is left behind when it throws.
 */
export async function storeFile(
  deps: Deps,
  content: Uint8Array,
  contentType: string,
): Promise<WrittenFile> {
  const id = Bun.randomUUIDv7();
  const folder = uploads(deps);
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

/** Keeps a file that is on the disk already, under a temporary name, as it is. */
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
  await rename(temporaryPath, join(uploads(deps), id));
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

/** Removes a file from the disk; its row, if it had one, must be deleted before. */
export async function discardFile(deps: Deps, id: string): Promise<void> {
  await rm(join(uploads(deps), id), { force: true });
}

/** The content of a stored file; null when it is not on the disk. */
export async function readStoredFile(
  deps: Deps,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = Bun.file(join(uploads(deps), id));
  return (await file.exists()) ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** Removes files that no row names: what a crash between disk and database left. */
export async function removeOrphanedFiles(deps: Deps): Promise<number> {
  const folder = uploads(deps);
  const names = await readdir(folder).catch(() => []);
  const knownIds = new Set(
    deps.db
      .select({ id: files.id })
      .from(files)
      .all()
      .map((row) => row.id),
  );
  let removed = 0;
  for (const name of names) {
    if (knownIds.has(name)) continue;
    const path = join(folder, name);
    const fileStats = await stat(path).catch(() => null);
    if (!fileStats?.isFile() || fileStats.mtimeMs > Date.now() - ORPHAN_AGE_MS) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

function uploads(deps: Deps): string {
  return join(deps.config.dataDir, "uploads");
}
