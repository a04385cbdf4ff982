import { inArray, lt, sql } from "drizzle-orm";
import { tripMessages, tripThreads } from "../../db/schema/messages";
import type { Tx } from "../../db/writer";

/** Selects messages from before an instant (ms). */
export const messagesBefore = (at: number) => lt(tripMessages.createdAt, at);

/**
 * Deletes up to `limit` messages from before an instant (ms), and conversations silent since then. Returns
 * how many messages were deleted.
 */
export function sweepMessages(tx: Tx, before: number, limit: number): number {
  tx.delete(tripThreads).where(lt(tripThreads.updatedAt, before)).run();
  const due = tx
    .select({ id: tripMessages.id })
    .from(tripMessages)
    .where(messagesBefore(before))
    .limit(limit);
  return tx
    .delete(tripMessages)
    .where(inArray(tripMessages.id, due))
    .returning({ id: sql`1` })
    .all().length;
}
