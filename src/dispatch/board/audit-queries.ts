/** Searches the audit log by person, action, date and words. */
import { fullName } from "../../accounts/name-rules";
import { z } from "zod";
import type { Db } from "../../../db/open";
import { admins } from "../../../db/schema/accounts";
import { lastAuditNumber } from "../../audit/queries";
import { CSV_BOM, csvLine } from "../../formats/csv";
import { fromCursor, toCursor } from "../../formats/cursors";
import type { Deps } from "../../deps";
import { localDay, localTimeAt } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import { AuditRow, type AuditFilter, type AuditPage, AuditVerification } from "./audit-contract";
import type { AuditState } from "./audit-contract";
import { iso } from "../../formats/instants";

type Row = {
  number: number;
  at: number;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string | null;
  summary: string;
  detail: string;
  address: string | null;
};

const Cursor = z.tuple([z.number(), z.number()]);

/**
 * Returns a page of the log, newest first. Rows are sorted by time or, for a search, by insertion, so that a page costs
 * the same however many rows match.
 */
export function listAudit(
  deps: Deps,
  query: AuditFilter & { cursor?: string | undefined; limit: number },
): AuditPage {
  const { rows, more } = readAuditRows(deps, query, fromCursor(query.cursor, Cursor), query.limit);
  const lastRow = more ? rows.at(-1) : undefined;
  return {
    entries: rows.map(toEntry),
    nextCursor: lastRow ? toCursor([lastRow.at, lastRow.number]) : null,
  };
}

function readAuditRows(
  deps: Deps,
  query: AuditFilter,
  after: [number, number] | null,
  limit: number,
): { rows: Row[]; more: boolean } {
  const words = (query.q?.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8);
  const hasSearch = query.q !== undefined && query.q.trim() !== "";
  if (hasSearch && words.length === 0) return { rows: [], more: false };
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (hasSearch) where("audit_search MATCH ?", words.map((word) => `"${word}"*`).join(" "));
  if (query.actor !== undefined) where("l.actor_id = ?", query.actor);
  if (query.action !== undefined) where("l.action = ?", query.action);
  if (query.subjectKind !== undefined && query.subjectId !== undefined)
    where("l.subject_kind = ? AND l.subject_id = ?", query.subjectKind, query.subjectId);
  const { timeZone } = readOperator(deps);
  if (query.from !== undefined) where("l.at >= ?", localDay(query.from, timeZone).from);
  if (query.to !== undefined) where("l.at < ?", localDay(query.to, timeZone).until);
  const rowRange = hasSearch ? rowNumbersOfDays(deps, query, timeZone) : null;
  if (rowRange) where("s.rowid BETWEEN ? AND ?", rowRange.first, rowRange.last);
  if (after && hasSearch) where("s.rowid < ?", after[1]);
  else if (after) where("(l.at, l.number) < (?, ?)", ...after);
  const rows = deps.db.$client
    .query<Row, (string | number)[]>(
      `SELECT l.number, l.at, l.actor_kind, l.actor_id, l.actor_name, l.action, l.subject_kind,
         l.subject_id, l.summary, l.detail, l.address,
         CASE l.subject_kind
           WHEN 'driver' THEN (SELECT trim(first_name || ' ' || last_name) FROM drivers WHERE id = l.subject_id)
           WHEN 'staff' THEN (SELECT trim(first_name || ' ' || last_name) FROM admins WHERE id = l.subject_id)
         END AS subject_name
       FROM ${hasSearch ? "audit_search s CROSS JOIN audit_log l ON l.number = s.rowid" : "audit_log l"}
       ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
       ORDER BY ${hasSearch ? "s.rowid DESC" : "l.at DESC, l.number DESC"} LIMIT ?`,
    )
    .all(...values, limit + 1);
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** The number of rows that a search can scan quickly. */
const MAX_ROWS_OF_DAYS = 5_000;

/**
 * Returns the range of row numbers for a range of days, so that a search reads only those. Null if there are no days,
 * or too many rows in them.
 */
function rowNumbersOfDays(
  { db }: Deps,
  { from, to }: AuditFilter,
  timeZone: string,
): { first: number; last: number } | null {
  if (from === undefined && to === undefined) return null;
  const [range] = db.$client
    .query<{ first: number | null; last: number | null; n: number }, [number, number, number]>(
      `SELECT min(number) AS first, max(number) AS last, count(*) AS n
       FROM (SELECT number FROM audit_log WHERE at >= ? AND at < ? LIMIT ?)`,
    )
    .all(
      from === undefined ? 0 : localDay(from, timeZone).from,
      to === undefined ? Number.MAX_SAFE_INTEGER : localDay(to, timeZone).until,
      MAX_ROWS_OF_DAYS + 1,
    );
  if (!range || range.n > MAX_ROWS_OF_DAYS) return null;
  return { first: range.first ?? 0, last: range.last ?? 0 };
}

function toEntry(row: Row): AuditRow {
  return AuditRow.parse({
    number: row.number,
    at: iso(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    summary: row.summary,
    detail: JSON.parse(row.detail),
    address: row.address,
  });
}

/** Returns the length of the log, its last verification, and the people in dispatch. */
export function readAuditState(deps: Deps): AuditState {
  return {
    count: lastAuditNumber(deps.db),
    verified: lastVerification(deps.db),
    people: people(deps.db),
  };
}

function lastVerification(db: Db): AuditVerification | null {
  const [row] = db.$client
    .query<{ at: number; actor_name: string; detail: string }, []>(
      `SELECT at, actor_name, detail FROM audit_log WHERE action = 'audit.verified'
       ORDER BY at DESC, number DESC LIMIT 1`,
    )
    .all();
  if (!row) return null;
  const { brokenAt = null, ...found } = JSON.parse(row.detail) as Record<string, unknown>;
  const at = iso(row.at);
  return AuditVerification.parse({ ...found, brokenAt, at, by: row.actor_name });
}

function people(db: Db): AuditState["people"] {
  return db
    .select({ id: admins.id, firstName: admins.firstName, lastName: admins.lastName })
    .from(admins)
    .all()
    .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const HEADINGS = [
  "Number",
  "Time",
  "Person",
  "Summary",
  "Action",
  "Subject",
  "Subject id",
  "Details",
  "Address",
];
const ROWS_PER_CHUNK = 500;

/** Yields the log as CSV in the order of the list, with times in the operator's time zone. */
export function* auditAsCsv(deps: Deps, filter: AuditFilter): Generator<string> {
  const { timeZone } = readOperator(deps);
  yield CSV_BOM + csvLine(HEADINGS);
  let after: [number, number] | null = null;
  for (;;) {
    const page: ReturnType<typeof readAuditRows> = readAuditRows(
      deps,
      filter,
      after,
      ROWS_PER_CHUNK,
    );
    yield page.rows
      .map((row) =>
        csvLine([
          row.number,
          localTimeAt(row.at, timeZone).replace("T", " "),
          row.actor_name,
          row.subject_name ? `${row.summary}: ${row.subject_name}` : row.summary,
          row.action,
          row.subject_kind,
          row.subject_id ?? "",
          row.detail === "{}" ? "" : row.detail,
          row.address ?? "",
        ]),
      )
      .join("");
    const lastRow = page.rows.at(-1);
    if (!page.more || !lastRow) return;
    after = [lastRow.at, lastRow.number];
  }
}
