/** The write-ahead log is followed commit by commit, whatever else reads and writes the database. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWalReader, WalLostError, type WalReader } from "../../src/backup/wal";

let folder: string;
let database: Database;
let reader: WalReader;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-wal-"));
  database = open("db");
  database.run("CREATE TABLE t (n INTEGER, filler TEXT)");
  copyFileSync(at("db"), at("snapshot"));
  reader = createWalReader(database, at("db"));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(name: string): Database {
  const opened = new Database(at(name), { create: true });
  opened.run("PRAGMA journal_mode = WAL");
  opened.run("PRAGMA wal_autocheckpoint = 0");
  return opened;
}

const add = (n: number, by = database) =>
  by.run("INSERT INTO t VALUES (?, ?)", [n, "x".repeat(2_000)]);

/** All received parts, grouped by log. */
const logs: Uint8Array[][] = [];
beforeEach(() => {
  logs.length = 0;
});
function take(): number {
  let count = 0;
  for (let part = reader.next(); part && part !== "busy"; part = reader.next()) {
    if (part.isNewLog) logs.push([]);
    logs.at(-1)?.push(part.bytes);
    reader.markTaken(part);
    count++;
  }
  return count;
}

/** Returns the rows that SQLite reads from the snapshot and the logs. */
function restored(): number[] {
  for (const left of ["copy", "copy-wal", "copy-shm"]) rmSync(at(left), { force: true });
  copyFileSync(at("snapshot"), at("copy"));
  for (const log of logs) {
    writeFileSync(at("copy-wal"), Buffer.concat(log));
    const copy = new Database(at("copy"));
    copy.run("PRAGMA wal_checkpoint(TRUNCATE)");
    copy.close();
  }
  using copy = new Database(at("copy"));
  expect(copy.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  return copy
    .query<{ n: number }, []>("SELECT n FROM t ORDER BY n")
    .all()
    .map(({ n }) => n);
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test("a restore has each commit that was read and nothing that was rolled back", () => {
  for (let n = 0; n < 10; n++) {
    add(n);
    if (n % 3 === 0) expect(take()).toBe(1);
  }
  expect(take()).toBe(0);
  expect(restored()).toEqual(upTo(10));
  database.run("PRAGMA cache_size = 1");
  database.run("BEGIN");
  // Written to the log because the cache is full, but never committed.
  for (let n = 100; n < 400; n++) add(n);
  database.run("ROLLBACK");
  expect(take()).toBe(0);
  add(10);
  take();
  expect(restored()).toEqual(upTo(11));
});

test("the reader returns a part again if it was not marked as taken", () => {
  add(0);
  const first = reader.next();
  add(1);
  const secondPart = reader.next();
  if (!first || !secondPart || first === "busy" || secondPart === "busy")
    throw new Error("No part came.");
  expect(secondPart.begin).toBe(first.begin);
  expect(secondPart.bytes.length).toBeGreaterThan(first.bytes.length);
  take();
  expect(restored()).toEqual(upTo(2));
});

test("the reader follows the log across any number of checkpoints", () => {
  for (let n = 0; n < 60; n++) {
    add(n);
    if (n % 5 === 4) take();
    if (n % 10 === 9) reader.checkpoint();
  }
  take();
  expect(logs.length).toBe(6);
  expect(restored()).toEqual(upTo(60));
});

test("a checkpoint returns the part of the log that was not yet read", () => {
  add(0);
  take();
  add(1);
  // The checkpoint returns the commit that was not read yet.
  const rest = reader.checkpoint();
  logs.at(-1)?.push(rest?.bytes ?? new Uint8Array());
  expect(rest?.bytes.length).toBeGreaterThan(0);
  add(2);
  take();
  expect(logs.length).toBe(2);
  expect(restored()).toEqual(upTo(3));
});

test("a long read by another connection loses no commit", () => {
  add(0);
  using slowDatabase = open("db");
  slowDatabase.run("BEGIN");
  slowDatabase.query("SELECT count(*) FROM t").get();
  for (let n = 1; n < 20; n++) {
    add(n);
    take();
    reader.checkpoint();
  }
  slowDatabase.run("COMMIT");
  for (let n = 20; n < 40; n++) {
    add(n);
    take();
    reader.checkpoint();
  }
  take();
  expect(restored()).toEqual(upTo(40));
});

test("the reader returns another connection's commits and is busy while it writes", () => {
  using other = open("db");
  add(0, other);
  other.run("BEGIN IMMEDIATE");
  add(1, other);
  expect(reader.next()).toBe("busy");
  other.run("COMMIT");
  take();
  expect(restored()).toEqual(upTo(2));
});

test("the reader throws if another connection restarts the log", () => {
  add(0);
  take();
  add(1);
  using other = open("db");
  other.run("PRAGMA wal_checkpoint(TRUNCATE)");
  add(2);
  expect(() => reader.next()).toThrow(WalLostError);
});

test("a copy fails if another connection checkpoints during it", async () => {
  add(0);
  await reader.copyAfterCheckpoint(async () => {
    copyFileSync(at("db"), at("snapshot"));
    add(1);
  });
  take();
  expect(restored()).toEqual(upTo(2));
  using other = open("db");
  const secondReader = createWalReader(database, at("db"));
  const readDuringWrite = secondReader.copyAfterCheckpoint(async () => {
    add(2);
    other.run("PRAGMA wal_checkpoint(PASSIVE)");
  });
  expect(await readDuringWrite.catch((error: unknown) => error)).toBeInstanceOf(WalLostError);
});

test("the reader throws if the log restarts twice between two reads or is emptied", () => {
  using other = open("db");
  add(0);
  take();
  reader.checkpoint();
  add(1);
  other.run("PRAGMA wal_checkpoint(TRUNCATE)");
  add(2);
  expect(() => reader.next()).toThrow(WalLostError);
  const secondReader = createWalReader(database, at("db"));
  const first = secondReader.next();
  if (!first || first === "busy") throw new Error("No part came.");
  secondReader.markTaken(first);
  add(3);
  other.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(() => secondReader.next()).toThrow(WalLostError);
});

test("the reader throws if another connection checkpoints before the first read", async () => {
  await reader.copyAfterCheckpoint(async () => copyFileSync(at("db"), at("snapshot")));
  using other = open("db");
  add(0);
  await Bun.sleep(20);
  other.run("PRAGMA wal_checkpoint(PASSIVE)");
  // This write restarts the log.
  add(1);
  expect(() => reader.next()).toThrow(WalLostError);
});

test("the reader throws if another connection checkpoints commits added after our own checkpoint", async () => {
  add(0);
  take();
  using slowDatabase = open("db");
  slowDatabase.run("BEGIN");
  slowDatabase.query("SELECT count(*) FROM t").get();
  reader.checkpoint();
  add(1);
  slowDatabase.run("COMMIT");
  await Bun.sleep(20);
  slowDatabase.run("PRAGMA wal_checkpoint(PASSIVE)");
  // The log restarts with new salts.
  add(2);
  expect(() => reader.next()).toThrow(WalLostError);
});

test("frames behind a torn one after a power cut do not count as commits", async () => {
  for (let n = 0; n < 5; n++) add(n);
  const log = readFileSync(at("db-wal"));
  // A byte in the third commit was not written to the disk correctly.
  log[Math.floor(log.length / 2)] = (log[Math.floor(log.length / 2)] ?? 0) ^ 1;
  copyFileSync(at("db"), at("crashed"));
  writeFileSync(at("crashed-wal"), log);
  using crashedDatabase = open("crashed");
  reader = createWalReader(crashedDatabase, at("crashed"));
  await reader.copyAfterCheckpoint(async () => copyFileSync(at("crashed"), at("snapshot")));
  add(20, crashedDatabase);
  take();
  const there = crashedDatabase.query<{ n: number }, []>("SELECT n FROM t ORDER BY n").all();
  expect(there.length).toBeGreaterThan(1);
  expect(there.length).toBeLessThan(6);
  expect(restored()).toEqual(there.map(({ n }) => n));
});
