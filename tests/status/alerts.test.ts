/** Owners receive an alert when the server needs a person, through the outbox like all messages. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { desc, eq } from "drizzle-orm";
import { admins } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { decryptBody } from "../../src/notifications/outbox";
import { lastBackup, recordBackupFailure } from "../../src/backup/last-backup";
import { checkAlerts } from "../../src/status/alert-actions";
import { backUpBySchedule } from "../../src/status/backup-actions";
import { checkDaily, isCheckDue } from "../../src/status/daily-check-actions";
import { writeStatusNote } from "../../src/status/status-note-actions";
import { readStatusNote } from "../../src/status/status-note-queries";
import { STREETS_FORMAT, currentFile } from "../../src/streets/folder";
import { createTestServer, START, type TestServer } from "../support/server";
import { createAdmin } from "../support/staff";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "car@example.com" });
  await createAdmin(server, { email: "owner@example.com" });
  // These tests are not about the disk of this machine.
  await server.deps.write((tx) => writeStatusNote(tx, "watching", START, {}));
});
afterEach(() => server.close());

/** Marks the messages as sent, because no worker runs here and they would count as stuck. */
const deliver = () =>
  server.deps.write((tx) => tx.update(outbox).set({ state: "sent", body: null }).run());

/** Returns the recipient and subject of each alert, in order, except those about the disk. */
function told(): [to: string, subject: string][] {
  return server.deps.db
    .select()
    .from(outbox)
    .orderBy(outbox.createdAt, outbox.id)
    .all()
    .filter(({ kind, subject }) => kind.startsWith("server_alert") && !/disk/i.test(subject))
    .map(({ recipient, subject }) => [recipient, subject]);
}
const newest = () => {
  const row = server.deps.db.select().from(outbox).orderBy(desc(outbox.id)).get();
  return decryptBody(server.deps.keys, row?.body ?? "").text;
};
const failBackup = (reason: string) =>
  recordBackupFailure(server.folder, { of: "backup", at: server.deps.now(), reason });

test("only active owners get an alert, when it begins, once a day and when it ends", async () => {
  await createAdmin(server, { email: "second@example.com" });
  await createAdmin(server, { email: "desk@example.com", role: "dispatcher" });
  const gone = await createAdmin(server, { email: "gone@example.com" });
  await server.deps.write((tx) =>
    tx.update(admins).set({ deactivatedAt: START }).where(eq(admins.id, gone.id)).run(),
  );
  await checkAlerts(server.deps);
  expect(told()).toEqual([]);
  failBackup("There is no room in /data.");
  await checkAlerts(server.deps);
  const alertAndRecovery = (subject: string): [string, string][] => [
    ["owner@example.com", subject],
    ["second@example.com", subject],
  ];
  expect(told()).toEqual(alertAndRecovery("There is no recent backup"));
  expect(newest()).toContain("The last backup failed: There is no room in /data.");
  expect(newest()).toContain("/dispatch/dashboard/status");
  await deliver();
  await checkAlerts(server.deps);
  server.advance(23 * HOUR);
  await checkAlerts(server.deps);
  expect(told()).toHaveLength(2);
  server.advance(HOUR);
  await checkAlerts(server.deps);
  expect(told()).toHaveLength(4);
  mkdirSync(join(server.folder, "backups"));
  const goodBackup = join(server.folder, "backups/livery-2026-11-21.tar.zst");
  writeFileSync(goodBackup, "x");
  utimesSync(goodBackup, server.deps.now() / 1000, server.deps.now() / 1000);
  await checkAlerts(server.deps);
  expect(told().slice(4)).toEqual(alertAndRecovery("Resolved: there is no recent backup"));
});

test("a restart does not repeat an alert, and ALERT_EMAIL replaces the owners", async () => {
  server.deps.config.alertEmails = ["night@example.com", "it@example.com"];
  failBackup("It was stopped.");
  await checkAlerts(server.deps);
  expect(told().map(([to]) => to)).toEqual(["night@example.com", "it@example.com"]);
  // A restarted process finds it like this, with nothing in memory.
  await checkAlerts({ ...server.deps });
  expect(told()).toHaveLength(2);
});

test("a stuck message raises an alert, and the alert's own message raises no further one", async () => {
  await server.deps.write((tx) =>
    tx
      .insert(outbox)
      .values({
        id: "stuck",
        channel: "email",
        kind: "receipt",
        recipient: "a@example.com",
        subject: "Receipt",
        body: "x",
        state: "waiting",
        attempts: 60,
        createdAt: START - 2 * HOUR,
        nextAttemptAt: START,
      })
      .run(),
  );
  await checkAlerts(server.deps);
  expect(told()).toEqual([["owner@example.com", "Messages are not being sent"]]);
  await server.deps.write((tx) =>
    tx.update(outbox).set({ state: "sent" }).where(eq(outbox.id, "stuck")).run(),
  );
  await checkAlerts(server.deps);
  expect(told().map(([, subject]) => subject)).toEqual([
    "Messages are not being sent",
    "Resolved: messages are not being sent",
  ]);
});

