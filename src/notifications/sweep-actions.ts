import { inArray, lt, sql } from "drizzle-orm";
import { outbox } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";

/** Selects messages, sent or not, from before an instant (ms). */
export const outboxBefore = (at: number) => lt(outbox.createdAt, at);

/** Deletes up to `limit` of these messages inside the caller's transaction. Returns how many it deleted. */
export function sweepOutbox(tx: Tx, before: number, limit: number): number {
  const due = tx.select({ id: outbox.id }).from(outbox).where(outboxBefore(before)).limit(limit);
  return tx
    .delete(outbox)
    .where(inArray(outbox.id, due))
    .returning({ id: sql`1` })
    .all().length;
}
