/** Unpacks a backup into an empty folder and verifies all of it. */
import { Database } from "bun:sqlite";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import type { z } from "zod";
import { migrations } from "../../db/migrations/list";
import { BackupError, refuseDatabase } from "./errors";
import {
  BackupChecksums,
  BackupHead,
  DATABASE_NAME,
  CHECKSUMS_FILE_NAME,
  FORMAT_VERSION,
  HEAD_FILE_NAME,
  isEntryName,
  MAX_HEAD_BYTES,
  SECRET_NAME,
  UPLOADS_NAME,
} from "./rules";
import { requireFreeSpace, freeSpaceIn } from "./snapshot";

/**
 * Unpacks a backup into `folder`, which must not exist, and verifies every entry by its checksum, the database by
 * SQLite's check, and that every upload of the database is there. Before it writes anything, it checks that the backup
 * is complete and that the disk has room. Throws `BackupError`. The caller removes the folder.
 */
export async function unpackBackup(file: string, folder: string): Promise<BackupHead> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const { head, checksums } = await readHeadAndEnd(file, dirname(folder));
  await mkdir(join(folder, UPLOADS_NAME), { recursive: true, mode: 0o700 });
  await readEntries(file, async (content, name) => {
    const manifestEntry = checksums[name];
    const hash = new Bun.CryptoHasher("sha256");
    let bytes = 0;
    const hashingStream = new Transform({
      transform(chunk: Uint8Array, _, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const target = createWriteStream(join(folder, name), { flags: "wx", mode: 0o600 });
    await pipeline(content, hashingStream, target);
    if (manifestEntry?.bytes !== bytes || manifestEntry.sha256 !== hash.digest("hex"))
      throw damagedBackupError(file, name);
  });
  verifyDatabase(file, folder, checksums);
  return head;
}

/** Reads a whole backup without writing. The list of its contents comes last. */
async function readHeadAndEnd(
  file: string,
  place: string,
): Promise<{ head: BackupHead; checksums: BackupChecksums }> {
  const room = await freeSpaceIn(place);
  const sizes = new Map<string, number>();
  let total = 0;
  const { head, checksums } = await readEntries(file, async (content, name, size) => {
    total += size;
    // Stops early, so that the rest of a backup that does not fit is not read.
    if (total > room) await requireFreeSpace(place, total);
    sizes.set(name, size);
    for await (const _ of content);
  });
  if (!checksums) throw new BackupError(`${file} is incomplete: its end is missing.`);
  for (const [name, { bytes }] of Object.entries(checksums))
    if (sizes.get(name) !== bytes) throw damagedBackupError(file, name);
  for (const name of [DATABASE_NAME, SECRET_NAME])
    if (!checksums[name]) throw new BackupError(`${file} is damaged: ${name} is missing.`);
  for (const name of sizes.keys())
    if (!checksums[name]) throw new BackupError(`${file} is damaged: ${name} has no checksum.`);
  return { head, checksums };
}

/** Calls `use` with each entry, which it must read to the end. Returns the head and the end. */
async function readEntries(
  file: string,
  use: (content: AsyncIterable<Uint8Array>, name: string, size: number) => Promise<void>,
): Promise<{ head: BackupHead; checksums: BackupChecksums | undefined }> {
  const entryNames = new Set<string>();
  let head: BackupHead | undefined;
  let checksums: BackupChecksums | undefined;
  const tar = extract();
  const archiveRead = pipeline(createReadStream(file), createZstdDecompress(), tar);
  // The loop below throws the same error.
  archiveRead.catch(() => {});
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (!head && name !== HEAD_FILE_NAME) throw foreignFileError(file);
      if (type !== "file" || !isEntryName(name) || entryNames.has(name) || checksums)
        throw foreignFileError(file);
      entryNames.add(name);
      if (name === HEAD_FILE_NAME || name === CHECKSUMS_FILE_NAME) {
        if (size > MAX_HEAD_BYTES) throw foreignFileError(file);
        const text = await new Response(entry as unknown as ReadableStream).text();
        if (name === HEAD_FILE_NAME)
          head = assertReadable(file, parseEntry(BackupHead, text, file));
        else checksums = parseEntry(BackupChecksums, text, file);
        continue;
      }
      await use(entry as unknown as AsyncIterable<Uint8Array>, name, size);
    }
    await archiveRead;
  } catch (error) {
    tar.destroy();
    if (error instanceof BackupError) throw error;
    const { code } = error as { code?: string };
    // A disk error does not mean that the file is faulty.
    if (code && /^E(?:NOSPC|DQUOT|ACCES|PERM|ROFS|IO)$/.test(code)) throw error;
    throw head ? new BackupError(`${file} is damaged or incomplete.`) : foreignFileError(file);
  }
  if (!head) throw foreignFileError(file);
  return { head, checksums };
}

function parseEntry<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw foreignFileError(file);
  }
}

function assertReadable(file: string, head: BackupHead): BackupHead {
  if (head.formatVersion > FORMAT_VERSION || head.migrations > migrations.length)
    throw new BackupError(
      `${file} was made by Livery ${head.livery}, which is newer than this one. Restore it with that version.`,
    );
  return head;
}

const damagedBackupError = (file: string, name: string) =>
  new BackupError(`${file} is damaged: ${name} has been altered.`);

const foreignFileError = (file: string) =>
  new BackupError(`${file} is not a backup made by Livery.`);

function verifyDatabase(file: string, folder: string, checksums: BackupChecksums): void {
  const database = new Database(join(folder, DATABASE_NAME), { readonly: true });
  try {
    const [first] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (first?.integrity_check !== "ok")
      throw new BackupError(`${file} is damaged: its database fails SQLite’s check.`);
    const missing = database
      .query<{ id: string }, []>("SELECT id FROM files")
      .all()
      .filter(({ id }) => !checksums[`${UPLOADS_NAME}/${id}`]);
    if (missing.length > 0)
      throw new BackupError(`${file} is damaged: ${missing.length} of its uploads are missing.`);
  } catch (error) {
    refuseDatabase(error);
  } finally {
    database.close();
  }
}
