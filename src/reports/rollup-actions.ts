/** Checks the daily sums of the reports against the trips, and rebuilds those that differ. */
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { KEY_COLUMNS, RECOUNT_SQL, SUM_COLUMNS } from "./rollup-sql";

const DAY_MS = 86_400_000;
/** How many days are checked in one step. A page requested in the meantime waits for one step at most. */
const DAYS_PER_STEP = 2;
const STEP_PAUSE_MS = 20;

type DayRange = { from: string; to: string };
type Row = Record<(typeof KEY_COLUMNS)[number], string> &
  Record<(typeof SUM_COLUMNS)[number], number>;

const COLUMNS = [...KEY_COLUMNS, ...SUM_COLUMNS].join(", ");
const DIMENSIONS_SQL = "'all', 'driver', 'vehicle_class', 'source', 'service_type', 'company'";

/** Sums up the trips of these days. A trip's local day is within a day of its UTC day. */
function recountedSumRows(db: Db, { from, to }: DayRange): Row[] {
  return db.$client
    .query<Row, [string, string, number, number]>(RECOUNT_SQL)
    .all(from, to, Date.parse(from) - DAY_MS, Date.parse(to) + 2 * DAY_MS);
}

function storedSumRows(db: Db, { from, to }: DayRange): Row[] {
  return db.$client
    .query<Row, [string, string]>(
      `SELECT ${COLUMNS} FROM report_days WHERE day BETWEEN ?1 AND ?2 AND dimension IN
         (${DIMENSIONS_SQL})`,
    )
    .all(from, to);
}

/** Whether the stored sums of these days match their trips. */
export function reportsMatchTrips(db: Db, days: DayRange): boolean {
  // A row of zeros counts as no row, because one stays behind when its trips were moved elsewhere.
  const text = (rows: Row[]) =>
    rows
      .filter((row) => SUM_COLUMNS.some((name) => row[name] !== 0))
      .map((row) => JSON.stringify([...KEY_COLUMNS, ...SUM_COLUMNS].map((name) => row[name])))
      .sort()
      .join("\n");
  return text(recountedSumRows(db, days)) === text(storedSumRows(db, days));
}

/** Rebuilds the reports of these days from their trips, in the caller's transaction. */
export function rebuildDays(tx: Tx, days: DayRange): void {
  const rows = recountedSumRows(tx, days);
  tx.$client
    .query<never, [string, string]>(
      `DELETE FROM report_days WHERE day BETWEEN ?1 AND ?2 AND dimension IN
         (${DIMENSIONS_SQL})`,
    )
    .run(days.from, days.to);
  const insert = tx.$client.query<never, (string | number)[]>(
    `INSERT INTO report_days (${COLUMNS}) VALUES (${[...KEY_COLUMNS, ...SUM_COLUMNS].map(() => "?").join()})`,
  );
  for (const row of rows) insert.run(...[...KEY_COLUMNS, ...SUM_COLUMNS].map((name) => row[name]));
}

const MONTH_COLUMNS = ["dimension", "month", "key", "currency", ...SUM_COLUMNS].join(", ");
const hasAnySumSql = `(${SUM_COLUMNS.map((name) => `${name} <> 0`).join(" OR ")})`;
const daysOfMonthSql = `SELECT dimension, substr(day, 1, 7) AS month, key, currency,
    ${SUM_COLUMNS.map((name) => `sum(${name}) AS ${name}`).join(", ")}
  FROM report_days WHERE dimension IN (${DIMENSIONS_SQL}) AND day BETWEEN ?1 || '-01' AND ?1 || '-31'
  GROUP BY 1, 2, 3, 4`;
const storedMonthSql = `SELECT ${MONTH_COLUMNS} FROM report_months
  WHERE dimension IN (${DIMENSIONS_SQL}) AND month = ?1`;

