/** Riders who were two: where the links to the one that is gone lead. */
import { eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { riderMerges } from "../../db/schema/accounts";

/** Who a rider is now: another one's id where they were folded into it, else their own. */
export function riderNow(db: Db, id: string): string {
  const merge = db
    .select({ keptId: riderMerges.keptId })
    .from(riderMerges)
    .where(eq(riderMerges.foldedId, id))
    .get();
  return merge?.keptId ?? id;
}
