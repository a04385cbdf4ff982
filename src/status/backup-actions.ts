/** Backups that the server makes, by the clock or because an owner asks; one at a time. */
import { appendAudit } from "../audit/actions";
import { noteFailure, noteMade } from "../backup/last-backup";
import { backUpByHand, backUpNightly } from "../backup/nightly-actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { impersonal } from "../process/recent-lines";
import { backingUp, forgetSizes } from "./queries";

/** Makes the day's backup when it is due. Nothing is thrown: what failed is written down. */
export async function backUpBySchedule(deps: Deps): Promise<void> {
  if (!backingUp.has(deps)) await attempt(deps, () => backUpNightly(deps));
}

/**
 * Begins a backup and returns at once: the status tells what becomes of it. Throws
 * `backup.under_way`. The promise in `done` is for those who wait.
 */
export async function startBackup(deps: Deps, actor: Actor): Promise<{ done: Promise<void> }> {
  if (backingUp.has(deps)) throw new AppError("backup.under_way");
  backingUp.add(deps);
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
    backingUp.delete(deps);
    throw error;
  }
  return { done: attempt(deps, () => backUpByHand(deps)) };
}

async function attempt(deps: Deps, make: () => Promise<unknown>): Promise<void> {
  const { dataDir } = deps.config;
  backingUp.add(deps);
  try {
    if ((await make()) !== false) {
      noteMade(dataDir);
      deps.tally.count("livery_backups_total", 'outcome="made"');
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.tally.count("livery_backups_total", 'outcome="failed"');
    deps.log.error("The backup could not be made: {error}", { error: reason });
    try {
      // The last line says what happened, those before it at most where.
      const said = impersonal(reason.split("\n").at(-1) ?? "");
      noteFailure(dataDir, { of: "backup", at: deps.now(), reason: said });
    } catch {
      // A disk that is full takes no note either; the alert of the disk tells.
    }
  } finally {
    forgetSizes(deps);
    backingUp.delete(deps);
  }
}
