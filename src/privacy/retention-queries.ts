import { desc, asc } from "drizzle-orm";
import { removals } from "../../db/schema/privacy";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { retainedKinds } from "../settings/retention-contract";
import { retentionDaysOf, retentionStart } from "../settings/retention-rules";
import { MAX_COUNTED_RECORDS, retentionRules } from "./retention";
import type { PreviewRetention, RetentionAnswer, RetentionPreview } from "./retention-contract";

/** How many lines of the log are shown. */
const MAX_LINES = 60;

/** Returns how long each kind is kept, and what was deleted recently. */
export function readRetention(deps: Deps): RetentionAnswer {
  const { retentionDays, version } = readOperator(deps);
  const days = Object.fromEntries(
    retainedKinds.map((kind) => [kind, retentionDaysOf(retentionDays, kind)]),
  );
  const removalCounts = deps.db
    .select()
    .from(removals)
    .orderBy(desc(removals.day), asc(removals.kind))
    .limit(MAX_LINES)
    .all();
  return {
    rules: { days: days as RetentionAnswer["rules"]["days"] },
    removed: removalCounts,
    version,
  };
}

/** Returns what would be deleted now with these periods. */
export function previewRetention(deps: Deps, { days }: PreviewRetention): RetentionPreview {
  const now = deps.now();
  const requestedKinds = retainedKinds.filter((kind) => days[kind] !== undefined);
  const dueCounts = requestedKinds.map((kind) => {
    const count = retentionRules[kind].countDue(deps.db, retentionStart(days, kind, now));
    return [kind, Math.min(count, MAX_COUNTED_RECORDS)] as const;
  });
  return { due: Object.fromEntries(dueCounts), most: MAX_COUNTED_RECORDS };
}
