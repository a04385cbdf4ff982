/** What is restored from a replica that is damaged, or that somebody else wrote. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { type Db, openDatabase } from "../../db/open";
import { partName, snapshotName } from "../../src/backup/replica-rules";
import { restoreReplica } from "../../src/backup/replica-restore";
import { createWalReader } from "../../src/backup/wal";
import { readConfig } from "../../src/config";

const COPY_ID = "01940000-0000-7000-8000-000000000000";
const UPLOAD_ID = "0190aaaa-0000-7000-8000-000000000000";

let root: string;
let db: Db;
const at = (name: string) => join(root, name);
const place = () => at("elsewhere/livery");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "livery-place-"));
  for (const folder of ["database", "uploads"])
    mkdirSync(join(place(), folder), { recursive: true });
  mkdirSync(at("home/data"), { recursive: true });
  writeFileSync(join(place(), "secret"), Buffer.alloc(32, 7), { mode: 0o644 });
  db = openDatabase(at("source.sqlite"));
  migrate(db);
  db.$client.run("PRAGMA wal_autocheckpoint = 0");
});
afterEach(() => {
  db.$client.close();
  rmSync(root, { recursive: true, force: true });
});

function sendCopy(): void {
  db.$client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = Bun.zstdCompressSync(readFileSync(at("source.sqlite")));
  writeFileSync(join(place(), snapshotName(COPY_ID)), bytes);
}

const restore = () => {
  const config = readConfig({ DATA_DIR: at("home/data") }, root);
  return restoreReplica(config, place(), Date.now());
};
const refusal = () => restore().then(String, (error: Error) => error.message);

function addFile(id: string): void {
  db.$client.run(
    `INSERT INTO files (id, owner_kind, owner_id, purpose, content_type, bytes, created_at)
     VALUES (?, 'rider', 'x', 'picture', 'image/png', 1, 1)`,
    [id],
  );
}

test("a restore refuses a file name that leads out of the folder and writes nothing", async () => {
  addFile("../../../escaped");
  sendCopy();
  writeFileSync(at("escaped"), "evil");
  expect(await refusal()).toContain("refers to files that Livery did not create");
  expect(existsSync(at("home/escaped"))).toBe(false);
});

test("a restore refuses a symbolic link as an upload", async () => {
  addFile(UPLOAD_ID);
  sendCopy();
  writeFileSync(at("shadow"), "root:hash");
  symlinkSync(at("shadow"), join(place(), "uploads", UPLOAD_ID));
  expect(await refusal()).toContain("is not a file");
});

test("a restored key and database are readable only by the server", async () => {
  sendCopy();
  await restore();
  for (const name of ["secret", "livery.sqlite"])
    expect(statSync(join(at("home/data"), name)).mode & 0o077).toBe(0);
});

test("a restore leaves out everything from a damaged part on and reports the time before it", async () => {
  const { $client } = db;
  $client.run("CREATE TABLE steps (n INTEGER)");
  sendCopy();
  const reader = createWalReader($client, at("source.sqlite"));
  let log = -1;
  const take = (minute: number, isDamaged = false) => {
    const part = reader.next();
    if (!part || part === "busy") throw new Error("No part came.");
    const { begin, bytes, isNewLog } = part;
    if (isNewLog) log++;
    const sent = Uint8Array.from(bytes);
    if (isDamaged) sent[sent.length - 5] = (sent.at(-5) ?? 0) ^ 1;
    const about = { copy: COPY_ID, log, begin, end: begin + bytes.length, at: minute * 60_000 };
    writeFileSync(join(place(), partName(about)), Bun.zstdCompressSync(sent));
    reader.markTaken(part);
  };
  for (const n of [1, 2]) {
    $client.run("INSERT INTO steps VALUES (?)", [n]);
    take(n, n === 2);
  }
  reader.checkpoint();
  $client.run("INSERT INTO steps VALUES (3)");
  take(3);
  expect(log).toBe(1);
  const { head } = await restore();
  expect(head.madeAt).toBe(new Date(60_000).toISOString());
  using restored = new Database(join(at("home/data"), "livery.sqlite"));
  expect(restored.query("SELECT n FROM steps").values()).toEqual([[1]]);
});