test("expired codes count as failed only if the server tried to send them", async () => {
  const addLostMessages = (lastError: string | null) =>
    server.deps.write((tx) =>
      tx
        .insert(outbox)
        .values(
          ["a", "b", "c"].map((name) => ({
            id: `00 ${name} ${lastError}`,
            channel: "sms" as const,
            kind: "code",
            recipient: "+250788000001",
            subject: "",
            body: null,
            state: "expired" as const,
            attempts: 1,
            lastError,
            createdAt: START,
            nextAttemptAt: START,
          })),
        )
        .run(),
    );
  await addLostMessages(null);
  await checkAlerts(server.deps);
  expect(told()).toEqual([]);
  await addLostMessages("SMS ConnectionRefused");
  await checkAlerts(server.deps);
  expect(told()).toEqual([["owner@example.com", "Messages are not being sent"]]);
  expect(newest()).toContain("Text messages: 3 failed within the last hour, and none was sent.");
});

test("unreadable streets raise an alert until they are removed", async () => {
  const manifest = join(server.folder, "streets/20261101/manifest.json");
  mkdirSync(dirname(manifest), { recursive: true });
  writeFileSync(manifest, JSON.stringify({ format: STREETS_FORMAT - 2, version: "20261101" }));
  await checkAlerts(server.deps);
  expect(told()).toEqual([]);
  writeFileSync(currentFile(server.folder), "20261101\n");
  await checkAlerts(server.deps);
  expect(told()).toEqual([["owner@example.com", "The streets cannot be used"]]);
  expect(newest()).toContain("fares are based on estimated distances");
  rmSync(currentFile(server.folder));
  await checkAlerts(server.deps);
  expect(told()[1]).toEqual(["owner@example.com", "Resolved: the streets cannot be used"]);
});

test("an alert about errors in the log names their number", async () => {
  for (let at = 0; at < 25; at++)
    server.deps.lines.add({ at: START - at * 60_000, level: "error", text: "x", requestId: null });
  await checkAlerts(server.deps);
  expect(told()).toEqual([["owner@example.com", "The server reports many errors"]]);
  expect(newest()).toContain("25 errors within the last hour.");
});

test("a failed nightly backup is recorded with its reason and raises an alert", async () => {
  mkdirSync(join(server.folder, "backups"));
  rmSync(join(server.folder, "secret"), { force: true });
  await backUpBySchedule(server.deps);
  expect(lastBackup(server.folder).failure?.reason).toContain("secret is missing");
  expect(server.deps.tally.total("livery_backups_total", 'outcome="failed"')).toBe(1);
  await checkAlerts(server.deps);
  expect(told()).toEqual([["owner@example.com", "There is no recent backup"]]);
});

test("the daily check runs once a day after four, and its findings raise an alert", async () => {
  expect(isCheckDue("2026-11-20T03:59", null)).toBe(false);
  expect(isCheckDue("2026-11-20T04:00", "2026-11-19T23:00")).toBe(true);
  expect(isCheckDue("2026-11-20T23:00", "2026-11-20T04:00")).toBe(false);
  const { $client } = server.deps.db;
  await server.deps.write((tx) => tx.update(admins).set({ lastName: "x" }).run());
  server.deps.lines.add({ at: START, level: "warning", text: "x", requestId: null });
  const { appendAudit } = await import("../../src/audit/actions");
  await server.deps.write((tx) =>
    appendAudit(tx, server.deps, {
      actor: { kind: "system", id: null, name: "Livery" },
      action: "zone.changed",
      subject: { kind: "zone", id: "z" },
      summary: "Changed a zone",
    }),
  );
  $client.run("DROP TRIGGER audit_log_no_update");
  $client.run("UPDATE audit_log SET summary = 'Nothing at all'");
  expect(await checkDaily(server.deps)).toBe(true);
  expect(await checkDaily(server.deps)).toBe(false);
  const texts = readStatusNote(server.deps, "check")?.detail.faults ?? [];
  expect(texts).toContainEqual({
    of: "Audit log",
    text: "The audit log breaks at row 1: an entry was altered or deleted.",
  });
  await checkAlerts(server.deps);
  expect(told().map(([, subject]) => subject)).toContain("The audit log has been altered");
  server.advance(DAY);
  expect(await checkDaily(server.deps)).toBe(true);
}, 30_000);
