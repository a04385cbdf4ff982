/** What a server does when something around it fails, tested on the executable from outside. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInstallation, freePort, type Installation } from "../support/executable";
import { type Postbox, startMailbox } from "../support/postbox";
import { createVisitor } from "../support/visitor";

let installation: Installation;
beforeEach(() => {
  installation = createInstallation();
});
afterEach(() => installation.close());

test("messages written while the mail server is down are delivered once when it is back", async () => {
  const port = await freePort();
  let mailbox: Postbox | undefined;
  try {
    const server = await installation.start({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "rides@example.com",
      LOG_LEVEL: "error",
    });
    const people = Array.from({ length: 5 }, (_, i) => `waiting${i}@example.com`);
    for (const identifier of people) {
      const sentAnswer = await createVisitor(server.url).post("/auth/send-otp", { identifier });
      expect(sentAnswer.status).toBe(200);
    }
    await Bun.sleep(1_500);
    // Killed during the outage: waiting messages are on the disk.
    server.kill("SIGKILL");
    await server.exited;
    mailbox = await startMailbox(port);
    const secondServer = await installation.start({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "rides@example.com",
      LOG_LEVEL: "error",
    });
    for (const identifier of people) await mailbox.wait(identifier, /\d{4}/);
    expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(people);
    secondServer.kill("SIGKILL");
    await secondServer.exited;
  } finally {
    await mailbox?.close();
  }
}, 60_000);

test("a second server on one folder exits with the reason, and kill -9 frees the folder", async () => {
  const first = await installation.start();
  const startedAt = performance.now();
  const second = await installation.run("serve");
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(second.code).toBe(1);
  expect(second.output).toContain("Another Livery is using this data folder");
  expect((await fetch(first.url)).status).toBe(200);
  first.kill("SIGKILL");
  await first.exited;
  const third = await installation.start();
  expect((await fetch(third.url)).status).toBe(200);
}, 30_000);

test("the server refuses to start on a corrupt database, names the restore command and keeps the file", async () => {
  const server = await installation.start();
  server.kill();
  await server.exited;
  const file = join(installation.folder, "data/livery.sqlite");
  const damaged = readFileSync(file);
  damaged.fill(0x5a, 0, 4_096);
  writeFileSync(file, damaged);
  const { code, output } = await installation.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("Restore a backup: livery restore FILE");
  expect(readFileSync(file).equals(damaged)).toBeTrue();
}, 30_000);

test("an older executable refuses a newer database and leaves it unchanged", async () => {
  const server = await installation.start();
  server.kill();
  await server.exited;
  const file = join(installation.folder, "data/livery.sqlite");
  const db = new Database(file);
  db.run(
    "INSERT INTO schema_migrations SELECT max(position) + 1, 'from the future', 0 FROM schema_migrations",
  );
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const before = readFileSync(file);
  const { code, output } = await installation.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("Start the newer executable");
  expect(readFileSync(file).equals(before)).toBeTrue();
}, 30_000);
