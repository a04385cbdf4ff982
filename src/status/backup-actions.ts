/** Backups made by the server, automatic or at an owner's request. Only one runs at a time. */
import { appendAudit } from "../audit/actions";
import { recordBackupFailure, recordBackupSuccess } from "../backup/last-backup";
import { makeManualBackup, backUpNightly } from "../backup/nightly-backup-actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { withoutPersonalData } from "../process/recent-log-lines";
import { serversBackingUp, forgetSizes } from "./queries";

/** Makes the day's backup when it is due. It records failures instead of throwing. */
export async function backUpBySchedule(deps: Deps): Promise<void> {
  if (!serversBackingUp.has(deps)) await runBackup(deps, () => backUpNightly(deps));
}

/**
 * Starts a backup and returns at once; the status page shows the result. Throws AppError `backup.under_way`. `done`
 * resolves when the backup has finished.
 */
export async function startBackup(deps: Deps, actor: Actor): Promise<{ done: Promise<void> }> {
  if (serversBackingUp.has(deps)) throw new AppError("backup.under_way");
  serversBackingUp.add(deps);
  try {
    await deps.write((tx) =>
      appendAudit(tx, deps, {
        actor,
        action: "backup.asked",
        subject: { kind: "settings", id: null },
        summary: "Made a backup",
      }),
    );
  } catch (error) {
    serversBackingUp.delete(deps);
    throw error;
  }
  return { done: runBackup(deps, () => makeManualBackup(deps)) };
}

async function runBackup(deps: Deps, make: () => Promise<unknown>): Promise<void> {
  const { dataDir } = deps.config;
  serversBackingUp.add(deps);
  try {
    if ((await make()) !== false) {
      recordBackupSuccess(dataDir);
      deps.tally.count("livery_backups_total", 'outcome="made"');
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.tally.count("livery_backups_total", 'outcome="failed"');
    deps.log.error("The backup failed: {error}", { error: reason });
    try {
      // Only the last line gives the reason.
      const reasonText = withoutPersonalData(reason.split("\n").at(-1) ?? "");
      recordBackupFailure(dataDir, { of: "backup", at: deps.now(), reason: reasonText });
    } catch {
      // On a full disk this fails too. The disk alert reports it.
    }
  } finally {
    forgetSizes(deps);
    serversBackingUp.delete(deps);
  }
}
