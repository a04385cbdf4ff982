/** A copy of the database as it was before an upgrade changes its schema. */
import type { Database } from "bun:sqlite";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { requireRoom } from "./snapshot";

/** So many of them stay: that of the last upgrade, and of the one before. */
const KEPT = 2;

/**
 * Writes the copy into `backups`, named by the migrations it has had; one that is there from an upgrade that
 * was broken off is made anew. Throws `BackupError` where there is no room for it.
 */
export async function copyBeforeUpgrade(
  client: Database,
  dataDir: string,
  migrations: number,
): Promise<string> {
  const folder = join(dataDir, "backups");
  await requireRoom(folder, statSync(join(dataDir, "livery.sqlite")).size);
  const name = `before-upgrade-${String(migrations).padStart(4, "0")}.sqlite`;
  rmSync(join(folder, name), { force: true });
  client.run("VACUUM INTO ?", [join(folder, name)]);
  const all = readdirSync(folder).filter((one) => /^before-upgrade-\d+\.sqlite$/.test(one));
  for (const old of all.toSorted().slice(0, -KEPT)) rmSync(join(folder, old));
  return join(folder, name);
}
