import { sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { auditHead, auditLog } from "../../db/schema/audit";

/** The signed end of the chain; null before the first row, or if it was deleted. */
type ChainHead = { number: number; hash: string; signature: string };

const headStatement = prepared((db) =>
  db
    .select({ number: auditHead.number, hash: auditHead.hash, signature: auditHead.signature })
    .from(auditHead)
    .prepare(),
);

const lastNumberStatement = prepared((db) =>
  db
    .select({ number: sql<number | null>`max(${auditLog.number})` })
    .from(auditLog)
    .prepare(),
);

/** Returns the signed end of the chain. */
export function readChainHead(db: Db): ChainHead | null {
  return headStatement(db).all()[0] ?? null;
}

/** Returns the highest row number, independent of the head; 0 if the log is empty. */
export function lastAuditNumber(db: Db): number {
  return lastNumberStatement(db).all()[0]?.number ?? 0;
}
