/** What a newer Livery does with the data of an older one, tested through the command itself. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { migrations } from "../../db/migrations/list";
import { openDatabase } from "../../db/open";
import { nextMigration } from "../support/next-release";

/** The current release is the older one; the commands are those of the next release. */
const CURRENT_VERSION = migrations.length;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-upgrade-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that opens the folder as a server does. */
async function livery(...args: string[]): Promise<{ code: number; output: string }> {
  const main = join(import.meta.dir, "../../src/main.ts");
  const next = join(import.meta.dir, "../support/next-release.ts");
  const child = Bun.spawn([process.execPath, "--preload", next, main, ...args], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: folder, NEXT_RELEASE: "true" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, fault] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output: out + fault };
}
function count(file: string): number {
  const database = new Database(file, { readonly: true });
  const row = database
    .query<{ n: number }, []>("SELECT count(*) AS n FROM schema_migrations")
    .get();
  database.close();
  return row?.n ?? 0;
}
const older = () => {
  const db = openDatabase(join(folder, "livery.sqlite"));
  migrate(db);
  db.$client.close();
};

test("an upgrade keeps a copy of the old database and names the changes", async () => {
  older();
  const { code, output } = await livery("admin", "add", "ada@example.com");
  expect(output).toContain("upgrades the database");
  expect(output).toContain(nextMigration.name);
  expect(code).toBe(0);
  expect(count(join(folder, "livery.sqlite"))).toBe(CURRENT_VERSION + 1);
  const [copy = ""] = readdirSync(join(folder, "backups"));
  expect(copy).toBe(`before-upgrade-${String(CURRENT_VERSION).padStart(4, "0")}.sqlite`);
  expect(count(join(folder, "backups", copy))).toBe(CURRENT_VERSION);
  expect(statSync(join(folder, "backups", copy)).mode & 0o077).toBe(0);
  // The next start changes nothing and prints nothing.
  const secondRun = await livery("admin", "add", "eva@example.com");
  expect(secondRun.output).not.toContain("upgrades the database");
  expect(readdirSync(join(folder, "backups"))).toEqual([copy]);
});

test("a first start in a new folder keeps no copy", async () => {
  const { code, output } = await livery("admin", "add", "ada@example.com");
  expect(code).toBe(0);
  expect(output).not.toContain("upgrades the database");
  expect(readdirSync(join(folder, "backups"))).toEqual([]);
});

test("the check reports a database of an older or newer version", async () => {
  older();
  expect((await livery("check")).output).toContain("The database is from an older version");
  expect(count(join(folder, "livery.sqlite"))).toBe(CURRENT_VERSION);
  await livery("admin", "add", "ada@example.com");
  const database = new Database(join(folder, "livery.sqlite"));
  database.run("INSERT INTO schema_migrations VALUES (9999, 'from the future', 1)");
  database.close();
  const checked = await livery("check");
  expect(checked.output).toContain("A newer version of Livery wrote the database");
  expect(checked.code).toBe(1);
  expect(await livery("serve")).toMatchObject({ code: 1 });
});
