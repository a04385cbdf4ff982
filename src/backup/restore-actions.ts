/** Puts a backup in the place of what is in the data folder, which is kept beside it. */
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
import { outbox } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import { createWriter } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { loadKeys } from "../process/keys";
import { BackupError } from "./errors";
import { syncPath } from "./pack";
import { REPLICA_STATE } from "./replica-state";
import { type BackupHead, DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { unpackBackup } from "./unpack";
import { SYSTEM } from "../deps";

/** Stands in the data folder while its parts are being exchanged. */
export const RESTORING = "restoring";

/** What is known of what is put back. */
export type RestoredHead = Pick<BackupHead, "madeAt" | "livery">;

/** What was put back. */
export interface Restored<Head = BackupHead> {
  head: Head;
  /** Where what was there before is now; null where there was nothing. */
  before: string | null;
}

/**
 * Restores a backup into a data folder that no server uses: the caller holds its lock. All sessions end and
 * all codes and links to sign in are void; messages that waited then are not sent by themselves. What was
 * in the folder is kept in a folder of its own. Throws `BackupError`, and then nothing has changed.
 */
export async function restoreBackup(path: string, dataDir: string, now: number): Promise<Restored> {
  const file = resolve(path);
  return restoreFrom((folder) => unpackBackup(file, folder), dataDir, now);
}

/** As `restoreBackup`, of what `fetch` lays into a folder that it makes: the database, the key, the uploads. */
export async function restoreFrom<Head extends RestoredHead>(
  fetch: (folder: string) => Promise<Head>,
  dataDir: string,
  now: number,
): Promise<Restored<Head>> {
  const folder = join(dataDir, ".restoring");
  rmSync(folder, { recursive: true, force: true });
  try {
    const head = await fetch(folder);
    await prepare(folder, head, now);
    return { head, before: await exchange(dataDir, folder, now) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Proves that a backup could be restored, in a folder that goes again. Throws `BackupError`. */
export async function drillBackup(path: string, dataDir: string, now: number): Promise<BackupHead> {
  const file = resolve(path);
  const folder = join(dataDir, "backups", `.${Bun.randomUUIDv7()}`);
  try {
    const head = await unpackBackup(file, folder);
    await prepare(folder, head, now);
    return head;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Brings the unpacked database to this Livery's schema and takes from it what must not live again. */
async function prepare(folder: string, head: RestoredHead, now: number): Promise<void> {
  const db = openDatabase(join(folder, DATABASE_NAME));
  try {
    migrate(db);
    const auditing = { keys: loadKeys(folder), now: () => now };
    await createWriter(db)((tx) => {
      forget(tx, now);
      appendAudit(tx, auditing, {
        actor: SYSTEM,
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

/** What was ended, spent or sent since the backup must not come to life by it. */
function forget(tx: Tx, now: number): void {
  tx.delete(sessions).run();
  tx.delete(devices).run();
  tx.delete(codes).run();
  tx.delete(providerAttempts).run();
  // Which of them was used since, nobody knows here.
  tx.delete(adminRecoveryCodes).run();
  tx.update(adminInvites).set({ usedAt: now }).where(isNull(adminInvites.usedAt)).run();
  const waiting = eq(outbox.state, "waiting");
  // Codes, links and what else has an end of its own, and pushes, which nobody sends again.
  const shortLived = or(eq(outbox.channel, "push"), eq(outbox.retryUntil, outbox.expiresAt));
  tx.update(outbox).set({ state: "expired", body: null }).where(and(waiting, shortLived)).run();
  tx.update(outbox)
    .set({ state: "failed", lastError: "a backup was restored: it may have been sent" })
    .where(waiting)
    .run();
}

/** Moves the old parts out and the new ones in; a mark tells a server that it is not done yet. */
async function exchange(dataDir: string, folder: string, now: number): Promise<string | null> {
  const parts = [DATABASE_NAME, `${DATABASE_NAME}-wal`, `${DATABASE_NAME}-shm`, REPLICA_STATE];
  const there = [...parts, UPLOADS_NAME, SECRET_NAME].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const before = join(dataDir, `before-restore-${stamp}`);
  if (existsSync(before)) throw new BackupError(`${before} is there already: move it away.`);
  await syncPath(join(folder, DATABASE_NAME));
  writeFileSync(join(dataDir, RESTORING), "", { mode: 0o600 });
  await syncPath(dataDir);
  if (there.length > 0) mkdirSync(before, { mode: 0o700 });
  for (const name of there) renameSync(join(dataDir, name), join(before, name));
  for (const name of [SECRET_NAME, UPLOADS_NAME, DATABASE_NAME])
    renameSync(join(folder, name), join(dataDir, name));
  await syncPath(dataDir);
  rmSync(join(dataDir, RESTORING));
  await syncPath(dataDir);
  return there.length > 0 ? before : null;
}
