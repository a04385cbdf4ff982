/** A consistent snapshot of the data for a backup, taken while the server keeps writing. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "./errors";
import { DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";

/** A temporary folder with the snapshot. Remove it after use. */
export interface Snapshot {
  folder: string;
  /** The names of the uploads in its database. */
  uploads: readonly string[];
  /** The number of migrations applied to its database. */
  migrations: number;
  /** When it was taken, in ms UTC. */
  at: number;
  remove: () => Promise<void>;
}

/** How many attempts are made if an upload is deleted during the snapshot. */
const MAX_ATTEMPTS = 3;

/** The free space that must stay on the disk. */
const RESERVED_BYTES = 64 * 1024 * 1024;

/** Hidden files in `backups` older than this are leftovers. */
const LEFTOVER_AGE_MS = 86_400_000;

/**
 * Takes a snapshot into a hidden folder of `backups`: a copy of the database from one read, and links to the uploads.
 */
export async function takeSnapshot(dataDir: string): Promise<Snapshot> {
  const database = join(dataDir, DATABASE_NAME);
  if (!existsSync(database))
    throw new BackupError(`There is nothing to back up: ${database} does not exist.`);
  const bytes = Bun.file(database).size + Bun.file(`${database}-wal`).size;
  await mkdir(join(dataDir, "backups"), { recursive: true, mode: 0o700 });
  await removePartialSnapshots(join(dataDir, "backups"));
  await requireFreeSpace(dataDir, bytes);
  for (let tries = 1; ; tries++) {
    const folder = join(dataDir, "backups", `.${Bun.randomUUIDv7()}`);
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      const snapshot = await takeSnapshotOnce(dataDir, folder);
      if (snapshot) return { ...snapshot, folder, remove };
    } catch (error) {
      await remove();
      throw error;
    }
    await remove();
    if (tries === MAX_ATTEMPTS)
      throw new BackupError(
        "Some uploads that the database lists are missing from the disk. Run `livery check` to list them.",
      );
  }
}

/** Deletes the leftovers of backups that were killed. A running backup is newer. */
async function removePartialSnapshots(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(".")) continue;
    const { mtimeMs } = await stat(path).catch((error: { code?: string }) => {
      // A parallel backup has deleted or renamed its own.
      if (error.code === "ENOENT") return { mtimeMs: Date.now() };
      throw error;
    });
    if (mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

async function takeSnapshotOnce(dataDir: string, folder: string) {
  await mkdir(join(folder, UPLOADS_NAME), { recursive: true, mode: 0o700 });
  // Links both before and after copying the database, so that deleted and new uploads are both included.
  await linkUploads(dataDir, folder);
  const at = Date.now();
  const copyResult = copyDatabase(join(dataDir, DATABASE_NAME), join(folder, DATABASE_NAME));
  const linked = await linkUploads(dataDir, folder);
  if (copyResult.uploads.some((name) => !linked.has(name))) return null;
  const secret = join(dataDir, SECRET_NAME);
  if (!existsSync(secret))
    throw new BackupError(`${secret} is missing. Without it, the backup could not be read.`);
  await copyFile(secret, join(folder, SECRET_NAME));
  return { ...copyResult, at };
}

/** Copies the database in one read transaction, which does not block writers. */
function copyDatabase(from: string, to: string): { uploads: string[]; migrations: number } {
  const source = new Database(from, { readwrite: true });
  try {
    source.run("PRAGMA busy_timeout = 10000");
    source.run("VACUUM INTO ?", [to]);
  } finally {
    source.close();
  }
  const copy = new Database(to, { readonly: true });
  try {
    const uploads = copy.query<{ id: string }, []>("SELECT id FROM files ORDER BY id").all();
    const count = copy
      .query<{ n: number }, []>("SELECT count(*) AS n FROM schema_migrations")
      .get();
    return { uploads: uploads.map(({ id }) => id), migrations: count?.n ?? 0 };
  } finally {
    copy.close();
  }
}

/** Links every complete upload that is not linked yet. Copies it if the disk has no links. */
async function linkUploads(dataDir: string, folder: string): Promise<Set<string>> {
  const from = join(dataDir, UPLOADS_NAME);
  const to = join(folder, UPLOADS_NAME);
  const existingNames = new Set(await readdir(to));
  const names = existsSync(from) ? await readdir(from) : [];
  for (const name of names) {
    // Unfinished uploads have a longer name.
    if (existingNames.has(name) || !/^[0-9a-f-]{36}$/.test(name)) continue;
    try {
      await link(join(from, name), join(to, name));
      existingNames.add(name);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "ENOENT") continue;
      if (code !== "EPERM" && code !== "EXDEV" && code !== "ENOTSUP" && code !== "EMLINK")
        throw error;
      await copyFile(join(from, name), join(to, name));
      existingNames.add(name);
    }
  }
  return existingNames;
}

/** Returns the free bytes on a folder's disk, minus the reserved space. */
export async function freeSpaceIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVED_BYTES;
}

/** Throws `BackupError` if a folder's disk has too little room for this many bytes. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const room = await freeSpaceIn(folder);
  if (bytes > room)
    throw new BackupError(
      `There is not enough room in ${folder}: ${megabytes(bytes + RESERVED_BYTES)} needed, ${megabytes(room + RESERVED_BYTES)} free.`,
    );
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
