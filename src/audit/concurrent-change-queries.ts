/** For staff who save an outdated record: who has changed which fields since they read it. */
import { and, desc, eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { ConcurrentChange } from "../errors";
import { requireSeen } from "../rows";
import type { SubjectKind } from "./contract";
import { iso } from "../formats/instants";

/** The parts of a log row that show which fields changed. */
interface ChangeRow {
  at: number;
  actorName: string;
  detail: Record<string, unknown>;
}

/** Returns the last rows about a record, newest first. Reads `audit_log_subject`. */
export function lastChangeRowsOf(
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

/** Throws 409 `request.conflict` with the changes since then, unless the record has the version that the caller saw. */
export function requireSeenRecord(
  db: Db | Tx,
  subject: { kind: SubjectKind; id: string },
  row: { version: number },
  version: number,
): void {
  requireSeen(row, version, "request.conflict", () =>
    concurrentChangesOf(lastChangeRowsOf(db, subject, row.version - version), row),
  );
}

/**
 * Turns rows (newest first) into changes (oldest first): the changed fields, and at the last change of each field its
 * current value, if people can read it.
 */
export function concurrentChangesOf(
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

/** Returns the field names that a change recorded, see `changedNames`. */
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
