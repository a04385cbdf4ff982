/** Reads the register for dispatch: lists, single reports and items, and their possible matches. */
import { and, desc, eq, gte, lte } from "drizzle-orm";
import type { Db } from "../../db/open";
import { contactMessages } from "../../db/schema/contact";
import {
  foundItems,
  lostReports,
  type StoredFoundItem,
  type StoredLostReport,
} from "../../db/schema/property";
import { likePattern, fromCursor, TimeCursor, toCursor } from "../formats/cursors";
import type { Deps } from "../deps";
import { MATCH_WINDOW_MS, scoreMatch, suggest } from "./match-rules";
import { loadItem, loadReport, contactMessageNumberOf } from "./queries";
import type {
  FoundItem,
  FoundItemList,
  FoundItemsQuery,
  LostReport,
  LostReportList,
  LostReportsQuery,
} from "./register-contract";
import { itemToCompare, logOf, reportToCompare, toItemRow, toReportRow } from "./row-queries";
import { findRow } from "../../db/rows";

/** The most rows that are compared for a match. */
const MAX_COMPARED_ROWS = 500;
const HOUR_MS = 3_600_000;

/** Collects SQL conditions and their values. */
function conditions() {
  const conditions: string[] = [];
  const sqlValues: (string | number)[] = [];
  return {
    add(sql: string, ...values: (string | number)[]) {
      conditions.push(sql);
      sqlValues.push(...values);
    },
    sql: () => (conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""),
    values: sqlValues,
  };
}

/** Reports, newest first. */
export function listReports(deps: Deps, query: LostReportsQuery): LostReportList {
  const after = fromCursor(query.cursor, TimeCursor);
  const where = conditions();
  if (query.unsearched) where.add("state = 'open' AND searched_at IS NULL");
  else if (query.state) where.add("state = ?", query.state);
  if (query.category) where.add("category = ?", query.category);
  if (query.q?.trim()) {
    const like = likePattern(query.q);
    where.add(
      `(what LIKE ? ESCAPE '\\' OR marks LIKE ? ESCAPE '\\' OR colour LIKE ? ESCAPE '\\'
        OR reporter_name LIKE ? ESCAPE '\\' OR number = ?)`,
      like,
      like,
      like,
      like,
      Number(query.q.replace(/\D/g, "")) || 0,
    );
  }
  if (after) where.add("(created_at, id) < (?, ?)", ...after);
  const ids = deps.db.$client
    .query<{ id: string }, (string | number)[]>(
      `SELECT id FROM lost_reports ${where.sql()} ORDER BY created_at DESC, id DESC LIMIT ?`,
    )
    .all(...where.values, query.limit + 1);
  const rows = ids.slice(0, query.limit).map(({ id }) => loadReport(deps.db, id));
  const lastRow = ids.length > query.limit ? rows.at(-1) : undefined;
  return {
    reports: rows.map((row) => toReportRow(deps.db, row)),
    nextCursor: lastRow ? toCursor([lastRow.createdAt, lastRow.id]) : null,
  };
}

/** Returns found items, newest first. Items that are due come in the order of their age, oldest first. */
export function listItems(deps: Deps, query: FoundItemsQuery): FoundItemList {
  const after = fromCursor(query.cursor, TimeCursor);
  const where = conditions();
  const [sortColumn, order, comparisonOperator] = query.due
    ? ["keep_until", "ASC", ">"]
    : ["found_at", "DESC", "<"];
  if (query.due) where.add("state = 'kept' AND keep_until <= ?", deps.now());
  else if (query.state) where.add("state = ?", query.state);
  if (query.category) where.add("category = ?", query.category);
  if (query.q?.trim()) {
    const like = likePattern(query.q);
    where.add(
      `(what LIKE ? ESCAPE '\\' OR marks LIKE ? ESCAPE '\\' OR colour LIKE ? ESCAPE '\\'
        OR storage LIKE ? ESCAPE '\\' OR number = ?)`,
      like,
      like,
      like,
      like,
      Number(query.q.replace(/\D/g, "")) || 0,
    );
  }
  if (after) where.add(`(${sortColumn}, id) ${comparisonOperator} (?, ?)`, ...after);
  const ids = deps.db.$client
    .query<{ id: string }, (string | number)[]>(
      `SELECT id FROM found_items ${where.sql()} ORDER BY ${sortColumn} ${order}, id ${order} LIMIT ?`,
    )
    .all(...where.values, query.limit + 1);
  const rows = ids.slice(0, query.limit).map(({ id }) => loadItem(deps.db, id));
  const lastRow = ids.length > query.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map((row) => toItemRow(deps.db, row)),
    nextCursor: lastRow
      ? toCursor([query.due ? lastRow.keepUntil : lastRow.foundAt, lastRow.id])
      : null,
  };
}

/** Returns one report with its log, its item and its possible matches. */
export function readReport(deps: Deps, id: string): LostReport {
  const { db } = deps;
  const row = loadReport(db, id);
  const item = findRow(db, foundItems, { reportId: id });
  return {
    ...toReportRow(db, row),
    log: logOf(db, id),
    item: item ? toItemRow(db, item) : null,
    matches: row.state === "open" ? matchesOfReport(deps, row) : [],
  };
}

/** Returns one item with its log, its report and its possible matches. */
export function readItem(deps: Deps, id: string): FoundItem {
  const { db } = deps;
  const row = loadItem(db, id);
  return {
    ...toItemRow(db, row),
    notified: contactMessageOfItem(db, id),
    log: logOf(db, id),
    report: row.reportId === null ? null : toReportRow(db, loadReport(db, row.reportId)),
    matches: row.state === "kept" ? matchesOfItem(deps, row) : [],
  };
}

function contactMessageOfItem(db: Db, itemId: string): FoundItem["notified"] {
  const number = contactMessageNumberOf(db, itemId);
  if (number === null) return null;
  const message = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.number, number))
    .get();
  return { number, id: message?.id ?? null };
}

function matchesOfReport(deps: Deps, report: StoredLostReport): LostReport["matches"] {
  const keptItems = deps.db
    .select()
    .from(foundItems)
    .where(
      and(
        eq(foundItems.state, "kept"),
        gte(foundItems.foundAt, report.lostAt - 3 * HOUR_MS),
        lte(foundItems.foundAt, report.lostAt + MATCH_WINDOW_MS),
      ),
    )
    .orderBy(desc(foundItems.foundAt))
    .limit(MAX_COMPARED_ROWS)
    .all();
  const comparedRecord = reportToCompare(report);
  return suggest(keptItems, (item) => scoreMatch(comparedRecord, itemToCompare(item))).map(
    ({ candidate, points, reasons }) => ({
      points,
      reasons,
      item: toItemRow(deps.db, candidate),
    }),
  );
}

function matchesOfItem(deps: Deps, item: StoredFoundItem): FoundItem["matches"] {
  const openReports = deps.db
    .select()
    .from(lostReports)
    .where(
      and(
        eq(lostReports.state, "open"),
        gte(lostReports.lostAt, item.foundAt - MATCH_WINDOW_MS),
        lte(lostReports.lostAt, item.foundAt + 3 * HOUR_MS),
      ),
    )
    .orderBy(desc(lostReports.lostAt))
    .limit(MAX_COMPARED_ROWS)
    .all();
  const comparedRecord = itemToCompare(item);
  return suggest(openReports, (report) => scoreMatch(reportToCompare(report), comparedRecord)).map(
    ({ candidate, points, reasons }) => ({
      points,
      reasons,
      report: toReportRow(deps.db, candidate),
    }),
  );
}
