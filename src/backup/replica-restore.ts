/** Restores the latest copy from the replica. */
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
import { openReplicaStorage, type ReplicaConfig, type ReplicaStorage } from "./replica-storage";
import {
  DATABASE_FOLDER,
  isUpload,
  snapshotName,
  type StoredCopy,
  storedCopies,
  type StoredLogPart,
} from "./replica-rules";
import { type RestoredBackup, type RestoredHead, restoreFrom } from "./restore-actions";
import { DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { endOfFrames, WAL_HEADER_BYTES } from "./wal";

interface ReplicaHead extends RestoredHead {
  /** Uploads in the database that the replica does not have. */
  missingUploads: number;
}

/** How many files are fetched in parallel. */
const PARALLEL_FETCHES = 16;

/** Returns the place for `livery restore --from`: a folder, or `s3` for the backup store. Throws `BackupError`. */
function restoreSource(from: string, { backupStore }: Config): ReplicaConfig {
  if (from !== "s3") return { kind: "folder", path: from };
  if (!backupStore)
    throw new BackupError(
      "s3 means the store of BACKUP_S3_BUCKET. Set that variable and its keys.",
    );
  return { kind: "store", store: backupStore };
}

/**
 * Restores the latest copy from the replica into a data folder that no server uses, by the rules
 * of `restoreBackup`. If it throws `BackupError`, nothing has changed.
 */
export async function restoreReplica(
  config: Config,
  from: string,
  now: number,
): Promise<RestoredBackup<ReplicaHead>> {
  const place = openReplicaStorage(restoreSource(from, config));
  return restoreFrom((folder) => fetchReplica(place, folder), config.dataDir, now);
}

async function fetchReplica(place: ReplicaStorage, folder: string): Promise<ReplicaHead> {
  const uploadsFolder = join(folder, UPLOADS_NAME);
  mkdirSync(uploadsFolder, { recursive: true, mode: 0o700 });
  if (!(await place.fetch(SECRET_NAME, join(folder, SECRET_NAME))))
    throw new BackupError(`${place.name} contains no copy of Livery’s data.`);
  const target = join(folder, DATABASE_NAME);
  const [newestCopy] = storedCopies(await place.list(DATABASE_FOLDER));
  if (!newestCopy) throw new BackupError(`${place.name} contains no database yet.`);
  const last = await fetchDatabaseCopy(place, newestCopy, target);
  const uploadIds = verifyDatabase(target, place.name);
  const fetchResults = await mapInBatches(uploadIds, (id) =>
    place.fetch(`${UPLOADS_NAME}/${id}`, join(uploadsFolder, id)),
  );
  return {
    madeAt: new Date(last?.at ?? madeAt(newestCopy.copy)).toISOString(),
    livery: version,
    missingUploads: fetchResults.filter((exists) => !exists).length,
  };
}

/**
 * Unpacks the copy and lets SQLite apply the later logs in order. SQLite checks each frame by its checksum, and a
 * damaged part ends the restore at the data before it. Returns the last part that was applied completely, if any.
 */
async function fetchDatabaseCopy(
  place: ReplicaStorage,
  { copy, parts }: StoredCopy,
  target: string,
): Promise<StoredLogPart | undefined> {
  await fetchDecompressed(place, snapshotName(copy), target);
  let lastPart: StoredLogPart | undefined;
  const logs = Map.groupBy(parts, ({ log }) => log);
  for (const [, logParts] of [...logs].toSorted(([a], [b]) => a - b)) {
    const contents = await mapInBatches(logParts, async ({ name }) => {
      const compressedBytes = await place.read(name);
      if (!compressedBytes)
        throw new BackupError(`${name} has disappeared from ${place.name}. Try again.`);
      return Bun.zstdDecompress(compressedBytes).catch(() => null);
    });
    const damagedIndex = contents.indexOf(null);
    const log = Buffer.concat(
      contents
        .slice(0, damagedIndex < 0 ? undefined : damagedIndex)
        .map((one) => one ?? Buffer.alloc(0)),
    );
    await writeFile(`${target}-wal`, log, { mode: 0o600 });
    const end = applyWal(target, log);
    lastPart = logParts.findLast((part) => part.end <= end) ?? lastPart;
    if (end < (logParts.at(-1)?.end ?? 0)) break;
  }
  return lastPart;
}

/** Lets SQLite apply and delete the log of a database. Returns the number of bytes applied. */
function applyWal(path: string, log: Buffer): number {
  const database = new Database(path);
  const checkpoint = (mode: "PASSIVE" | "TRUNCATE") => {
    using statement = database.prepare<{ busy: number; log: number }, []>(
      `PRAGMA wal_checkpoint(${mode})`,
    );
    const result = statement.get();
    if (result?.busy !== 0)
      throw new Error("The write-ahead log could not be applied to the copy.");
    return result.log;
  };
  try {
    const frameCount = checkpoint("PASSIVE");
    checkpoint("TRUNCATE");
    return log.length < WAL_HEADER_BYTES ? 0 : endOfFrames(frameCount, log);
  } finally {
    // An open statement would keep the database open and delete the next log.
    database.close(true);
  }
}

async function fetchDecompressed(
  place: ReplicaStorage,
  name: string,
  target: string,
): Promise<void> {
  const compressedPath = `${target}.packed`;
  if (!(await place.fetch(name, compressedPath)))
    throw new BackupError(`${name} has disappeared from ${place.name}. Try again.`);
  await pipeline(
    createReadStream(compressedPath),
    createZstdDecompress(),
    createWriteStream(target, { mode: 0o600 }),
  );
  await rm(compressedPath);
}

/** Runs `act` on all items, some in parallel. Returns the results in order. */
async function mapInBatches<T, R>(items: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += PARALLEL_FETCHES)
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL_FETCHES).map(act))));
  return results;
}

/** Returns when a copy was started, in ms UTC. Its name is a UUID of version 7. */
const madeAt = (copy: string) => Number.parseInt(copy.replace("-", "").slice(0, 12), 16);

/** Throws if the database is damaged. Returns the ids of its uploads. */
function verifyDatabase(path: string, place: string): string[] {
  const database = new Database(path);
  const select = <T>(sql: string) => {
    using statement = database.prepare<T, []>(sql);
    return statement.all();
  };
  try {
    const [first] = select<{ integrity_check: string }>("PRAGMA integrity_check");
    if (first?.integrity_check !== "ok")
      throw new BackupError(`The database in ${place} is damaged. Restore a backup instead.`);
    const [countRow] = select<{ n: number }>("SELECT count(*) AS n FROM schema_migrations");
    if ((countRow?.n ?? 0) > migrations.length)
      throw new BackupError(
        `The database in ${place} was written by a newer Livery. Restore it with that version.`,
      );
    const ids = select<{ id: string }>("SELECT id FROM files").map(({ id }) => id);
    if (!ids.every(isUpload))
      throw new BackupError(`The database in ${place} refers to files that Livery did not create.`);
    return ids;
  } finally {
    database.close(true);
  }
}