/** Rebuilds a month (such as 2026-11) if it differs from the sum of its days. Returns whether it did. */
async function verifyMonth(deps: Deps, month: string): Promise<boolean> {
  const storedRowsSql = `${storedMonthSql} AND ${hasAnySumSql}`;
  const monthRowsSql = `SELECT ${MONTH_COLUMNS} FROM (${daysOfMonthSql}) WHERE ${hasAnySumSql}`;
  const [difference] = deps.db.$client
    .query<{ n: number }, [string]>(
      `SELECT EXISTS (SELECT * FROM (${storedRowsSql}) EXCEPT SELECT * FROM (${monthRowsSql}))
         OR EXISTS (SELECT * FROM (${monthRowsSql}) EXCEPT SELECT * FROM (${storedRowsSql})) AS n`,
    )
    .all(month);
  if (difference?.n !== 1) return false;
  await deps.write(({ $client }) => {
    $client
      .query<never, [string]>(
        `DELETE FROM report_months WHERE dimension IN (${DIMENSIONS_SQL}) AND month = ?1`,
      )
      .run(month);
    $client
      .query<never, [string]>(`INSERT INTO report_months (${MONTH_COLUMNS}) ${daysOfMonthSql}`)
      .run(month);
  });
  deps.log.error("Reports of {month} were wrong and are being rebuilt", { month });
  return true;
}

/**
 * Returns the range of days that have a row in the reports, or should have one because of a trip. Null without trips.
 */
function reportedDayRange(db: Db): DayRange | null {
  const [trips] = db.$client
    .query<{ first: number | null; last: number | null }, []>(
      `SELECT (SELECT pickup_at FROM reservations ORDER BY pickup_at, id LIMIT 1) AS first,
         (SELECT pickup_at FROM reservations ORDER BY pickup_at DESC, id DESC LIMIT 1) AS last`,
    )
    .all();
  const [reportedDays] = db.$client
    .query<{ first: string | null; last: string | null }, []>(
      `SELECT (SELECT day FROM report_days WHERE dimension = 'all' ORDER BY day LIMIT 1) AS first,
         (SELECT day FROM report_days WHERE dimension = 'all' ORDER BY day DESC LIMIT 1) AS last`,
    )
    .all();
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const all = [
    ...(trips?.first != null ? [day(trips.first - DAY_MS)] : []),
    ...(trips?.last != null ? [day(trips.last + DAY_MS)] : []),
    ...(reportedDays?.first ? [reportedDays.first] : []),
    ...(reportedDays?.last ? [reportedDays.last] : []),
  ].sort();
  const [from] = all;
  const to = all.at(-1);
  return from && to ? { from, to } : null;
}

/**
 * Checks all days, a few at a time, and rebuilds those that differ from their trips, then the months that differ from
 * the sum of their days. Each difference is logged, because the server itself never causes one. Returns the days that
 * were wrong.
 */
export async function verifyReports(deps: Deps): Promise<DayRange[]> {
  const range = reportedDayRange(deps.db);
  const daysWithWrongSums: DayRange[] = [];
  if (!range) return daysWithWrongSums;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  for (let at = Date.parse(range.from); at <= Date.parse(range.to); at += DAYS_PER_STEP * DAY_MS) {
    if (deps.shutdown.aborted) break;
    const days = { from: day(at), to: day(at + (DAYS_PER_STEP - 1) * DAY_MS) };
    if (!reportsMatchTrips(deps.db, days)) {
      await deps.write((tx) => rebuildDays(tx, days));
      deps.log.error("Reports from {from} to {to} were wrong and are being rebuilt", days);
      daysWithWrongSums.push(days);
    }
    await pause(STEP_PAUSE_MS);
  }
  const last = Temporal.PlainYearMonth.from(range.to.slice(0, 7));
  let month = Temporal.PlainYearMonth.from(range.from.slice(0, 7));
  for (; Temporal.PlainYearMonth.compare(month, last) <= 0; month = month.add({ months: 1 })) {
    if (deps.shutdown.aborted) break;
    const name = month.toString();
    if (await verifyMonth(deps, name))
      daysWithWrongSums.push({ from: `${name}-01`, to: `${name}-31` });
    await pause(STEP_PAUSE_MS);
  }
  return daysWithWrongSums;
}
