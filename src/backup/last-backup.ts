/** Records the last backup, the last upload and the last failure, for the status page and alerts. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Backup, listBackups } from "./queries";
import { dayOf } from "./rules";

const StoredLastBackup = z.object({
  sent: z.object({ name: z.string(), bytes: z.number(), at: z.number() }).nullable(),
  failure: z
    .object({ of: z.enum(["backup", "store"]), at: z.number(), reason: z.string() })
    .nullable(),
});
type StoredLastBackup = z.infer<typeof StoredLastBackup>;

interface LastBackup extends StoredLastBackup {
  /** The latest automatic backup in the data folder. Times are in ms UTC. */
  made: Backup | null;
}

const LAST_BACKUP_FILE_NAME = "last-backup.json";
const emptyState: StoredLastBackup = { sent: null, failure: null };

/** Reads the state of a data folder's automatic backups. A failure is kept until the same step succeeds. */
export function lastBackup(dataDir: string): LastBackup {
  return {
    made: listBackups(dataDir).find(({ name }) => dayOf(name) !== null) ?? null,
    ...readStoredLastBackup(dataDir),
  };
}

/** Records that a backup was uploaded to the store. */
export function recordUpload(dataDir: string, sent: NonNullable<StoredLastBackup["sent"]>): void {
  const { failure } = readStoredLastBackup(dataDir);
  writeStoredLastBackup(dataDir, { sent, failure: failure?.of === "store" ? null : failure });
}

/** Records that a backup was made. */
export function recordBackupSuccess(dataDir: string): void {
  const lastStored = readStoredLastBackup(dataDir);
  if (lastStored.failure?.of === "backup")
    writeStoredLastBackup(dataDir, { ...lastStored, failure: null });
}

/** Records a failure. */
export function recordBackupFailure(
  dataDir: string,
  failure: NonNullable<StoredLastBackup["failure"]>,
): void {
  writeStoredLastBackup(dataDir, { ...readStoredLastBackup(dataDir), failure });
}

function readStoredLastBackup(dataDir: string): StoredLastBackup {
  const path = join(dataDir, LAST_BACKUP_FILE_NAME);
  if (!existsSync(path)) return emptyState;
  try {
    return StoredLastBackup.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // The file is incomplete after a power cut. The next backup writes it again.
    return emptyState;
  }
}

function writeStoredLastBackup(dataDir: string, storedBackup: StoredLastBackup): void {
  const path = join(dataDir, LAST_BACKUP_FILE_NAME);
  writeFileSync(`${path}.new`, JSON.stringify(storedBackup), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
