/** Only what a restore can use is uploaded to the replica. */
import { getLogger } from "@logtape/logtape";
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { openDatabase } from "../../db/open";
import { startReplication } from "../../src/backup/replica";
import { readReplicaState } from "../../src/backup/replica-state";
import { readConfig } from "../../src/config";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "livery-replica-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function until(holds: () => boolean, meanwhile = () => {}): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("It did not come within half a minute.");
    meanwhile();
    await Bun.sleep(5);
  }
}

test("the replica sends no copy of the database while another process writes to the file", async () => {
  const dataDir = join(root, "data");
  mkdirSync(join(dataDir, "uploads"), { recursive: true });
  writeFileSync(join(dataDir, "secret"), Buffer.alloc(32, 7), { mode: 0o600 });
  const path = join(dataDir, "livery.sqlite");
  const db = openDatabase(path);
  migrate(db);
  const config = readConfig({ DATA_DIR: dataDir, REPLICA: join(root, "place") }, root);
  const replica = startReplication({ config, db, now: Date.now, log: getLogger(["livery"]) });
  const folder = join(root, "place/database");
  const copies = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".snapshot")) : [];
  try {
    const other = new Database(path);
    other.run("CREATE TABLE steps (n INTEGER)");
    await until(
      () => readReplicaState(dataDir)?.failure === "Another process wrote to the database file.",
      () => {
        other.run("INSERT INTO steps VALUES (1)");
        other.run("PRAGMA wal_checkpoint(PASSIVE)");
      },
    );
    other.close();
    expect(copies()).toEqual([]);
    await until(() => copies().length === 1 && readReplicaState(dataDir)?.failure === null);
  } finally {
    await replica.stop();
    db.$client.close();
  }
});
