/** Lists the backups in the data folder. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isBackupName } from "./rules";

/** A backup that the server made, automatically or by hand. */
export interface Backup {
  name: string;
  /** When it was finished, ms UTC. */
  at: number;
  bytes: number;
}

/** Returns the backups in the data folder, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = join(dataDir, "backups");
  return fileNamesIn(folder)
    .filter(isBackupName)
    .flatMap((name) => {
      const fileStats = statSync(join(folder, name), { throwIfNoEntry: false });
      return fileStats ? [{ name, at: fileStats.mtimeMs, bytes: fileStats.size }] : [];
    })
    .toSorted((a, b) => b.at - a.at);
}

function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
