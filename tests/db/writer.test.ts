import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderInUseError, lockFolder } from "../../db/lock";
import { migrate, NewerDatabaseError } from "../../db/migrate";
import { migrations } from "../../db/migrations/list";
import { nextMigrations } from "../support/next-release";
import { type Db, openDatabase } from "../../db/open";
import { riders } from "../../db/schema/accounts";
import { createWriter, DatabaseBusyError, type Write } from "../../db/writer";

let folder: string;
let db: Db;
let write: Write;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-db-"));
  db = openDatabase(join(folder, "livery.sqlite"));
  migrate(db);
  write = createWriter(db);
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const rider = (id: string, email?: string) => ({ id, email, createdAt: 1, updatedAt: 1 });
const count = () => db.select().from(riders).all().length;

describe("the writer", () => {
  test("undoes only the job that throws, and keeps the other jobs of its commit", async () => {
    const results = await Promise.allSettled([
      write((tx) => tx.insert(riders).values(rider("a", "x@example.com")).run()),
      write((tx) => {
        tx.insert(riders).values(rider("b")).run();
        throw new Error("no");
      }),
      write((tx) => tx.insert(riders).values(rider("c", "x@example.com")).run()),
      write((tx) => tx.insert(riders).values(rider("d")).run()),
    ]);
    expect(results.map((r) => r.status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(
      db
        .select()
        .from(riders)
        .all()
        .map((r) => r.id),
    ).toEqual(["a", "d"]);
  });

  test("answers only once the row is on disk", async () => {
    const other = new Database(join(folder, "livery.sqlite"), { readonly: true });
    for (let i = 0; i < 20; i++) {
      await write((tx) =>
        tx
          .insert(riders)
          .values(rider(`r${i}`))
          .run(),
      );
      expect(other.query("SELECT count(*) AS n FROM riders").get()).toEqual({ n: i + 1 });
    }
    other.close();
  });

  test("runs jobs in the order in which they arrive", async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        write(() => {
          order.push(i);
        }),
      ),
    );
    expect(order).toEqual(Array.from({ length: 600 }, (_, i) => i));
  });

  test("waits while another process writes, and keeps the event loop free", async () => {
    const other = new Database(join(folder, "livery.sqlite"));
    other.run("BEGIN IMMEDIATE");
    const job = write((tx) => tx.insert(riders).values(rider("late")).run());
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await Bun.sleep(200);
    expect(ticks).toBeGreaterThan(5);
    expect(count()).toBe(0);
    other.run("COMMIT");
    await job;
    clearInterval(timer);
    expect(count()).toBe(1);
    other.close();
  });

  test("refuses a job after waiting five seconds for another process's lock", async () => {
    const other = new Database(join(folder, "livery.sqlite"));
    other.run("BEGIN IMMEDIATE");
    const refused = await write((tx) => tx.insert(riders).values(rider("x")).run()).catch((e) => e);
    expect(refused).toBeInstanceOf(DatabaseBusyError);
    other.run("ROLLBACK");
    await write((tx) => tx.insert(riders).values(rider("y")).run());
    expect(
      db
        .select()
        .from(riders)
        .all()
        .map((r) => r.id),
    ).toEqual(["y"]);
    other.close();
  }, 15_000);
});

describe("migrations", () => {
  test("run once, from each earlier version, and lead to the same schema", () => {
    const schema = (of: Db) =>
      of.$client
        .query("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
        .all();
    expect(migrate(db)).toEqual([]);
    migrate(db, nextMigrations);
    const formerDatabase = openDatabase(":memory:");
    for (let prefix = 0; prefix <= nextMigrations.length; prefix++) {
      migrate(formerDatabase, nextMigrations.slice(0, prefix));
      const path = join(folder, `prefix-${prefix}.sqlite`);
      writeFileSync(path, formerDatabase.$client.serialize());
      const other = openDatabase(path);
      expect(migrate(other, nextMigrations)).toEqual(
        nextMigrations.slice(prefix).map(({ name }) => name),
      );
      expect(schema(other)).toEqual(schema(db));
      other.$client.close();
    }
    formerDatabase.$client.close();
  }, 120_000);

  test("turn the last day of an affiliate's insurance into a document and keep other documents", () => {
    const other = openDatabase(join(folder, "insured.sqlite"));
    const { $client: sql } = other;
    migrate(other, migrations.slice(0, 34));
    const add = (table: string, row: Record<string, string | number>) =>
      sql
        .query(
          `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`,
        )
        .run(...Object.values(row));
    add("settings", {
      ...{ id: 1, town: "Kigali", time_zone: "Africa/Kigali", currency: "RWF", country: "RW" },
      ...{ distance_unit: "km", estimate_speed_kmh: 30, offer_seconds: 60, updated_at: 1 },
    });
    const swift = {
      ...{ id: "swift", version: 1, name: "Swift", language: "en", rate_kind: "percent" },
      ...{ rate_percent: 80, rate_minor: 0, active: 1, created_at: 1, updated_at: 7 },
    };
    add("affiliates", { ...swift, insurance_until: "2027-03-31" });
    add("affiliates", { ...swift, id: "other" });
    add("drivers", {
      ...{ id: "eric", first_name: "Eric", last_name: "M", state: "active", created_at: 1 },
    });
    add("documents", {
      ...{ id: "licence", driver_id: "eric", kind: "driving_licence", expires_at: 5 },
      ...{ state: "valid", created_at: 1 },
    });
    add("document_reminders", {
      ...{ document_id: "licence", expires_at: 5, days_before: 30, reminded_at: 2 },
    });
    migrate(other);
    expect(
      sql
        .query(
          "SELECT driver_id, affiliate_id, kind, expires_at FROM documents ORDER BY expires_at",
        )
        .all(),
    ).toEqual([
      { driver_id: "eric", affiliate_id: null, kind: "driving_licence", expires_at: 5 },
      {
        ...{ driver_id: null, affiliate_id: "swift", kind: "affiliate_insurance" },
        // The midnight after the last day, in Kigali.
        expires_at: Date.parse("2027-03-31T22:00:00Z"),
      },
    ]);
    expect(sql.query("SELECT * FROM document_reminders").all()).toHaveLength(1);
    other.$client.close();
  });

  test("list every file in the folder, in order", async () => {
    const files = [...new Bun.Glob("*.sql").scanSync(join(import.meta.dir, "../../db/migrations"))];
    expect(migrations.map((m) => `${m.name}.sql`)).toEqual(files.sort());
  });

  test("refuse a database of a newer version", () => {
    const position = migrations.length;
    db.$client.run("INSERT INTO schema_migrations VALUES (?, 'future', 0)", [position]);
    expect(() => migrate(db)).toThrow(NewerDatabaseError);
  });

  test("leave the old schema unchanged if one of them fails", () => {
    const other = openDatabase(join(folder, "broken.sqlite"));
    other.$client.run("CREATE TABLE riders (id TEXT)");
    expect(() => migrate(other)).toThrow();
    expect(
      other.$client.query("SELECT count(*) AS n FROM sqlite_master WHERE name = 'admins'").get(),
    ).toEqual({ n: 0 });
    other.$client.close();
  });
});

test("lockFolder lets only one server use a folder", () => {
  const release = lockFolder(join(folder, "lock"));
  expect(() => lockFolder(join(folder, "lock"))).toThrow(FolderInUseError);
  Bun.gc(true);
  expect(() => lockFolder(join(folder, "lock"))).toThrow(FolderInUseError);
  release();
  lockFolder(join(folder, "lock"))();
});
