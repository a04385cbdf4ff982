import { lt } from "drizzle-orm";
import { tripMessages, tripThreads } from "../../db/schema/messages";
import type { Tx } from "../../db/writer";
import { KEPT_MS } from "./rules";

/** Deletes messages of more than six months ago, and conversations that have been silent as long. */
export function sweepMessages(tx: Tx, now: number): void {
  tx.delete(tripMessages)
    .where(lt(tripMessages.createdAt, now - KEPT_MS))
    .run();
  tx.delete(tripThreads)
    .where(lt(tripThreads.updatedAt, now - KEPT_MS))
    .run();
}
