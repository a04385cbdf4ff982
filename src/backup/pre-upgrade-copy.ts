/** Copies the database before an upgrade changes its schema. */
import type { Database } from "bun:sqlite";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { requireFreeSpace } from "./snapshot";

/** How many copies are kept: those of the last two upgrades. */
const COPIES_KEPT = 2;

/**
 * Writes the copy to `backups`, named after the number of applied migrations. It replaces the copy of an
 * interrupted upgrade. Throws `BackupError` if there is no room.
 */
export async function copyBeforeUpgrade(
  client: Database,
  dataDir: string,
  migrationCount: number,
): Promise<string> {
  const folder = join(dataDir, "backups");
  await requireFreeSpace(folder, statSync(join(dataDir, "livery.sqlite")).size);
  const name = `before-upgrade-${String(migrationCount).padStart(4, "0")}.sqlite`;
  rmSync(join(folder, name), { force: true });
  client.run("VACUUM INTO ?", [join(folder, name)]);
  const copies = readdirSync(folder).filter((one) => /^before-upgrade-\d+\.sqlite$/.test(one));
  for (const old of copies.toSorted().slice(0, -COPIES_KEPT)) rmSync(join(folder, old));
  return join(folder, name);
}
