/** Tells staff who save over a concurrent change who has changed what since they saw it. */
import { and, desc, eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { ConcurrentChange } from "../errors";
import { requireSeen } from "../rows";
import type { SubjectKind } from "./contract";
import { iso } from "../formats/instants";

/** A row of the log about one thing, as far as it tells of fields. */
interface ChangeRow {
  at: number;
  actorName: string;
  detail: Record<string, unknown>;
}

/** The last rows about a record, newest first. Reads `audit_log_subject`. */
export function lastRowsOf(
  db: Db | Tx,
  subject: { kind: SubjectKind; id: string },
  limit: number,
): ChangeRow[] {
  return db
    .select({ at: auditLog.at, actorName: auditLog.actorName, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, subject.kind), eq(auditLog.subjectId, subject.id)))
    .orderBy(desc(auditLog.at), desc(auditLog.number))
    .limit(limit)
    .all()
    .map(({ detail, ...row }) => ({
      ...row,
      detail: JSON.parse(detail) as Record<string, unknown>,
    }));
}

/**
 * 409 `request.conflict` unless the record has the version that was seen, with who changed what
 * since.
 */
export function requireSeenRecord(
  db: Db | Tx,
  subject: { kind: SubjectKind; id: string },
  row: { version: number },
  version: number,
): void {
  requireSeen(row, version, "request.conflict", () =>
    changesSince(lastRowsOf(db, subject, row.version - version), row),
  );
}

/**
 * Turns rows (newest first) into changes (oldest first): the changed fields, with the value `now`
 * at the last change of each where it means something to a person.
 */
export function changesSince(
  rows: readonly ChangeRow[],
  currentRecord: object,
): ConcurrentChange[] {
  const values = new Map<string, unknown>(Object.entries(currentRecord));
  const listedFields = new Set<string>();
  return rows
    .map(({ at, actorName, detail }) => ({
      at: iso(at),
      by: actorName,
      changes: fieldsOf(detail).map((field) => {
        const text = listedFields.has(field) ? undefined : valueText(values.get(field));
        listedFields.add(field);
        return { field, ...(text !== undefined && { text }) };
      }),
    }))
    .toReversed();
}

/** The field names a change recorded, see `changedNames`. */
function fieldsOf({ changed, what }: Record<string, unknown>): string[] {
  const names = changed ?? what;
  return typeof names === "string" && names !== "" ? names.split(", ") : [];
}

const MAX_VALUE_LENGTH = 80;

function valueText(value: unknown): string | undefined {
  if (value === null || value === "") return "now empty";
  if (typeof value === "boolean") return value ? "now on" : "now off";
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).replaceAll(/\s+/g, " ");
  return `now “${text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text}”`;
}
