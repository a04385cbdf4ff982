/** Reads reports from the daily and monthly sums that triggers maintain, never from the trips themselves. */
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { localDay } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { isOnShift, shiftSecondsByDay } from "../drivers/shift-rules";
import type { Figures, Report, ReportGroup, ReportQuery } from "./contract";
import {
  dividePeriod,
  groupingFor,
  figuresOf,
  isTimeGrouping,
  periodBefore,
  type Sums,
  type TimeGrouping,
  wholeMonths,
} from "./rules";
import { SUM_COLUMNS } from "./rollup-sql";
import { reportServices, reportSources, labelsOfMissingValues } from "./words";

type Period = { from: string; to: string };
type DaySums = Sums & { day: string };
type SumsByKey = Sums & { key: string };

const COLUMNS = `currency, sum(driven) AS driven, sum(cancelled) AS cancelled,
  sum(late_cancelled) AS lateCancelled, sum(no_shows) AS noShows, sum(arrived) AS arrived,
  sum(on_time) AS onTime, sum(driven_seconds) AS drivenSeconds, sum(charged_minor) AS chargedMinor,
  sum(tax_minor) AS taxMinor, sum(tips_minor) AS tipsMinor, sum(fees_minor) AS feesMinor`;

const KEYED_COLUMNS_SQL = ["key", "currency", ...SUM_COLUMNS].join(", ");

/** Returns the report of a period and of the period before it. Includes money if `canSeeMoney` is true. */
export function readReport(deps: Deps, query: ReportQuery, canSeeMoney: boolean): Report {
  const { db } = deps;
  const period = { from: query.from, to: query.to };
  const previousPeriod = periodBefore(period);
  const days = sumsByDay(db, period);
  const shifts = shiftSecondsOf(deps, period);
  const groupsByTime = (by: TimeGrouping) => groupByTime(period, by, days, shifts, canSeeMoney);
  const totalOf = (rows: readonly Sums[], { all }: ShiftSeconds) =>
    figuresOf(rows, all, canSeeMoney);
  return {
    by: query.by,
    period,
    before: previousPeriod,
    total: totalOf(days, shifts),
    previousTotal: totalOf(sumsByDay(db, previousPeriod), shiftSecondsOf(deps, previousPeriod)),
    series: groupsByTime(groupingFor(period)),
    seriesBy: groupingFor(period),
    groups: isTimeGrouping(query.by)
      ? groupsByTime(query.by)
      : groupsByKey(deps, period, query.by, canSeeMoney),
  };
}

function sumsByDay(db: Db, { from, to }: Period): DaySums[] {
  return db.$client
    .query<DaySums, [string, string]>(
      `SELECT day, ${COLUMNS} FROM report_days
       WHERE dimension = 'all' AND day BETWEEN ? AND ? GROUP BY day, currency`,
    )
    .all(from, to);
}

function groupByTime(
  period: Period,
  by: TimeGrouping,
  days: readonly DaySums[],
  shifts: ShiftSeconds,
  canSeeMoney: boolean,
): ReportGroup[] {
  const parts = dividePeriod(period, by).map((part) => ({
    ...part,
    rows: [] as Sums[],
    shiftSeconds: 0,
  }));
  const partByDay = new Map<string, (typeof parts)[number]>();
  let at = 0;
  // Days and parts are in the same order, so one pass is enough.
  for (const day of [...new Set([...days.map((row) => row.day), ...shifts.byDay.keys()])].sort()) {
    while (at < parts.length - 1 && (parts[at]?.to ?? day) < day) at += 1;
    const part = parts[at];
    if (part) partByDay.set(day, part);
  }
  for (const row of days) partByDay.get(row.day)?.rows.push(row);
  for (const [day, seconds] of shifts.byDay) {
    const part = partByDay.get(day);
    if (part) part.shiftSeconds += seconds;
  }
  return parts.map(({ from, to, rows, shiftSeconds }) => ({
    ...figuresOf(rows, shiftSeconds, canSeeMoney),
    key: from,
    label: from,
    from,
    to,
  }));
}

function groupsByKey(
  deps: Deps,
  period: Period,
  by: Exclude<ReportQuery["by"], TimeGrouping>,
  canSeeMoney: boolean,
): ReportGroup[] {
  const { db } = deps;
  // The dimension is one of our own names, never input, so it is safe in SQL.
  const { unionSql, values } = storedSumsSql(period, ["report_days", "report_months"], {
    columns: KEYED_COLUMNS_SQL,
    where: `dimension = '${by}' AND`,
  });
  const rows = db.$client
    .query<SumsByKey, string[]>(`SELECT key, ${COLUMNS} FROM (${unionSql}) GROUP BY key, currency`)
    .all(...values);
  const rowsByKey = Map.groupBy(rows, ({ key }) => key);
  // A driver who was on shift without trips has a row too.
  const shifts = by === "driver" ? shiftSecondsByDriver(deps, period) : null;
  for (const id of shifts?.keys() ?? []) if (!rowsByKey.has(id)) rowsByKey.set(id, []);
  const labels = labelsOf(db, by);
  const collator = new Intl.Collator("en", { numeric: true });
  return [...rowsByKey]
    .map(([key, sums]) => {
      const shiftSeconds = shifts && (shifts.get(key) ?? 0);
      const label =
        key === "" ? (labelsOfMissingValues[by] ?? "None") : (labels.get(key) ?? "Removed");
      return { ...figuresOf(sums, shiftSeconds, canSeeMoney), key, label, ...period };
    })
    .filter(hasAnyFigure)
    .sort((a, b) => b.driven - a.driven || collator.compare(a.label, b.label));
}

