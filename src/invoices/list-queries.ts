/** Invoices of all companies: a page of them, and the open amounts by how long they have been overdue. */
import type { z } from "zod";
import { fromCursor, TextCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { Ageing, AllInvoicesQuery, InvoiceList } from "./contract";
import { loadInvoice, toRow } from "./queries";

type Values = (string | number)[];

/** Lists open and overdue invoices with the earliest due day first, others with the latest first. */
export function listAllInvoices(deps: Deps, query: z.output<typeof AllInvoicesQuery>): InvoiceList {
  const { show, limit } = query;
  const { ids, nextCursor } =
    show === "open" || show === "overdue"
      ? pageOf<[string, string]>(deps, openInvoicesQuery(deps, query), limit, ({ at, id }) => [
          at,
          id,
        ])
      : pageOf<[number, string]>(deps, latestInvoicesQuery(query), limit, ({ at, id }) => [at, id]);
  return { invoices: ids.map((id) => toRow(deps, loadInvoice(deps.db, id))), nextCursor };
}

type InvoiceQuery = { sql: string; values: Values };

function pageOf<At extends [string | number, string]>(
  deps: Deps,
  { sql, values }: InvoiceQuery,
  limit: number,
  valuesOf: (row: { at: At[0]; id: string }) => At,
) {
  const rows = deps.db.$client
    .query<{ at: At[0]; id: string }, Values>(sql)
    .all(...values, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, valuesOf);
  return { ids: shown.map(({ id }) => id), nextCursor };
}

function openInvoicesQuery(deps: Deps, query: z.output<typeof AllInvoicesQuery>): InvoiceQuery {
  const { show, company } = query;
  const cursor = fromCursor(query.cursor, TextCursor);
  const { conditions, values } = columnConditions(query);
  conditions.push("balance_minor > 0");
  if (show === "overdue") {
    conditions.push("due_on < ?");
    values.push(today(deps));
  }
  if (cursor) {
    conditions.push("(due_on, invoice_id) > (?, ?)");
    values.push(...cursor);
  }
  const index = company === undefined ? "invoice_balances_open" : "invoice_balances_owed";
  const sql = `SELECT due_on AS at, invoice_id AS id FROM invoice_balances INDEXED BY ${index}
    WHERE ${conditions.join(" AND ")} ORDER BY due_on, invoice_id LIMIT ?`;
  return { sql, values };
}

function latestInvoicesQuery(query: z.output<typeof AllInvoicesQuery>): InvoiceQuery {
  const { show } = query;
  const cursor = fromCursor(query.cursor, TimeCursor);
  const [table, id] = show === "paid" ? ["invoice_balances", "invoice_id"] : ["invoices", "id"];
  const { conditions, values } = columnConditions(query);
  if (show === "paid") conditions.push("balance_minor <= 0");
  if (cursor) {
    conditions.push(`(issued_at, ${id}) < (?, ?)`);
    values.push(...cursor);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const sql = `SELECT issued_at AS at, ${id} AS id FROM ${table} ${where}
    ORDER BY issued_at DESC, ${id} DESC LIMIT ?`;
  return { sql, values };
}

function columnConditions({ company, currency }: z.output<typeof AllInvoicesQuery>) {
  const conditions: string[] = [];
  const values: Values = [];
  for (const [column, value] of Object.entries({ company_id: company, currency })) {
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  return { conditions, values };
}

/** The maximum number of open invoices that are summed, oldest first. Nobody reads through more. */
const MAX_SUMMED_INVOICES = 10_000;

type Group = Ageing["companies"][number];

/** Returns the open amounts by how long they have been overdue, in total and by company, the longest overdue first. */
export function readAgeing(deps: Deps): Ageing {
  const companies = deps.db.$client
    .query<Group & { oldest: string }, [string, number]>(
      `SELECT b.company_id AS companyId, c.name, b.currency, count(*) AS invoices, min(b.due_on) AS oldest,
         sum(CASE WHEN late <= 0 THEN b.balance_minor ELSE 0 END) AS notDueMinor,
         sum(CASE WHEN late BETWEEN 1 AND 30 THEN b.balance_minor ELSE 0 END) AS to30Minor,
         sum(CASE WHEN late BETWEEN 31 AND 60 THEN b.balance_minor ELSE 0 END) AS to60Minor,
         sum(CASE WHEN late BETWEEN 61 AND 90 THEN b.balance_minor ELSE 0 END) AS to90Minor,
         sum(CASE WHEN late > 90 THEN b.balance_minor ELSE 0 END) AS over90Minor,
         sum(b.balance_minor) AS totalMinor
       FROM (SELECT company_id, currency, due_on, balance_minor,
           CAST(julianday(?) - julianday(due_on) AS INTEGER) AS late
         FROM invoice_balances INDEXED BY invoice_balances_open WHERE balance_minor > 0
         ORDER BY due_on, invoice_id LIMIT ?) b
       JOIN companies c ON c.id = b.company_id
       GROUP BY b.company_id, b.currency ORDER BY oldest, c.name, b.currency`,
    )
    .all(today(deps), MAX_SUMMED_INVOICES)
    .map(({ oldest: _, ...group }) => group);
  const sums = new Map<string, Ageing["sums"][number]>();
  for (const { companyId: _, name: __, ...group } of companies) {
    const sum = sums.get(group.currency);
    sums.set(group.currency, sum ? addSums(sum, group) : group);
  }
  return { sums: [...sums.values()], companies };
}

type Sum = Ageing["sums"][number];

function addSums(one: Sum, other: Sum): Sum {
  return {
    currency: one.currency,
    invoices: one.invoices + other.invoices,
    notDueMinor: one.notDueMinor + other.notDueMinor,
    to30Minor: one.to30Minor + other.to30Minor,
    to60Minor: one.to60Minor + other.to60Minor,
    to90Minor: one.to90Minor + other.to90Minor,
    over90Minor: one.over90Minor + other.over90Minor,
    totalMinor: one.totalMinor + other.totalMinor,
  };
}

function today(deps: Deps): string {
  return localTimeAt(deps.now(), readOperator(deps).timeZone).slice(0, 10);
}
