/** Runs `livery backup` and `livery restore`, and prints their results. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../../db/lock";
import { type Config, processConfig } from "../config";
import { changeOwnerToFolder } from "../process/folder-owner";
import { withReadableErrors } from "../process/start-error";
import { version } from "../process/version";
import { makeBackup } from "./pack";
import { restoreReplica } from "./replica-restore";
import { testBackupRestore, restoreBackup } from "./restore-actions";
import { sendNewBackup, withFetchedBackup } from "./backup-store-actions";

/** The prefix of a backup in the store on the command line. */
const STORE_PREFIX = "s3:";

/** Runs a command and returns the exit code of the process; null if the arguments name no such command. */
export async function runBackupCommand(
  command: "backup" | "restore",
  args: readonly string[],
): Promise<number | null> {
  const [first, second] = args;
  if (command === "backup" && args.length === 1 && first) return backUp(first);
  if (command === "restore" && args.length === 1 && first && !first.startsWith("--"))
    return restore(first);
  if (command === "restore" && args.length === 2 && first === "--from" && second)
    return restoreFromReplica(second);
  if (command === "restore" && args.length === 2 && first === "--drill" && second)
    return runRestoreDrill(second);
  return null;
}

async function backUp(path: string): Promise<number> {
  const config = processConfig();
  process.umask(0o077);
  const backupPromise = path.startsWith(STORE_PREFIX)
    ? sendNewBackup(config, path.slice(STORE_PREFIX.length), version)
    : makeBackup(config.dataDir, path, version);
  const { file, bytes, uploads } = await backupPromise.finally(() =>
    changeOwnerToFolder(config.dataDir),
  );
  const size = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(
    `Backup written to ${file}: the database, the key and ${uploads} uploads, ${size} MB. Protect this file like the server.\n`,
  );
  return 0;
}

async function restore(path: string): Promise<number> {
  const config = processConfig();
  await restoreBackupData(config, () =>
    withBackupFile(config, path, (file) => restoreBackup(file, config.dataDir, Date.now())),
  );
  return 0;
}

async function restoreFromReplica(from: string): Promise<number> {
  const config = processConfig();
  const { missingUploads } = await restoreBackupData(config, () =>
    restoreReplica(config, from, Date.now()),
  );
  if (missingUploads === 0) return 0;
  process.stdout.write(
    `${missingUploads} uploads are missing from ${from}. Run livery check to list them.\n`,
  );
  return 1;
}

/** Restores into the data folder, which no server may use, and prints the result. */
async function restoreBackupData<Head extends { madeAt: string }>(
  { dataDir }: Config,
  act: () => Promise<{ head: Head; oldFolder: string | null }>,
): Promise<Head> {
  process.umask(0o077);
  withReadableErrors(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lockFolder(join(dataDir, "lock"));
  });
  const { head, oldFolder } = await act().finally(() => changeOwnerToFolder(dataDir));
  process.stdout.write(`${dataDir} is restored to ${head.madeAt}.
${oldFolder ? `The previous data is in ${oldFolder}. Delete it once everything works.\n` : ""}Everybody has to sign in again. Codes, links and recovery codes no longer work. Messages that were waiting
are in the outbox; send them again by hand. Accounts erased, staff removed, drivers suspended, riders blocked and
links revoked after the backup are active again. Repeat each of these steps.
`);
  return head;
}

async function runRestoreDrill(path: string): Promise<number> {
  const config = processConfig();
  const { dataDir } = config;
  process.umask(0o077);
  mkdirSync(join(dataDir, "backups"), { recursive: true, mode: 0o700 });
  const { madeAt } = await withBackupFile(config, path, (file) =>
    testBackupRestore(file, dataDir, Date.now()),
  ).finally(() => changeOwnerToFolder(dataDir));
  process.stdout.write(`${path} can be restored. The backup was made at ${madeAt}.\n`);
  return 0;
}

/** Calls `use` with the file of a backup, or with a temporary copy fetched from the store. */
async function withBackupFile<T>(
  config: Config,
  path: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (!path.startsWith(STORE_PREFIX)) return use(path);
  return withFetchedBackup(config, path.slice(STORE_PREFIX.length), use);
}
