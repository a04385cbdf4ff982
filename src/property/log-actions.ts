/** The append-only log of reports and items. */
import { propertyEvents } from "../../db/schema/property";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { AuditAction, SubjectKind } from "../audit/contract";
import type { Actor, Deps } from "../deps";
import type { PropertyEvent } from "./contract";
import { insertRow } from "../../db/rows";

type Act = PropertyEvent["act"];

/**
 * Adds a line to the log of a report or an item and, for actions of staff, to the audit log. Runs in the caller's
 * transaction.
 */
export function logPropertyEvent(
  tx: Tx,
  deps: Deps,
  subject: { kind: Extract<SubjectKind, "lost_report" | "found_item">; id: string; number: number },
  actor: Actor,
  now: number,
  act: Act,
  more: { words?: string; detail?: Record<string, string | number> } = {},
): void {
  insertRow(tx, propertyEvents, {
    id: Bun.randomUUIDv7(),
    subjectId: subject.id,
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    act,
    words: more.words ?? "",
    detail: more.detail ?? {},
  });
  if (actor.kind !== "admin") return;
  const { kind, id, number } = subject;
  const [action, summaryTemplate] = auditPhrases[act];
  const recordName = kind === "lost_report" ? "lost report" : "found item";
  // The audit log gets neither words nor detail, because they may describe the item's owner.
  appendAudit(tx, deps, {
    actor,
    at: now,
    action,
    subject: { kind, id },
    summary: summaryTemplate.replace("{item}", `${recordName} ${number}`),
  });
}

const auditPhrases: Record<Act, readonly [AuditAction, string]> = {
  reported: ["property.changed", "Recorded {item}"],
  found: ["property.changed", "Registered {item}"],
  searched: ["property.changed", "Recorded a search for {item}"],
  stored: ["property.changed", "Stored {item}"],
  matched: ["property.changed", "Matched {item}"],
  unmatched: ["property.changed", "Undid the match of {item}"],
  return_attempted: ["property.changed", "Recorded an attempt to return {item}"],
  handed_over: ["property.handed_over", "Handed over {item}"],
  disposed: ["property.disposed", "Disposed of {item}"],
  closed: ["property.closed", "Closed {item}"],
  reopened: ["property.changed", "Reopened {item}"],
  person_removed: ["property.changed", "Deleted personal data of {item}"],
};
