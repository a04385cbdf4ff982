/** Data of earlier releases is upgraded to the current schema with every row, and passes the check. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, countMigrations } from "../../db/migrate";
import { openDatabase } from "../../db/open";
import { runAllChecks } from "../../src/backup/check-queries";
import { restoreBackup } from "../../src/backup/restore-actions";
import { makeBackup } from "../../src/backup/pack";
import { readConfig } from "../../src/config";
import { migrations } from "../../db/migrations/list";
import { nextMigrations } from "../support/next-release";
import { releases, unpackRelease } from "../support/release-fixture";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-release-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
function counts(tables: readonly string[]): Record<string, number> {
  const db = new Database(at("livery.sqlite"), { readonly: true });
  const there = new Set(
    db
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  const found = tables
    .filter((name) => there.has(name))
    .map((name) => {
      const [row] = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).all();
      return [name, row?.n ?? 0] as const;
    });
  db.close();
  return Object.fromEntries(found);
}
test("the fixtures include the current release", async () => {
  const { version } = await import("../../src/process/version");
  expect(releases()).toContain(version);
});

for (const release of releases()) {
  test(`${release}: the upgrade keeps every row, and the check finds no fault`, async () => {
    const before = unpackRelease(release, folder);
    expect(before.reservations).toBeGreaterThan(100);
    const db = openDatabase(at("livery.sqlite"));
    const had = countMigrations(db);
    expect(migrate(db)).toEqual(migrations.slice(had).map(({ name }) => name));
    db.$client.close();
    const tables = Object.keys(before);
    const after = counts(tables);
    const lost = tables.filter(
      (name) => name !== "schema_migrations" && (after[name] ?? 0) < (before[name] ?? 0),
    );
    expect(lost.map((name) => `${name}: ${before[name]} → ${after[name]}`)).toEqual([]);
    const config = readConfig({ DATA_DIR: folder }, folder);
    const faults = async (dataDir: string) =>
      (await runAllChecks({ ...config, dataDir }, Date.now())).flatMap(
        ({ checkedPart, faults: found }) => found.map((text) => `${checkedPart}: ${text}`),
      );
    expect(await faults(folder)).toEqual([]);

    await makeBackup(folder, at("after.tar.zst"), "0.1.0");
    const otherFolder = at("elsewhere");
    mkdirSync(otherFolder);
    await restoreBackup(at("after.tar.zst"), otherFolder, Date.now());
    expect(await faults(otherFolder)).toEqual([]);
  }, 60_000);
}

test("a kill during the upgrade changes nothing, and the next start completes it", async () => {
  unpackRelease("0.2.0", folder);
  const had = counts(["schema_migrations", "reservations"]);
  const path = (name: string) => JSON.stringify(join(import.meta.dir, "../..", name));
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `import { openDatabase } from ${path("db/open")};
       import { migrate } from ${path("db/migrate")};
       import { nextMigrations } from ${path("tests/support/next-release")};
       const db = openDatabase(${JSON.stringify(at("livery.sqlite"))});
       const run = db.$client.run.bind(db.$client);
       db.$client.run = (...args) => {
         if (args[0].includes("CREATE INDEX riders_next_release")) process.kill(process.pid, "SIGKILL");
         return run(...args);
       };
       migrate(db, nextMigrations);`,
    ],
    { stdout: "ignore", stderr: "inherit" },
  );
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect(counts(["schema_migrations", "reservations"])).toEqual(had);
  const db = openDatabase(at("livery.sqlite"));
  expect(migrate(db, nextMigrations)).toEqual(
    nextMigrations.slice(had.schema_migrations).map(({ name }) => name),
  );
  expect(db.$client.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  db.$client.close();
}, 60_000);
