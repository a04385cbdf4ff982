import { inArray, lt } from "drizzle-orm";
import { webhookDeliveries } from "../../db/schema/webhooks";
import type { Deps } from "../deps";
import { DELIVERY_RETENTION_MS } from "./rules";

/** How many calls are deleted at a time, so that other writes can run in between. */
const ROWS_PER_WRITE = 1_000;

/** Deletes calls that are more than 30 days old. */
export async function sweepDeliveries(deps: Deps): Promise<void> {
  const { id, createdAt } = webhookDeliveries;
  for (let deletedCount = ROWS_PER_WRITE; deletedCount === ROWS_PER_WRITE;) {
    deletedCount = await deps.write((tx) => {
      const old = tx
        .select({ id })
        .from(webhookDeliveries)
        .where(lt(createdAt, deps.now() - DELIVERY_RETENTION_MS))
        .limit(ROWS_PER_WRITE);
      return tx.delete(webhookDeliveries).where(inArray(id, old)).returning({ id }).all().length;
    });
  }
}
