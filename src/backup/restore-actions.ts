/** Replaces a data folder's contents with a backup and keeps the old contents next to it. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { and, eq, isNull, or } from "drizzle-orm";
import { migrate } from "../../db/migrate";
import { openDatabase } from "../../db/open";
import {
  adminInvites,
  adminRecoveryCodes,
  codes,
  devices,
  providerAttempts,
  sessions,
} from "../../db/schema/accounts";
import { apiKeys } from "../../db/schema/api-keys";
import { calendarFeeds } from "../../db/schema/calendars";
import { outbox } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import { createWriter } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { loadKeys } from "../process/keys";
import { BackupError, refuseDatabase } from "./errors";
import { syncPath } from "./pack";
import { REPLICA_STATE_FILE_NAME } from "./replica-state";
import { type BackupHead, DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { unpackBackup } from "./unpack";
import { SYSTEM_ACTOR } from "../deps";

/** A marker file in the data folder while its parts are being exchanged. */
export const RESTORE_MARKER_NAME = "restoring";

/** Facts about the restored data. */
export type RestoredHead = Pick<BackupHead, "madeAt" | "livery">;

/** The result of a restore. */
export interface RestoredBackup<Head = BackupHead> {
  head: Head;
  /** The folder with the old contents; null if there were none. */
  oldFolder: string | null;
}

/**
 * Restores a backup into a data folder that no server uses. The caller holds the folder's lock. All sessions end, and
 * all sign-in codes and links become invalid. Waiting messages are not sent automatically. The old contents are moved
 * to a separate folder. If it throws `BackupError`, nothing has changed.
 */
export async function restoreBackup(
  path: string,
  dataDir: string,
  now: number,
): Promise<RestoredBackup> {
  const file = resolve(path);
  return restoreFrom((folder) => unpackBackup(file, folder), dataDir, now);
}

/**
 * Does the same as `restoreBackup`, from the database, key and uploads that `fetch` writes to a folder that it creates.
 */
export async function restoreFrom<Head extends RestoredHead>(
  fetch: (folder: string) => Promise<Head>,
  dataDir: string,
  now: number,
): Promise<RestoredBackup<Head>> {
  const folder = join(dataDir, ".restoring");
  rmSync(folder, { recursive: true, force: true });
  try {
    const head = await fetch(folder);
    await upgradeAndCleanDatabase(folder, head, now).catch(refuseDatabase);
    return { head, oldFolder: await swapInRestoredData(dataDir, folder, now) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tests a restore in a temporary folder. Throws `BackupError`. */
export async function testBackupRestore(
  path: string,
  dataDir: string,
  now: number,
): Promise<BackupHead> {
  const file = resolve(path);
  const folder = join(dataDir, "backups", `.${Bun.randomUUIDv7()}`);
  try {
    const head = await unpackBackup(file, folder);
    await upgradeAndCleanDatabase(folder, head, now).catch(refuseDatabase);
    return head;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Upgrades the unpacked database to this Livery's schema, and removes data that must not become valid again. */
async function upgradeAndCleanDatabase(
  folder: string,
  head: RestoredHead,
  now: number,
): Promise<void> {
  const db = openDatabase(join(folder, DATABASE_NAME));
  try {
    migrate(db);
    const auditDeps = { keys: loadKeys(folder), now: () => now };
    await createWriter(db)((tx) => {
      endShortLivedRecords(tx, now);
      appendAudit(tx, auditDeps, {
        actor: SYSTEM_ACTOR,
        action: "backup.restored",
        subject: { kind: "settings", id: null },
        summary: "Restored a backup",
        detail: { madeAt: head.madeAt, livery: head.livery },
      });
    });
    db.$client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.$client.close();
  }
}

/** Ends sessions, codes, links and messages, because they may have been used since the backup. */
function endShortLivedRecords(tx: Tx, now: number): void {
  tx.delete(sessions).run();
  // Keys that were revoked since the backup must not become valid again.
  tx.update(apiKeys).set({ revokedAt: now }).where(isNull(apiKeys.revokedAt)).run();
  tx.delete(calendarFeeds).run();
  tx.delete(devices).run();
  tx.delete(codes).run();
  tx.delete(providerAttempts).run();
  // The backup does not know which recovery codes have been used since then.
  tx.delete(adminRecoveryCodes).run();
  tx.update(adminInvites).set({ usedAt: now }).where(isNull(adminInvites.usedAt)).run();
  const isWaitingSql = eq(outbox.state, "waiting");
  // Messages with their own expiry, such as codes and links, and pushes are not sent again.
  const isShortLived = or(eq(outbox.channel, "push"), eq(outbox.retryUntil, outbox.expiresAt));
  tx.update(outbox)
    .set({ state: "expired", body: null })
    .where(and(isWaitingSql, isShortLived))
    .run();
  tx.update(outbox)
    .set({ state: "failed", lastError: "a backup was restored, so it may already have been sent" })
    .where(isWaitingSql)
    .run();
}

/** Moves the old parts out and the new ones in. A marker file tells a server that this is not finished. */
async function swapInRestoredData(
  dataDir: string,
  folder: string,
  now: number,
): Promise<string | null> {
  const databaseFileNames = [
    DATABASE_NAME,
    `${DATABASE_NAME}-wal`,
    `${DATABASE_NAME}-shm`,
    REPLICA_STATE_FILE_NAME,
  ];
  const existingNames = [...databaseFileNames, UPLOADS_NAME, SECRET_NAME].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const oldFolder = join(dataDir, `before-restore-${stamp}`);
  if (existsSync(oldFolder))
    throw new BackupError(`${oldFolder} already exists. Move it to another place first.`);
  await syncPath(join(folder, DATABASE_NAME));
  writeFileSync(join(dataDir, RESTORE_MARKER_NAME), "", { mode: 0o600 });
  await syncPath(dataDir);
  if (existingNames.length > 0) mkdirSync(oldFolder, { mode: 0o700 });
  for (const name of existingNames) renameSync(join(dataDir, name), join(oldFolder, name));
  for (const name of [SECRET_NAME, UPLOADS_NAME, DATABASE_NAME])
    renameSync(join(folder, name), join(dataDir, name));
  await syncPath(dataDir);
  rmSync(join(dataDir, RESTORE_MARKER_NAME));
  await syncPath(dataDir);
  return existingNames.length > 0 ? oldFolder : null;
}
