/** A backup is made of a server under load and restored elsewhere, and sessions from before do not work there. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createZstdCompress } from "node:zlib";
import { pack } from "tar-stream";
import { trip } from "../support/booking";
import { createInstallation, type Installation } from "../support/executable";
import { createVisitor, signInOutside } from "../support/visitor";
import { until } from "../support/eventually";

const CLIENT_COUNT = 20;

let here: Installation;
let there: Installation;
beforeEach(() => {
  here = createInstallation();
  there = createInstallation();
});
afterEach(async () => {
  await here.close();
  await there.close();
});

test("a backup made under load has every acknowledged booking and restores to a sound server", async () => {
  const runningExecutable = await here.start({ RATE_LIMITS: "off" });
  const rider = await signInOutside(runningExecutable, "aline@example.com");
  const outside = new Database(join(here.folder, "data/livery.sqlite"));
  outside.run("PRAGMA busy_timeout = 5000");
  outside.run("UPDATE riders SET first_name = 'Aline', last_name = 'Uwase'");
  outside.close();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await rider.post("/quotes", trip({ pickupLocal: `${tomorrow}T12:00` }));
  const offer = (await answer.json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  const acknowledgedIds: string[] = [];
  let isStopped = false;
  let next = 0;
  const clients = Array.from({ length: CLIENT_COUNT }, async () => {
    while (!isStopped) {
      const bookedAnswer = await rider.post(
        "/reservations",
        { quote: offer.quote, vehicleClassId: offer.options[0]?.vehicleClass.id },
        { "idempotency-key": `booking-${next++}` },
      );
      expect(bookedAnswer.status).toBe(201);
      acknowledgedIds.push(
        ((await bookedAnswer.json()) as { reservation: { id: string } }).reservation.id,
      );
    }
  });
  await until("200 bookings", () => acknowledgedIds.length >= 200);
  const before = [...acknowledgedIds];
  const made = await here.run("backup", "one.tar.zst");
  const countDuringBackup = acknowledgedIds.length - before.length;
  isStopped = true;
  await Promise.all(clients);
  expect(made.output).toContain("0 uploads");
  expect(made.code).toBe(0);
  // The server took bookings during the backup.
  expect(countDuringBackup).toBeGreaterThan(0);
  expect(await here.run("check")).toMatchObject({ code: 0 });
  expect(await here.run("restore", "--drill", "one.tar.zst")).toMatchObject({ code: 0 });

  renameSync(join(here.folder, "one.tar.zst"), join(there.folder, "one.tar.zst"));
  const restored = await there.run("restore", "one.tar.zst");
  expect(restored.output).toContain("Everybody has to sign in again.");
  expect(restored.code).toBe(0);
  expect(await there.run("check")).toMatchObject({ code: 0 });
  const copy = new Database(join(there.folder, "data/livery.sqlite"), { readonly: true });
  const kept = copy.query<{ id: string }, []>("SELECT id FROM reservations").all();
  copy.close();
  const ids = new Set(kept.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);

  // The old cookie no longer works; a new sign-in sees the trips.
  const secondServer = await there.start({ RATE_LIMITS: "off" });
  const old = createVisitor(secondServer.url);
  for (const [name, value] of rider.cookies) old.cookies.set(name, value);
  expect((await rider.get("/reservations?limit=1")).status).toBe(200);
  expect((await old.get("/reservations?limit=1")).status).toBe(401);
  const visitor = await signInOutside(secondServer, "aline@example.com");
  const list = await visitor.get("/reservations?limit=1");
  expect(((await list.json()) as { reservations: unknown[] }).reservations).toHaveLength(1);
}, 120_000);

test("livery refuses a folder in use, a file that is no backup and an interrupted restore", async () => {
  const runningExecutable = await here.start();
  expect((await here.run("backup", "one.tar.zst")).code).toBe(0);
  expect(await here.run("backup", "one.tar.zst")).toMatchObject({
    code: 1,
    output: expect.stringContaining("already exists"),
  });
  expect(await here.run("restore", "one.tar.zst")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Another Livery is using this data folder"),
  });
  runningExecutable.kill();
  await runningExecutable.exited;
  writeFileSync(join(here.folder, "diary"), "Dear diary");
  expect(await here.run("restore", "diary")).toMatchObject({
    code: 1,
    output: expect.stringContaining("is not a backup made by Livery"),
  });
  // The state that a power failure in the middle of the exchange leaves.
  mkdirSync(join(here.folder, "data/before-restore-x"));
  renameSync(join(here.folder, "data/livery.sqlite"), join(here.folder, "data/before-restore-x/a"));
  writeFileSync(join(here.folder, "data/restoring"), "");
  expect(await here.run("serve")).toMatchObject({
    code: 1,
    output: expect.stringContaining("A restore was interrupted"),
  });
  expect((await here.run("check")).output).toContain("A restore was interrupted");
  expect((await here.run("restore", "one.tar.zst")).code).toBe(0);
  expect((await here.run("check")).code).toBe(0);
  const parts = readdirSync(join(here.folder, "data"));
  expect(parts).not.toContain("restoring");
  expect(parts).not.toContain(".restoring");
  await here.start();
}, 60_000);

test("a small backup that would unpack to hundreds of megabytes is refused before it takes them", async () => {
  const tar = pack();
  const head = { format: "livery-backup", formatVersion: 1, livery: "0.1.0", migrations: 1 };
  const madeAt = "2026-11-20T08:00:00.000Z";
  tar.entry({ name: "livery-backup.json" }, JSON.stringify({ ...head, madeAt }));
  const nothing = Buffer.alloc(32 * 1024 * 1024);
  for (let part = 0; part < 10; part++)
    tar.entry({ name: `uploads/00000000-0000-4000-8000-00000000000${part}` }, nothing);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar.pipe(createZstdCompress())) chunks.push(chunk as Uint8Array);
  writeFileSync(join(here.folder, "hostile.tar.zst"), Buffer.concat(chunks));
  expect(lstatSync(join(here.folder, "hostile.tar.zst")).size).toBeLessThan(80_000);
  const data = join(here.folder, "data");
  for (const args of [["hostile.tar.zst"], ["--drill", "hostile.tar.zst"]]) {
    let most = 0;
    const watching = setInterval(() => {
      const names = existsSync(data)
        ? readdirSync(data, { recursive: true, encoding: "utf8" })
        : [];
      const sizes = names.map(
        (name) => lstatSync(join(data, name), { throwIfNoEntry: false })?.size,
      );
      most = Math.max(
        most,
        sizes.reduce<number>((sum, size = 0) => sum + size, 0),
      );
    }, 2);
    const refused = await here.run("restore", ...args);
    clearInterval(watching);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("incomplete: its end is missing");
    expect(most).toBeLessThan(1_000_000);
  }
}, 60_000);

test.if(process.getuid?.() === 0)(
  "files that root restores belong to the owner of the data folder",
  async () => {
    const server = 64_321;
    const runningExecutable = await here.start();
    expect((await here.run("backup", "one.tar.zst")).code).toBe(0);
    runningExecutable.kill();
    await runningExecutable.exited;
    for (const name of ["one.tar.zst", "data"])
      renameSync(join(here.folder, name), join(there.folder, name));
    const data = join(there.folder, "data");
    chownSync(data, server, server);
    expect((await there.run("restore", "one.tar.zst")).code).toBe(0);
    const parts = readdirSync(data, { recursive: true, encoding: "utf8" });
    expect(parts).toContain("secret");
    for (const name of parts)
      expect([name, lstatSync(join(data, name)).uid]).toEqual([name, server]);
  },
  60_000,
);
