/**
 * The audit log is a chain. Each row is hashed, under a key that is not in the database, together with
 * the hash of the row before it; the last one is signed beside the log. So a row that was changed,
 * put in or taken out, at the end too, is found by walking the chain. What a law may make us
 * forget is not in the hash: riders are never named, and addresses stand beside it.
 */

/** What of a row is hashed. */
export type AuditContent = {
  number: number;
  at: number;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  subjectKind: string;
  subjectId: string | null;
  summary: string;
  /** JSON as it is stored. */
  detail: string;
};

/** The text of a row that its hash is made of; unambiguous, whatever the texts in it hold. */
export function chained(row: AuditContent, previous: string): string {
  return JSON.stringify([
    previous,
    row.number,
    row.at,
    row.actorKind,
    row.actorId,
    row.actorName,
    row.action,
    row.subjectKind,
    row.subjectId,
    row.summary,
    row.detail,
  ]);
}

/** The text that is signed for the end of the chain. */
export function headText(head: { number: number; hash: string }): string {
  return JSON.stringify(["head", head.number, head.hash]);
}

/** The names of the values that differ, for a row's detail; "" when none does. */
export function changedNames<Values extends object>(
  before: { [Name in keyof Values]?: unknown },
  values: Values,
): string {
  return (Object.keys(values) as (keyof Values & string)[])
    .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(values[name] ?? null))
    .join(", ");
}
