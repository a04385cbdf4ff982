/** The server's state, as the API shows it to the owner, and a backup that is really made. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { recordBackupFailure, recordUpload } from "../../src/backup/last-backup";
import { testBackupRestore } from "../../src/backup/restore-actions";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { ServerStatus } from "../../src/status/contract";
import { ServerStatus as Shape } from "../../src/status/contract";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { until } from "../support/eventually";

let server: TestServer;
let owner: Browser & { admin: { email: string } };
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function status(): Promise<ServerStatus> {
  const answer = await owner.get("/admin/status");
  expect(answer.status).toBe(200);
  return Shape.parse(await answer.json());
}

test("a new server shows its state, the recipients of alerts and that mail is off", async () => {
  const seen = await status();
  expect(seen.alerts).toMatchObject({ to: [owner.admin.email], mail: "off" });
  expect(seen.backups).toEqual({
    last: null,
    count: 0,
    // It is ten in the morning, so a backup is due at once.
    nextAt: new Date(START).toISOString(),
    isUnderWay: false,
    failed: null,
    store: null,
  });
  expect(seen.outbox).toEqual({ waiting: 0, dueSince: null, failed: 0 });
  expect(seen.database.check).toBeNull();
  expect(seen.retention).toEqual({ ranAt: null, removed: [] });
  expect(seen.lines).toEqual([]);
  expect(seen.providers.map(({ id }) => id)).toContain("mail");
  expect(seen.disk.totalBytes).toBeGreaterThan(seen.disk.freeBytes ?? 0);
});

test("the next backup is due the coming night if today's exists, and never if backups are off", async () => {
  mkdirSync(join(server.folder, "backups"));
  writeFileSync(join(server.folder, "backups/livery-2026-11-20.tar.zst"), "12345");
  const { backups } = await status();
  expect(backups).toMatchObject({
    last: { name: "livery-2026-11-20.tar.zst", bytes: 5 },
    count: 1,
    // Two o'clock at night in Kigali.
    nextAt: "2026-11-21T00:00:00.000Z",
  });
  server.deps.config.backupKeep = 0;
  expect((await status()).backups.nextAt).toBeNull();
});

test("an owner starts one backup at a time, and the last three are kept", async () => {
  const folder = join(server.folder, "backups");
  mkdirSync(folder);
  for (const hour of ["01", "02", "03"])
    writeFileSync(join(folder, `livery-by-hand-2026-11-20-${hour}0000.tar.zst`), "");
  const startAnswer = await owner.post("/admin/status/backups");
  expect(startAnswer.status).toBe(200);
  expect(Shape.parse(await startAnswer.json()).backups.isUnderWay).toBe(true);
  const second = await owner.post("/admin/status/backups");
  expect([second.status, await second.json()]).toMatchObject([409, { code: "backup.under_way" }]);
  await until("The backup's end", async () => !(await status()).backups.isUnderWay);
  const { backups } = await status();
  expect(backups.failed).toBeNull();
  expect(readdirSync(folder).toSorted()).toEqual([
    "livery-by-hand-2026-11-20-020000.tar.zst",
    "livery-by-hand-2026-11-20-030000.tar.zst",
    "livery-by-hand-2026-11-20-100000.tar.zst",
  ]);
  expect(backups.last?.name).toBe("livery-by-hand-2026-11-20-100000.tar.zst");
  const made = join(folder, backups.last?.name ?? "");
  expect(existsSync(made)).toBe(true);
  expect(await testBackupRestore(made, server.folder, START)).toMatchObject({ formatVersion: 1 });
}, 60_000);

test("the status shows a failed backup with its reason", async () => {
  const { dataDir } = server.deps.config;
  recordBackupFailure(dataDir, { of: "backup", at: START - 60_000, reason: "There is no room." });
  const seen = await status();
  expect(seen.backups.failed?.reason).toBe("There is no room.");
  expect(seen.alerts.activeAlerts).toContainEqual(
    expect.objectContaining({ kind: "backup", mailedAt: null }) as never,
  );
});

test("the status shows the last upload to the store and the failure of the newest one", async () => {
  server.close();
  server = await createTestServer({
    BACKUP_S3_BUCKET: "copies",
    BACKUP_S3_ACCESS_KEY_ID: "key",
    BACKUP_S3_SECRET_ACCESS_KEY: "very secret",
  });
  owner = await signInAdmin(server);
  expect((await status()).backups.store).toEqual({ sent: null, failed: null });
  const { dataDir } = server.deps.config;
  const sent = { name: "livery-2026-11-19.tar.zst", bytes: 5, at: START - 3_600_000 };
  recordUpload(dataDir, sent);
  recordBackupFailure(dataDir, { of: "store", at: START - 60_000, reason: "The store is full." });
  const seen = await status();
  expect(seen.backups.store).toEqual({
    sent: { ...sent, at: new Date(sent.at).toISOString() },
    failed: { at: new Date(START - 60_000).toISOString(), reason: "The store is full." },
  });
  expect(seen.alerts.activeAlerts).toContainEqual(
    expect.objectContaining({
      kind: "backup",
      detail: "The last backup is only on this server: The store is full.",
    }) as never,
  );
  expect(JSON.stringify(seen)).not.toContain("very secret");
});

test("dispatchers and accountants can neither see the status nor start a backup", async () => {
  for (const role of ["dispatcher", "accountant"] as const) {
    const staff = await signInAdmin(server, { role });
    expect((await staff.get("/admin/status")).status).toBe(403);
    expect((await staff.post("/admin/status/backups")).status).toBe(403);
  }
  expect(existsSync(join(server.folder, "backups"))).toBe(false);
});

test("the status shows when expired records were deleted, and how many of each kind", async () => {
  await signInRider(server);
  server.advance(25 * 3_600_000);
  await sweepExpiredRecords(server.deps);
  owner = await signInAdmin(server);
  const { retention } = await status();
  expect(retention.ranAt).toBe(new Date(server.deps.now()).toISOString());
  expect(retention.removed).toContainEqual({ day: "2026-11-21", kind: "codes", removed: 2 });
  expect(retention.removed.map(({ kind }) => kind)).toContain("sessions");
});
