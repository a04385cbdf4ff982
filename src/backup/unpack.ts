/** Reads a backup into an empty folder and believes nothing of it before it is proven. */
import { Database } from "bun:sqlite";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import type { z } from "zod";
import { migrations } from "../../db/migrations/list";
import { BackupError } from "./errors";
import {
  BackupEnd,
  BackupHead,
  DATABASE_NAME,
  END_NAME,
  FORMAT_VERSION,
  HEAD_NAME,
  isEntryName,
  NOTES_BYTES,
  SECRET_NAME,
  UPLOADS_NAME,
} from "./rules";

/**
 * Unpacks a backup into `folder`, which must not exist, and proves it whole: every entry by its checksum,
 * the database by SQLite's own check, every upload that a row names. Throws `BackupError`; the folder is
 * the caller's to remove.
 */
export async function unpackBackup(file: string, folder: string): Promise<BackupHead> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  await mkdir(join(folder, UPLOADS_NAME), { recursive: true, mode: 0o700 });
  const { head, end, found } = await readEntries(file, folder);
  if (!end) throw new BackupError(`${file} is cut short: its end is missing.`);
  for (const [name, { bytes, sha256 }] of Object.entries(end)) {
    const entry = found.get(name);
    if (entry?.bytes !== bytes || entry.sha256 !== sha256)
      throw new BackupError(`${file} is damaged: ${name} is not what was backed up.`);
  }
  for (const name of [DATABASE_NAME, SECRET_NAME])
    if (!end[name]) throw new BackupError(`${file} is damaged: ${name} is missing.`);
  for (const name of found.keys())
    if (!end[name]) throw new BackupError(`${file} is damaged: ${name} has no checksum.`);
  proveDatabase(file, folder, found);
  return head;
}

interface Found {
  bytes: number;
  sha256: string;
}

async function readEntries(file: string, folder: string) {
  const found = new Map<string, Found>();
  let head: BackupHead | undefined;
  let end: BackupEnd | undefined;
  const tar = extract();
  const fed = pipeline(createReadStream(file), createZstdDecompress(), tar);
  // The loop below throws it too.
  fed.catch(() => {});
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (!head && name !== HEAD_NAME) throw notOurs(file);
      if (type !== "file" || !isEntryName(name) || found.has(name) || end) throw notOurs(file);
      if (name === HEAD_NAME || name === END_NAME) {
        if (size > NOTES_BYTES) throw notOurs(file);
        const text = await new Response(entry as unknown as ReadableStream).text();
        if (name === HEAD_NAME) head = understood(file, read(BackupHead, text, file));
        else end = read(BackupEnd, text, file);
        continue;
      }
      const hash = new Bun.CryptoHasher("sha256");
      let bytes = 0;
      const count = new Transform({
        transform(chunk: Uint8Array, _, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const target = createWriteStream(join(folder, name), { flags: "wx", mode: 0o600 });
      await pipeline(entry, count, target);
      found.set(name, { bytes, sha256: hash.digest("hex") });
    }
    await fed;
  } catch (error) {
    tar.destroy();
    if (error instanceof BackupError) throw error;
    const { code } = error as { code?: string };
    // The disk's own faults are no faults of the file.
    if (code && /^E(?:NOSPC|DQUOT|ACCES|PERM|ROFS|IO)$/.test(code)) throw error;
    throw head ? new BackupError(`${file} is damaged or cut short.`) : notOurs(file);
  }
  if (!head) throw notOurs(file);
  return { head, end, found };
}

function read<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw notOurs(file);
  }
}

function understood(file: string, head: BackupHead): BackupHead {
  if (head.formatVersion > FORMAT_VERSION || head.migrations > migrations.length)
    throw new BackupError(
      `${file} was made by Livery ${head.livery}, which is newer than this one: restore it with that.`,
    );
  return head;
}

const notOurs = (file: string) => new BackupError(`${file} is no backup of Livery.`);

function proveDatabase(file: string, folder: string, found: ReadonlyMap<string, Found>): void {
  const database = new Database(join(folder, DATABASE_NAME), { readonly: true });
  try {
    const [first] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (first?.integrity_check !== "ok")
      throw new BackupError(`${file} is damaged: its database is not sound.`);
    const missing = database
      .query<{ id: string }, []>("SELECT id FROM files")
      .all()
      .filter(({ id }) => !found.has(`${UPLOADS_NAME}/${id}`));
    if (missing.length > 0)
      throw new BackupError(`${file} is damaged: ${missing.length} uploads are missing.`);
  } finally {
    database.close();
  }
}
