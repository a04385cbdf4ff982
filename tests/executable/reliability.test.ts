/**
 * The short forms of what `bun run soak` proves at length, and what is quick to prove: each against the executable
 * from outside. How fast things are is measured there and not here: another machine may be slow.
 */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkplace, freePort, type Workplace } from "../support/executable";
import { type Figure, isMet, type Soak } from "../soak/figures";
import { assignments } from "../soak/runs/assignments";
import { lockedDatabase } from "../soak/runs/locked-database";
import { slowSockets, slowUpload } from "../soak/runs/slow-sockets";
import { streams } from "../soak/runs/streams";
import { type Postbox, startMailbox } from "../support/postbox";
import { createVisitor } from "../support/visitor";

let workplace: Workplace;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(() => workplace.close());

/** Runs so much of a long run: all but how long things take at most must be as it should be. */
async function short(soak: Soak, share: number): Promise<(of: string) => number> {
  const figures: Figure[] = await soak.run(share);
  const isTime = ({ unit, aim }: Figure) => /^m?s$/.test(unit) && aim && "most" in aim;
  expect(figures.filter((figure) => !isTime(figure) && !isMet(figure))).toEqual([]);
  return (of) => figures.find((figure) => figure.of === of)?.value ?? Number.NaN;
}

test("event streams: 300 are open, an event reaches all, they end with their session and with the server", async () => {
  const found = await short(streams, 0.03);
  expect(found("streams open")).toBe(300);
  expect(found("streams of an ended session are closed after")).toBeLessThan(5_000);
  expect(found("stopping with all of them open")).toBeLessThan(10);
}, 60_000);

test("slow sockets: 400 are closed within 15 s, and others are answered meanwhile", async () => {
  const found = await short(slowSockets, 0.08);
  expect(found("answers to others meanwhile")).toBeGreaterThan(100);
  // 15 s on a machine that has time to look at its clock.
  expect(found("the last is closed after")).toBeLessThan(30);
}, 60_000);

test("a slow upload: what comes at 256 kbit/s is taken", async () => {
  const found = await short(slowUpload, 0.025);
  expect(found("it took")).toBeGreaterThan(10);
}, 60_000);

test("a locked database: writes are refused with 503 after 5 s, reads and health go on, writes come back", async () => {
  const found = await short(lockedDatabase, 0.2);
  expect(found("refused after, the latest")).toBeLessThan(20);
}, 60_000);

test("contested assignments by four processes: one of each four is given, the others are told why", async () => {
  await short(assignments, 0.02);
}, 60_000);

test("a mail server that is gone: what was written meanwhile is delivered once when it is back", async () => {
  const port = await freePort();
  let mailbox: Postbox | undefined;
  try {
    const server = await workplace.start({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "rides@example.com",
      LOG_LEVEL: "error",
    });
    const people = Array.from({ length: 5 }, (_, i) => `waiting${i}@example.com`);
    for (const identifier of people) {
      const sent = await createVisitor(server.url).post("/auth/send-otp", { identifier });
      expect(sent.status).toBe(200);
    }
    await Bun.sleep(1_500);
    // Killed in the outage: what waits is on the disk.
    server.kill("SIGKILL");
    await server.exited;
    mailbox = await startMailbox(port);
    const again = await workplace.start({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "rides@example.com",
      LOG_LEVEL: "error",
    });
    for (const identifier of people) await mailbox.wait(identifier, /\d{4}/);
    expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(people);
    again.kill("SIGKILL");
    await again.exited;
  } finally {
    await mailbox?.close();
  }
}, 60_000);

test("two servers on one folder: the second ends at once and says why; kill -9 frees the folder", async () => {
  const first = await workplace.start();
  const began = performance.now();
  const second = await workplace.run("serve");
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(second.code).toBe(1);
  expect(second.output).toContain("Another Livery serves this data folder");
  expect((await fetch(first.url)).status).toBe(200);
  first.kill("SIGKILL");
  await first.exited;
  const third = await workplace.start();
  expect((await fetch(third.url)).status).toBe(200);
}, 30_000);

test("a corrupt database: nothing starts, the way to restore is named, and the file is left alone", async () => {
  const server = await workplace.start();
  server.kill();
  await server.exited;
  const file = join(workplace.folder, "data/livery.sqlite");
  const damaged = readFileSync(file);
  damaged.fill(0x5a, 0, 4_096);
  writeFileSync(file, damaged);
  const { code, output } = await workplace.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("Restore a backup: livery restore FILE");
  expect(readFileSync(file).equals(damaged)).toBeTrue();
}, 30_000);

test("a newer database: an older executable refuses it and changes nothing", async () => {
  const server = await workplace.start();
  server.kill();
  await server.exited;
  const file = join(workplace.folder, "data/livery.sqlite");
  const db = new Database(file);
  db.run(
    "INSERT INTO schema_migrations SELECT max(position) + 1, 'from the future', 0 FROM schema_migrations",
  );
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const before = readFileSync(file);
  const { code, output } = await workplace.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("start the newer executable");
  expect(readFileSync(file).equals(before)).toBeTrue();
}, 30_000);
