/** Writes a snapshot to one file: a tar compressed with Zstandard, with checksums at the end. */
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { pack } from "tar-stream";
import { BackupError } from "./errors";
import {
  type BackupChecksums,
  type BackupHead,
  DATABASE_NAME,
  CHECKSUMS_FILE_NAME,
  FORMAT_VERSION,
  HEAD_FILE_NAME,
  SECRET_NAME,
  UPLOADS_NAME,
} from "./rules";
import { requireFreeSpace, type Snapshot, takeSnapshot } from "./snapshot";

/** The written backup. */
export interface WrittenBackup {
  file: string;
  bytes: number;
  uploads: number;
}

/**
 * Backs up a data folder to a new file while a server may keep running. The file is either complete or missing, and
 * only its owner may read it. `livery` is the version that makes it. Throws `BackupError`.
 */
export async function makeBackup(
  dataDir: string,
  path: string,
  liveryVersion: string,
): Promise<WrittenBackup> {
  const file = resolve(path);
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}.`);
  const snapshot = await takeSnapshot(dataDir);
  try {
    await requireFreeSpace(dirname(file), await sizeOf(snapshot));
    const partPath = join(dirname(file), `.${Bun.randomUUIDv7()}.part`);
    try {
      await writeBackupFile(snapshot, partPath, liveryVersion);
      await rename(partPath, file);
    } catch (error) {
      await rm(partPath, { force: true });
      throw error;
    }
    await syncPath(dirname(file));
    return { file, bytes: (await stat(file)).size, uploads: snapshot.uploads.length };
  } finally {
    await snapshot.remove();
  }
}

async function writeBackupFile(
  snapshot: Snapshot,
  path: string,
  liveryVersion: string,
): Promise<void> {
  const tar = pack();
  const archiveWritten = pipeline(
    tar,
    createZstdCompress(),
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
  );
  // A full disk ends the stream, and its source must not wait forever.
  archiveWritten.catch((error: Error) => tar.destroy(error));
  const entriesWritten = writeArchive(tar, snapshot, liveryVersion);
  await Promise.all([archiveWritten, entriesWritten]);
  await syncPath(path);
}

async function writeArchive(
  tar: ReturnType<typeof pack>,
  snapshot: Snapshot,
  liveryVersion: string,
): Promise<void> {
  const mtime = new Date(snapshot.at);
  const head: BackupHead = {
    format: "livery-backup",
    formatVersion: FORMAT_VERSION,
    livery: liveryVersion,
    madeAt: mtime.toISOString(),
    migrations: snapshot.migrations,
  };
  const checksums: BackupChecksums = {};
  const addJsonEntry = (name: string, value: unknown) =>
    tar.entry({ name, mtime, mode: 0o600 }, JSON.stringify(value));
  addJsonEntry(HEAD_FILE_NAME, head);
  const names = [
    DATABASE_NAME,
    SECRET_NAME,
    ...snapshot.uploads.map((id) => `${UPLOADS_NAME}/${id}`),
  ];
  for (const name of names) {
    const path = join(snapshot.folder, name);
    const { size } = await stat(path);
    const hash = new Bun.CryptoHasher("sha256");
    await pipeline(
      createReadStream(path),
      new Transform({
        transform(chunk: Uint8Array, _, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      }),
      tar.entry({ name, size, mtime, mode: 0o600 }),
    );
    checksums[name] = { bytes: size, sha256: hash.digest("hex") };
  }
  addJsonEntry(CHECKSUMS_FILE_NAME, checksums);
  tar.finalize();
}

async function sizeOf({ folder, uploads }: Snapshot): Promise<number> {
  const names = [DATABASE_NAME, ...uploads.map((id) => `${UPLOADS_NAME}/${id}`)];
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

/** Syncs a file or a folder's entries to disk, so that a power cut does not lose them. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
