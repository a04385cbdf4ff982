/** The backup of each night, made by a process of its own: a large database would hold up the server. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { environmentWith } from "../config";
import type { Deps } from "../deps";
import { localAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { isBackupDue, nightlyName, outdated } from "./rules";

/** Backs up when the day's backup is due, then removes those beyond the kept ones. True when one was made. */
export async function backUpNightly(deps: Deps): Promise<boolean> {
  const { config } = deps;
  if (config.backupKeep === 0) return false;
  const folder = join(config.dataDir, "backups");
  const local = localAt(deps.now(), readOperator(deps).timeZone);
  if (!isBackupDue(local, await readdir(folder))) return false;
  await runCommand(config.dataDir, join(folder, nightlyName(local.slice(0, 10))));
  for (const name of outdated(await readdir(folder), config.backupKeep))
    await rm(join(folder, name), { force: true });
  deps.log.info("The backup of {day} is in {folder}", { day: local.slice(0, 10), folder });
  return true;
}

async function runCommand(dataDir: string, file: string): Promise<void> {
  const source = join(import.meta.dir, "../main.ts");
  const self = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, source];
  const child = Bun.spawn([...self, "backup", file], {
    env: environmentWith({ DATA_DIR: dataDir }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(said.trim().slice(-500) || "it was stopped");
}
