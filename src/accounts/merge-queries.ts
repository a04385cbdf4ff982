/** Finds the account that a merged rider's old links lead to. */
import { eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { riderMerges } from "../../db/schema/accounts";

/** Returns the rider's current id: the id of the rider they were merged into, or else their own. */
export function currentRiderId(db: Db, id: string): string {
  const merge = db
    .select({ keptId: riderMerges.mergedIntoRiderId })
    .from(riderMerges)
    .where(eq(riderMerges.mergedRiderId, id))
    .get();
  return merge?.keptId ?? id;
}
