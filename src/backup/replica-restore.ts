/** Brings back the newest state of the second place. */
import { Database } from "bun:sqlite";
import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { migrations } from "../../db/migrations/list";
import type { Config } from "../config";
import { version } from "../process/version";
import { BackupError } from "./errors";
import { openPlace, type ReplicaConfig, type ReplicaPlace } from "./replica-place";
import {
  DATABASE_FOLDER,
  isUpload,
  snapshotName,
  type StoredCopy,
  storedCopies,
  type StoredPart,
} from "./replica-rules";
import { type Restored, type RestoredHead, restoreFrom } from "./restore-actions";
import { DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { endOfFrames, WAL_HEADER_BYTES } from "./wal";

interface ReplicaHead extends RestoredHead {
  /** Uploads that the database names and that are not there. */
  missingUploads: number;
}

/** So many files are fetched at once. */
const FETCHED_AT_ONCE = 16;

/** Where `livery restore --from` looks: a folder, or `s3`, the store of backups. Throws `BackupError`. */
function placeNamed(from: string, { backupStore }: Config): ReplicaConfig {
  if (from !== "s3") return { kind: "folder", path: from };
  if (!backupStore)
    throw new BackupError("s3 is the store of BACKUP_S3_BUCKET: set that and its keys.");
  return { kind: "store", store: backupStore };
}

/**
 * Puts the newest state of the second place into a data folder that no server uses, by the rules of
 * `restoreBackup`. Throws `BackupError`, and then nothing has changed.
 */
export function restoreReplica(
  config: Config,
  from: string,
  now: number,
): Promise<Restored<ReplicaHead>> {
  const place = openPlace(placeNamed(from, config));
  return restoreFrom((folder) => fetchReplica(place, folder), config.dataDir, now);
}

async function fetchReplica(place: ReplicaPlace, folder: string): Promise<ReplicaHead> {
  const uploads = join(folder, UPLOADS_NAME);
  mkdirSync(uploads, { recursive: true, mode: 0o700 });
  if (!(await place.fetch(SECRET_NAME, join(folder, SECRET_NAME))))
    throw new BackupError(`${place.name} holds no copy of a Livery.`);
  const target = join(folder, DATABASE_NAME);
  const [newest] = storedCopies(await place.list(DATABASE_FOLDER));
  if (!newest) throw new BackupError(`${place.name} holds no database yet.`);
  const last = await fetchCopy(place, newest, target);
  const named = proveDatabase(target, place.name);
  const fetched = await inTurns(named, (id) =>
    place.fetch(`${UPLOADS_NAME}/${id}`, join(uploads, id)),
  );
  return {
    madeAt: new Date(last?.at ?? madeAt(newest.copy)).toISOString(),
    livery: version,
    missingUploads: fetched.filter((isThere) => !isThere).length,
  };
}

/**
 * Lays the copy down and lets SQLite go through the logs that came after it, one after another. It proves each
 * frame by its checksum: where a part is damaged, what came before it is what there is. Gives the last part
 * that went through whole, if any did.
 */
async function fetchCopy(
  place: ReplicaPlace,
  { copy, parts }: StoredCopy,
  target: string,
): Promise<StoredPart | undefined> {
  await unpack(place, snapshotName(copy), target);
  let last: StoredPart | undefined;
  const logs = Map.groupBy(parts, ({ log }) => log);
  for (const [, ofLog] of [...logs].toSorted(([a], [b]) => a - b)) {
    const contents = await inTurns(ofLog, async ({ name }) => {
      const packed = await place.read(name);
      if (!packed) throw new BackupError(`${name} is gone from ${place.name}: try again.`);
      return Bun.zstdDecompress(packed).catch(() => null);
    });
    const whole = contents.indexOf(null);
    const log = Buffer.concat(
      contents.slice(0, whole < 0 ? undefined : whole).map((one) => one ?? Buffer.alloc(0)),
    );
    await writeFile(`${target}-wal`, log, { mode: 0o600 });
    const end = writeBack(target, log);
    last = ofLog.findLast((part) => part.end <= end) ?? last;
    if (end < (ofLog.at(-1)?.end ?? 0)) break;
  }
  return last;
}

/** Has SQLite go through the log beside a database, which is gone then; how many bytes of it went through. */
function writeBack(path: string, log: Buffer): number {
  const database = new Database(path);
  const checkpoint = (mode: "PASSIVE" | "TRUNCATE") => {
    using statement = database.prepare<{ busy: number; log: number }, []>(
      `PRAGMA wal_checkpoint(${mode})`,
    );
    const done = statement.get();
    if (done?.busy !== 0) throw new Error("The log could not be written back.");
    return done.log;
  };
  try {
    const frames = checkpoint("PASSIVE");
    checkpoint("TRUNCATE");
    return log.length < WAL_HEADER_BYTES ? 0 : endOfFrames(frames, log);
  } finally {
    // With a statement left open it would go on, and remove the next log.
    database.close(true);
  }
}

async function unpack(place: ReplicaPlace, name: string, target: string): Promise<void> {
  const packed = `${target}.packed`;
  if (!(await place.fetch(name, packed)))
    throw new BackupError(`${name} is gone from ${place.name}: try again.`);
  await pipeline(
    createReadStream(packed),
    createZstdDecompress(),
    createWriteStream(target, { mode: 0o600 }),
  );
  await rm(packed);
}

/** Does it for all, some at once; what came of each, in their order. */
async function inTurns<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += FETCHED_AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + FETCHED_AT_ONCE).map(act))));
  return done;
}

/** When a copy was begun, ms: its name is a UUID of version 7. */
const madeAt = (copy: string) => Number.parseInt(copy.replace("-", "").slice(0, 12), 16);

/** Throws where the database is not sound; gives the uploads it names. */
function proveDatabase(path: string, place: string): string[] {
  const database = new Database(path);
  const all = <T>(sql: string) => {
    using statement = database.prepare<T, []>(sql);
    return statement.all();
  };
  try {
    const [first] = all<{ integrity_check: string }>("PRAGMA integrity_check");
    if (first?.integrity_check !== "ok")
      throw new BackupError(`The database in ${place} is not sound: restore a backup.`);
    const [known] = all<{ n: number }>("SELECT count(*) AS n FROM schema_migrations");
    if ((known?.n ?? 0) > migrations.length)
      throw new BackupError(
        `The database in ${place} was written by a newer Livery: restore it with that.`,
      );
    const ids = all<{ id: string }>("SELECT id FROM files").map(({ id }) => id);
    if (!ids.every(isUpload))
      throw new BackupError(`The database in ${place} names files that are none of Livery's.`);
    return ids;
  } finally {
    database.close(true);
  }
}
