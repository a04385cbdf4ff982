/** Writing to the audit log, in the transaction of what is written down. */
import { and, isNotNull, lte } from "drizzle-orm";
import { auditHead, auditLog } from "../../db/schema/audit";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import type { AuditAction, SubjectKind } from "./contract";
import { readHead, lastNumber } from "./queries";
import { chained, headText } from "./rules";
import { insertRow } from "../../db/rows";

/** Signs with the key of the log, and tells the time. */
export type Auditing = Pick<Deps, "keys" | "now">;

/** What was done. Neither summary nor detail may name a rider or hold a secret or a paper's number. */
export type AuditEntry = {
  actor: Actor;
  action: AuditAction;
  /** What it was done to; null when to nothing that has a page. */
  subject: { kind: SubjectKind; id: string | null };
  /** In the past tense and without the actor: "Changed the zone Airport". */
  summary: string;
  detail?: Record<string, string | number | boolean>;
  /** When it was done; now when absent. */
  at?: number;
  address?: string;
};

/**
 * Appends to the log, inside the caller's transaction: what is rolled back is not in it. All writers of
 * the database come one after another, so each row follows on the one before it.
 */
export function appendAudit(tx: Tx, deps: Auditing, entry: AuditEntry): void {
  const { keys } = deps;
  const head = readHead(tx);
  const last = lastNumber(tx);
  const sound = head === null ? last === 0 : keys.verify("audit", headText(head), head.signature);
  // After what was tampered with nothing follows on: the break stays where verifying finds it.
  const previous = head && sound ? head.hash : "";
  const row = {
    number: Math.max(head?.number ?? 0, last) + 1,
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
  const hash = keys.sign("audit", chained(row, previous));
  insertRow(tx, auditLog, { ...row, previous, hash, address: entry.address ?? null });
  const end = { number: row.number, hash };
  const values = { ...end, signature: keys.sign("audit", headText(end)) };
  tx.insert(auditHead)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: auditHead.id, set: values })
    .run();
}

/** A file that staff are about to be handed. */
export type Download = {
  action: Extract<AuditAction, "export.downloaded" | "document.opened">;
  subject: AuditEntry["subject"];
  /** What it is, after "Downloaded" or "Opened". */
  what: string;
  /** What was asked for, as the address names it. */
  query: Record<string, string>;
};

/** Tells the log of a file before it is handed out. */
export async function noteDownload(deps: Deps, actor: Actor, download: Download): Promise<void> {
  const { action, subject, what, query } = download;
  const did = action === "document.opened" ? "Opened" : "Downloaded";
  await deps.write((tx) =>
    appendAudit(tx, deps, { actor, action, subject, summary: `${did} ${what}`, detail: query }),
  );
}

/** The network addresses in the log until an instant (ms). */
export const auditAddressesUntil = (at: number) =>
  and(isNotNull(auditLog.address), lte(auditLog.at, at));

/** Removes the addresses until an instant (ms). Returns how many. */
export function sweepAudit(tx: Tx, until: number): number {
  return tx
    .update(auditLog)
    .set({ address: null })
    .where(auditAddressesUntil(until))
    .returning({ number: auditLog.number })
    .all().length;
}
