/** Verifies the chain of the audit log. */
import type { Db } from "../../db/open";
import type { Keys } from "../process/keys";
import { readChainHead, lastAuditNumber } from "./queries";
import { type AuditEntryContent, chainText, signedHeadText } from "./rules";

/** The result of the verification. */
type AuditVerification = {
  intact: boolean;
  /** How many rows from the first one are unchanged and linked. */
  upTo: number;
  /** The hash of the last of these rows, to store elsewhere and compare later. */
  hash: string;
  /** The number of the first wrong row; null if there is none. */
  brokenAt: number | null;
  reason: "changed" | "missing" | "end" | null;
};

type Row = AuditEntryContent & { previous: string; hash: string };

const ROWS_PER_CHUNK = 1_000;

/**
 * Verifies the log from its first row to the signed end, and returns the first break: a changed or inserted row
 * ("changed"), a missing row ("missing"), or an unsigned end ("end"). Lets other work run after every thousand rows.
 * Rows added during the check are verified next time.
 */
export async function verifyAudit(db: Db, keys: Keys): Promise<AuditVerification> {
  // Both are read at the same time, so rows appended during the check come after both.
  const head = readChainHead(db);
  const lastEntryNumber = lastAuditNumber(db);
  const rowQuery = db.$client.query<Row, [number, number]>(
    `SELECT number, at, actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName,
       action, subject_kind AS subjectKind, subject_id AS subjectId, summary, detail, previous, hash
     FROM audit_log WHERE number > ? AND number <= ? ORDER BY number LIMIT ${ROWS_PER_CHUNK}`,
  );
  let upTo = 0;
  let after = Number.MIN_SAFE_INTEGER;
  let hash = "";
  const brokenVerification = (reason: AuditVerification["reason"]) => ({
    intact: false,
    upTo,
    hash,
    brokenAt: upTo + 1,
    reason,
  });
  for (;;) {
    const rows = rowQuery.all(after, lastEntryNumber);
    for (const row of rows) {
      if (row.number !== upTo + 1) return brokenVerification("missing");
      if (row.previous !== hash || !keys.verify("audit", chainText(row, hash), row.hash))
        return brokenVerification("changed");
      upTo = after = row.number;
      hash = row.hash;
    }
    if (rows.length < ROWS_PER_CHUNK) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (head === null) return upTo === 0 ? intactVerification(upTo, hash) : brokenVerification("end");
  if (!keys.verify("audit", signedHeadText(head), head.signature)) return brokenVerification("end");
  if (head.number > upTo) return brokenVerification("missing");
  return head.number === upTo && head.hash === hash
    ? intactVerification(upTo, hash)
    : brokenVerification("end");
}

function intactVerification(upTo: number, hash: string): AuditVerification {
  return { intact: true, upTo, hash, brokenAt: null, reason: null };
}
