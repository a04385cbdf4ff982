/** Command-line actions on the backup store. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config";
import { BackupError } from "./errors";
import { makeBackup, type WrittenBackup } from "./pack";
import { backupNameOf } from "./rules";
import { openBackupStore, type BackupStoreConfig } from "./store";

/** Makes a backup, uploads it under this name and keeps no local copy. Throws `BackupError`. */
export async function sendNewBackup(
  config: Config,
  requestedName: string,
  liveryVersion: string,
): Promise<WrittenBackup> {
  const store = openBackupStore(backupStoreOf(config));
  const name = backupNameOf(requestedName);
  if (!name)
    throw new BackupError(
      `${requestedName} is not a valid name. Use letters, digits, dots and dashes.`,
    );
  if ((await store.list()).some((one) => one.name === name))
    throw new BackupError(`${store.place}${name} already exists. Choose another name.`);
  return withTemporaryFile(config.dataDir, async (path) => {
    const writtenBackup = await makeBackup(config.dataDir, path, liveryVersion);
    await store.send(path, name);
    return { ...writtenBackup, file: `${store.place}${name}` };
  });
}

/** Fetches a backup (`latest`: the last one), calls `use` with its file, and deletes the file. Throws `BackupError`. */
export async function withFetchedBackup<T>(
  config: Config,
  name: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const store = openBackupStore(backupStoreOf(config));
  return withTemporaryFile(config.dataDir, async (path) => {
    await store.fetch(name, path);
    return use(path);
  });
}

/** Provides a temporary path in `backups`. */
async function withTemporaryFile<T>(
  dataDir: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.${Bun.randomUUIDv7()}.tar.zst`);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

function backupStoreOf({ backupStore }: Config): BackupStoreConfig {
  if (!backupStore)
    throw new BackupError("No backup store is configured. Set BACKUP_S3_BUCKET and its keys.");
  return backupStore;
}
