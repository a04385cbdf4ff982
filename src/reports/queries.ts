/** Reports, read from the days that the triggers keep: never from the trips themselves. */
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { localDay } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { isOnShift, secondsByDay } from "../drivers/shift-rules";
import type { Figures, Report, ReportGroup, ReportQuery } from "./contract";
import { cut, cutOf, figuresOf, isTime, periodBefore, type Sums, type TimeGrouping } from "./rules";
import { reportServices, reportSources, withoutOne } from "./words";

type Period = { from: string; to: string };
type DaySums = Sums & { day: string };
type KeySums = Sums & { key: string };

const COLUMNS = `currency, sum(driven) AS driven, sum(cancelled) AS cancelled,
  sum(late_cancelled) AS lateCancelled, sum(no_shows) AS noShows, sum(arrived) AS arrived,
  sum(on_time) AS onTime, sum(driven_seconds) AS drivenSeconds, sum(charged_minor) AS chargedMinor,
  sum(tax_minor) AS taxMinor, sum(tips_minor) AS tipsMinor, sum(fees_minor) AS feesMinor`;

/** A report of a period beside the one before it. Money is in it where `seesMoney`. */
export function readReport(deps: Deps, query: ReportQuery, seesMoney: boolean): Report {
  const { db } = deps;
  const period = { from: query.from, to: query.to };
  const before = periodBefore(period);
  const days = sumsByDay(db, period);
  const shifts = shiftsOf(deps, period);
  const groupsByTime = (by: TimeGrouping) => byTime(period, by, days, shifts, seesMoney);
  const totalOf = (rows: readonly Sums[], { all }: Shifts) => figuresOf(rows, all, seesMoney);
  return {
    by: query.by,
    period,
    before,
    total: totalOf(days, shifts),
    totalBefore: totalOf(sumsByDay(db, before), shiftsOf(deps, before)),
    series: groupsByTime(cutOf(period)),
    seriesBy: cutOf(period),
    groups: isTime(query.by)
      ? groupsByTime(query.by)
      : byKey(db, period, query.by, shifts, seesMoney),
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

function byTime(
  period: Period,
  by: TimeGrouping,
  days: readonly DaySums[],
  shifts: Shifts,
  seesMoney: boolean,
): ReportGroup[] {
  const parts = cut(period, by).map((part) => ({ ...part, rows: [] as Sums[], onShift: 0 }));
  const partOf = new Map<string, (typeof parts)[number]>();
  let at = 0;
  // Days and parts are in the same order: each day is looked at once.
  for (const day of [...new Set([...days.map((row) => row.day), ...shifts.byDay.keys()])].sort()) {
    while (at < parts.length - 1 && (parts[at]?.to ?? day) < day) at += 1;
    const part = parts[at];
    if (part) partOf.set(day, part);
  }
  for (const row of days) partOf.get(row.day)?.rows.push(row);
  for (const [day, seconds] of shifts.byDay) {
    const part = partOf.get(day);
    if (part) part.onShift += seconds;
  }
  return parts.map(({ from, to, rows, onShift }) => ({
    ...figuresOf(rows, onShift, seesMoney),
    key: from,
    label: from,
    from,
    to,
  }));
}

function byKey(
  db: Db,
  period: Period,
  by: Exclude<ReportQuery["by"], TimeGrouping>,
  shifts: Shifts,
  seesMoney: boolean,
): ReportGroup[] {
  const rows = db.$client
    .query<KeySums, [string, string, string]>(
      `SELECT key, ${COLUMNS} FROM report_days
       WHERE dimension = ? AND day BETWEEN ? AND ? GROUP BY key, currency`,
    )
    .all(by, period.from, period.to);
  const known = Map.groupBy(rows, ({ key }) => key);
  // A driver who only waited is a row, too.
  if (by === "driver")
    for (const id of shifts.byDriver.keys()) if (!known.has(id)) known.set(id, []);
  const labels = labelsOf(db, by);
  const collator = new Intl.Collator("en", { numeric: true });
  return [...known]
    .map(([key, sums]) => {
      const onShift = by === "driver" ? (shifts.byDriver.get(key) ?? 0) : null;
      const label = key === "" ? (withoutOne[by] ?? "None") : (labels.get(key) ?? "Removed");
      return { ...figuresOf(sums, onShift, seesMoney), key, label, ...period };
    })
    .filter(hasSomething)
    .sort((a, b) => b.driven - a.driven || collator.compare(a.label, b.label));
}

/** What a trip was taken away from again has a row with nothing in it. */
function hasSomething({ driven, cancelled, noShows, shiftSeconds, money }: Figures): boolean {
  return (
    driven + cancelled + noShows > 0 ||
    (shiftSeconds ?? 0) > 0 ||
    (money ?? []).some(({ chargedMinor }) => chargedMinor !== 0)
  );
}

const tables = {
  driver: "SELECT id, trim(first_name || ' ' || last_name) AS label FROM drivers",
  vehicle_class: "SELECT id, name AS label FROM vehicle_classes",
  company: "SELECT id, name AS label FROM companies",
} as const;

function labelsOf(db: Db, by: Exclude<ReportQuery["by"], TimeGrouping>): Map<string, string> {
  if (by === "source") return new Map(Object.entries(reportSources));
  if (by === "service_type") return new Map(Object.entries(reportServices));
  const rows = db.$client.query<{ id: string; label: string }, []>(tables[by]).all();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Seconds that drivers were on shift, in all and by day and driver. */
type Shifts = { all: number; byDay: Map<string, number>; byDriver: Map<string, number> };

/** The shifts of a period: those that have ended, and what there is so far of those that last. */
function shiftsOf(deps: Deps, { from, to }: Period): Shifts {
  const { db } = deps;
  const byDay = new Map<string, number>();
  const byDriver = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, seconds: number) =>
    sums.set(key, (sums.get(key) ?? 0) + seconds);
  type Ended = { key: string; seconds: number };
  const ended = (column: "day" | "driver_id") =>
    db.$client
      .query<Ended, [string, string]>(
        `SELECT ${column} AS key, sum(seconds) AS seconds FROM driver_shift_days
         WHERE day BETWEEN ? AND ? GROUP BY ${column}`,
      )
      .all(from, to);
  for (const { key, seconds } of ended("day")) add(byDay, key, seconds);
  for (const { key, seconds } of ended("driver_id")) add(byDriver, key, seconds);
  const now = deps.now();
  const { timeZone } = readOperator(deps);
  if (localDay(to, timeZone).until > now - 86_400_000)
    for (const { driverId, startedAt } of lasting(db)) {
      if (!isOnShift(startedAt, now)) continue;
      for (const { day, seconds } of secondsByDay(startedAt, now, timeZone))
        if (day >= from && day <= to) {
          add(byDay, day, seconds);
          add(byDriver, driverId, seconds);
        }
    }
  let all = 0;
  for (const seconds of byDay.values()) all += seconds;
  return { all, byDay, byDriver };
}

function lasting(db: Db): { driverId: string; startedAt: number }[] {
  return db.$client
    .query<{ driverId: string; startedAt: number }, []>(
      "SELECT driver_id AS driverId, started_at AS startedAt FROM driver_shifts",
    )
    .all();
}
