/**
 * The audit log is a hash chain. Each row is hashed together with the row before it, with a key that is stored outside
 * the database, and the last hash is signed beside the log. So changed, inserted and deleted rows are found, also at
 * the end. Data that the law may require us to delete is not hashed: riders are never named, and addresses are stored
 * outside the chain.
 */

/** The hashed parts of a row. */
export type AuditEntryContent = {
  number: number;
  at: number;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  subjectKind: string;
  subjectId: string | null;
  summary: string;
  /** JSON as stored. */
  detail: string;
};

/** Returns the text from which a row's hash is computed. It is unambiguous for any content. */
export function chainText(row: AuditEntryContent, previousHash: string): string {
  return JSON.stringify([
    previousHash,
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

/** Returns the text that is signed for the end of the chain. */
export function signedHeadText(head: { number: number; hash: string }): string {
  return JSON.stringify(["head", head.number, head.hash]);
}

/** Returns the names of the changed values, for a row's detail; "" if none changed. */
export function changedNames<Values extends object>(
  before: { [Name in keyof Values]?: unknown },
  values: Values,
): string {
  return (Object.keys(values) as (keyof Values & string)[])
    .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(values[name] ?? null))
    .join(", ");
}
