/** Merged riders: where links to the account that no longer exists lead. */
import { eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { riderMerges } from "../../db/schema/accounts";

/** Who a rider is now: another one's id where they were merged into it, else their own. */
export function currentRiderId(db: Db, id: string): string {
  const merge = db
    .select({ keptId: riderMerges.mergedIntoRiderId })
    .from(riderMerges)
    .where(eq(riderMerges.mergedRiderId, id))
    .get();
  return merge?.keptId ?? id;
}
