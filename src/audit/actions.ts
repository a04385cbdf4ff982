/** Writes to the audit log, in the transaction of the logged change. */
import { and, isNotNull, lte } from "drizzle-orm";
import { auditHead, auditLog } from "../../db/schema/audit";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import type { AuditAction, SubjectKind } from "./contract";
import { readChainHead, lastAuditNumber } from "./queries";
import { chainText, signedHeadText } from "./rules";
import { insertRow } from "../../db/rows";

/** The log's key and the time. */
export type AuditDeps = Pick<Deps, "keys" | "now">;

/** The logged action. Summary and detail must not name a rider or contain a secret or a document number. */
export type AuditEntry = {
  actor: Actor;
  action: AuditAction;
  /** The subject; its id is null if it has no page of its own. */
  subject: { kind: SubjectKind; id: string | null };
  /** In the past tense, without the person: "Changed the zone Airport". */
  summary: string;
  detail?: Record<string, string | number | boolean>;
  /** When it was done; by default now. */
  at?: number;
  address?: string;
};

/**
 * Appends to the log in the caller's transaction, so that a rollback removes the row. Writes to the database run one
 * after another, so each row follows the one before.
 */
export function appendAudit(tx: Tx, deps: AuditDeps, entry: AuditEntry): void {
  const { keys } = deps;
  const head = readChainHead(tx);
  const lastEntryNumber = lastAuditNumber(tx);
  const isHeadValid =
    head === null
      ? lastEntryNumber === 0
      : keys.verify("audit", signedHeadText(head), head.signature);
  // After tampering, a new row does not continue the chain, so that verification finds the break.
  const previousHash = head && isHeadValid ? head.hash : "";
  const row = {
    number: Math.max(head?.number ?? 0, lastEntryNumber) + 1,
    at: entry.at ?? deps.now(),
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    subjectKind: entry.subject.kind,
    subjectId: entry.subject.id,
    summary: entry.summary,
    detail: JSON.stringify(entry.detail ?? {}),
  };
  const hash = keys.sign("audit", chainText(row, previousHash));
  insertRow(tx, auditLog, { ...row, previous: previousHash, hash, address: entry.address ?? null });
  const newHead = { number: row.number, hash };
  const values = { ...newHead, signature: keys.sign("audit", signedHeadText(newHead)) };
  tx.insert(auditHead)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: auditHead.id, set: values })
    .run();
}

/** A file that is about to be handed to staff. */
export type Download = {
  action: Extract<AuditAction, "export.downloaded" | "document.opened">;
  subject: AuditEntry["subject"];
  /** The file's name in words, after "Downloaded" or "Opened". */
  what: string;
  /** The query parameters of the request. */
  query: Record<string, string>;
};

/** Logs a file before it is handed out. */
export async function logDownload(deps: Deps, actor: Actor, download: Download): Promise<void> {
  const { action, subject, what, query } = download;
  const verb = action === "document.opened" ? "Opened" : "Downloaded";
  await deps.write((tx) =>
    appendAudit(tx, deps, { actor, action, subject, summary: `${verb} ${what}`, detail: query }),
  );
}

/** Returns the condition for rows up to a time (ms) that have an IP address. */
export const auditAddressesUntil = (at: number) =>
  and(isNotNull(auditLog.address), lte(auditLog.at, at));

/** Deletes IP addresses up to a time (ms). Returns how many. */
export function sweepAuditAddresses(tx: Tx, until: number): number {
  return tx
    .update(auditLog)
    .set({ address: null })
    .where(auditAddressesUntil(until))
    .returning({ number: auditLog.number })
    .all().length;
}
