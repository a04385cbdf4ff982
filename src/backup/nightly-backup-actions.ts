/** The nightly backup. It runs in its own process, because a large database would block the server. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Deps } from "../deps";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { lastBackup, recordBackupFailure, recordUpload } from "./last-backup";
import { runOwnExecutable } from "./run-own-executable";
import {
  isBackupDue,
  manualBackupName,
  nightlyBackupName,
  outdatedBackupNames,
  outdatedManualBackups,
} from "./rules";
import { type BackupStore, openBackupStore } from "./store";

/**
 * Makes the day's backup when it is due, deletes outdated ones, and uploads the latest to the store if there is one.
 * Returns true if a backup was made.
 */
export async function backUpNightly(deps: Deps): Promise<boolean> {
  if (deps.config.backupKeep === 0) return false;
  const isBackupMade = await makeBackupIfDue(deps);
  await uploadLatestBackup(deps);
  return isBackupMade;
}

async function makeBackupIfDue(deps: Deps): Promise<boolean> {
  const { config, log } = deps;
  const folder = join(config.dataDir, "backups");
  const local = localTimeAt(deps.now(), readOperator(deps).timeZone);
  if (!isBackupDue(local, await readdir(folder))) return false;
  await makeBackupInChildProcess(
    config.dataDir,
    join(folder, nightlyBackupName(local.slice(0, 10))),
  );
  for (const name of outdatedBackupNames(await readdir(folder), config.backupKeep))
    await rm(join(folder, name), { force: true });
  log.info("Backup of {day} written to {folder}", { day: local.slice(0, 10), folder });
  return true;
}

/** Uploads the latest backup. A failed upload is retried at the next run and never stops a backup. */
async function uploadLatestBackup({ config, log, now }: Deps): Promise<void> {
  if (!config.backupStore) return;
  const { dataDir, backupStore } = config;
  const { made, sent } = lastBackup(dataDir);
  if (!made || sent?.name === made.name) return;
  const store = openBackupStore(backupStore);
  try {
    const bytes = await store.send(join(dataDir, "backups", made.name), made.name);
    recordUpload(dataDir, { name: made.name, bytes, at: now() });
    await removeOutdatedBackups(store, backupStore.keep);
    log.info("Backup {name} uploaded to {place} and verified", {
      name: made.name,
      place: store.place,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    recordBackupFailure(dataDir, { of: "store", at: now(), reason });
    log.error("Backup {name} could not be uploaded and is only on this server: {reason}", {
      name: made.name,
      reason,
    });
  }
}

/** Deletes outdated backups in the store. Runs only after a new one has been uploaded. */
async function removeOutdatedBackups(store: BackupStore, keep: number): Promise<void> {
  const names = (await store.list()).map(({ name }) => name);
  for (const name of outdatedBackupNames(names, keep)) await store.remove(name);
}

/**
 * Makes a backup now at an owner's request and deletes outdated manual ones. Returns its name.
 */
export async function makeManualBackup(deps: Deps): Promise<string> {
  const { dataDir } = deps.config;
  const folder = join(dataDir, "backups");
  const seconds = new Date(deps.now()).toISOString().slice(16, 19);
  const name = manualBackupName(localTimeAt(deps.now(), readOperator(deps).timeZone) + seconds);
  await makeBackupInChildProcess(dataDir, join(folder, name));
  for (const old of outdatedManualBackups(await readdir(folder)))
    await rm(join(folder, old), { force: true });
  deps.log.info("Manual backup written to {file}", { file: join(folder, name) });
  return name;
}

async function makeBackupInChildProcess(dataDir: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { code, errors } = await runOwnExecutable(dataDir, ["backup", file]);
  if (code !== 0) throw new Error(errors.trim().slice(-500) || "it was stopped");
}