/** Whether a group has any figure. A group whose trips were all moved elsewhere still has a row of zeros. */
function hasAnyFigure({ driven, cancelled, noShows, shiftSeconds, money }: Figures): boolean {
  return (
    driven + cancelled + noShows > 0 ||
    (shiftSeconds ?? 0) > 0 ||
    (money ?? []).some(({ chargedMinor }) => chargedMinor !== 0)
  );
}

const labelQueries = {
  driver: "SELECT id, trim(first_name || ' ' || last_name) AS label FROM drivers",
  vehicle_class: "SELECT id, name AS label FROM vehicle_classes",
  company: "SELECT id, name AS label FROM companies",
} as const;

function labelsOf(db: Db, by: Exclude<ReportQuery["by"], TimeGrouping>): Map<string, string> {
  if (by === "source") return new Map(Object.entries(reportSources));
  if (by === "service_type") return new Map(Object.entries(reportServices));
  const rows = db.$client.query<{ id: string; label: string }, []>(labelQueries[by]).all();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Seconds that drivers were on shift, in total and by day. */
type ShiftSeconds = { all: number; byDay: Map<string, number> };

/** Returns the shifts of a period: all that have ended, and running shifts up to now. */
function shiftSecondsOf(deps: Deps, period: Period): ShiftSeconds {
  const { from, to } = period;
  const endedShifts = deps.db.$client
    .query<{ key: string; seconds: number }, [string, string]>(
      "SELECT day AS key, seconds FROM shift_days WHERE day BETWEEN ? AND ?",
    )
    .all(from, to);
  const byDay = withRunningShifts(deps, period, endedShifts, ({ day }) => day);
  let all = 0;
  for (const seconds of byDay.values()) all += seconds;
  return { all, byDay };
}

/** As `shiftSecondsOf`, by the drivers' ids. */
function shiftSecondsByDriver(deps: Deps, period: Period): Map<string, number> {
  const { unionSql, values } = storedSumsSql(period, ["driver_shift_days", "driver_shift_months"], {
    columns: "driver_id, seconds",
    where: "",
  });
  const endedShifts = deps.db.$client
    .query<{ key: string; seconds: number }, string[]>(
      `SELECT driver_id AS key, sum(seconds) AS seconds FROM (${unionSql}) GROUP BY driver_id`,
    )
    .all(...values);
  return withRunningShifts(deps, period, endedShifts, ({ driverId }) => driverId);
}

/** Adds the running shifts, up to now, to the ended ones under the same keys. */
function withRunningShifts(
  deps: Deps,
  { from, to }: Period,
  ended: readonly { key: string; seconds: number }[],
  keyOf: (part: { day: string; driverId: string }) => string,
): Map<string, number> {
  const sums = new Map(ended.map(({ key, seconds }) => [key, seconds]));
  const now = deps.now();
  const { timeZone } = readOperator(deps);
  if (localDay(to, timeZone).until <= now - 86_400_000) return sums;
  for (const { driverId, startedAt } of runningShifts(deps.db)) {
    if (!isOnShift(startedAt, now)) continue;
    for (const { day, seconds } of shiftSecondsByDay(startedAt, now, timeZone)) {
      const key = keyOf({ day, driverId });
      if (day >= from && day <= to) sums.set(key, (sums.get(key) ?? 0) + seconds);
    }
  }
  return sums;
}

/**
 * Returns SQL that reads whole months of a period from the monthly sums, and the days before and after them from the
 * daily sums.
 */
function storedSumsSql(
  period: Period,
  [daysTable, monthsTable]: [daysCondition: string, monthsCondition: string],
  { columns, where }: { columns: string; where: string },
): { unionSql: string; values: string[] } {
  const { days, months } = wholeMonths(period);
  const spans = [
    ...days.map((span) => ({ table: daysTable, column: "day", ...span })),
    ...(months ? [{ table: monthsTable, column: "month", ...months }] : []),
  ];
  return {
    unionSql: spans
      .map(
        ({ table, column }) =>
          `SELECT ${columns} FROM ${table} WHERE ${where} ${column} BETWEEN ? AND ?`,
      )
      .join(" UNION ALL "),
    values: spans.flatMap(({ from, to }) => [from, to]),
  };
}

function runningShifts(db: Db): { driverId: string; startedAt: number }[] {
  return db.$client
    .query<{ driverId: string; startedAt: number }, []>(
      "SELECT driver_id AS driverId, started_at AS startedAt FROM driver_shifts",
    )
    .all();
}
