/** Deletes records whose period of keeping has ended, kind by kind, and records how many. */
import { lt, sql } from "drizzle-orm";
import { removals } from "../../db/schema/privacy";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { discardFile } from "../files/store";
import { saveSettings } from "../settings/actions";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { periods, retainedKinds } from "../settings/retention-contract";
import { retentionStart } from "../settings/retention-rules";
import { retentionRules } from "./retention";
import type { SaveRetention } from "./retention-contract";

/** The maximum number of steps per kind and run. The rest follows within the hour. */
const MAX_STEPS_PER_RUN = 500;
/** How many days the log of deletions is kept. */
const LOG_RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

/**
 * Deletes all records past their period of keeping, in steps that let other writes in between. Returns how many of each
 * kind were deleted.
 */
export async function sweepRetainedRecords(deps: Deps): Promise<Record<string, number>> {
  const removedCounts: Record<string, number> = {};
  const { retentionDays, timeZone } = readOperator(deps);
  const now = deps.now();
  const dayOf = (at: number) => localTimeAt(at, timeZone).slice(0, 10);
  await deps.write((tx) =>
    tx
      .delete(removals)
      .where(lt(removals.day, dayOf(now - LOG_RETENTION_DAYS * DAY_MS)))
      .run(),
  );
  for (const kind of retainedKinds) {
    const { rowsPerStep, remove } = retentionRules[kind];
    for (let steps = 0; steps < MAX_STEPS_PER_RUN; steps++) {
      const { removed, files } = await deps.write((tx) => {
        const result = remove(tx, retentionStart(retentionDays, kind, now), rowsPerStep, now);
        if (result.removed > 0) addToRemovalLog(tx, dayOf(now), kind, result.removed);
        return result;
      });
      for (const id of files) await discardFile(deps, id);
      if (removed > 0) removedCounts[kind] = (removedCounts[kind] ?? 0) + removed;
      if (removed < rowsPerStep) break;
    }
  }
  return removedCounts;
}

/** Records deletions whose periods cannot be chosen, inside the caller's transaction. */
export function recordDeletions(tx: Tx, deps: Deps, removedCounts: Record<string, number>): void {
  const day = localTimeAt(deps.now(), readOperator(deps).timeZone).slice(0, 10);
  for (const [kind, removed] of Object.entries(removedCounts))
    if (removed > 0) addToRemovalLog(tx, day, kind, removed);
}

function addToRemovalLog(tx: Tx, day: string, kind: string, removed: number): void {
  tx.insert(removals)
    .values({ day, kind, removed })
    .onConflictDoUpdate({
      target: [removals.day, removals.kind],
      set: { removed: sql`${removals.removed} + ${removed}` },
    })
    .run();
}

/** Saves the periods. Throws 409 if the settings have changed since they were read. */
export function saveRetention(deps: Deps, actor: Actor, input: SaveRetention): Promise<void> {
  const { version, days } = input;
  // Default periods are not stored, so that they follow a later change of Livery's defaults.
  const changedKinds = retainedKinds.filter((kind) => days[kind] !== periods[kind].days);
  return saveSettings(deps, actor, {
    version,
    values: { retentionDays: Object.fromEntries(changedKinds.map((kind) => [kind, days[kind]])) },
    action: "settings.retention_changed",
    topic: "retention",
    summary: "Changed retention periods",
    detail: Object.fromEntries(changedKinds.map((kind) => [kind, days[kind]])),
  });
}
