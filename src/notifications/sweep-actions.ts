import { lt } from "drizzle-orm";
import { outbox } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import { KEEP_MS } from "./outbox";

/** Deletes messages of more than 30 days ago, sent or not, inside the caller's transaction. */
export function sweepOutbox(tx: Tx, now: number): void {
  tx.delete(outbox)
    .where(lt(outbox.createdAt, now - KEEP_MS))
    .run();
}
