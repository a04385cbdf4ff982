/**
 * The SQL that counts a trip in the daily sums of the reports. The triggers in `db/migrations` count a changed row in
 * the same way; `tests/reports/rollup.test.ts` compares the two.
 */
import { ON_TIME_TOLERANCE_MS } from "../reservations/rules";

/** The columns of `report_days` that are sums. */
export const SUM_COLUMNS = [
  "driven",
  "cancelled",
  "late_cancelled",
  "no_shows",
  "arrived",
  "on_time",
  "driven_seconds",
  "charged_minor",
  "tax_minor",
  "tips_minor",
  "fees_minor",
] as const;

/** The columns that identify a row. */
export const KEY_COLUMNS = ["dimension", "day", "key", "currency"] as const;

const isOverSql = "r.state IN ('completed', 'settled', 'cancelled', 'no_show')";
const isDrivenSql = "r.state IN ('completed', 'settled')";
const chargedSql = `CASE WHEN ${isDrivenSql} THEN r.fare_minor ELSE coalesce(r.cancellation_fee_minor, 0) END`;
const linesSql = `CASE WHEN ${isDrivenSql} THEN r.fare_lines
    WHEN coalesce(r.cancellation_fee_minor, 0) > 0 THEN coalesce(r.fee_lines, '[]') ELSE '[]' END`;

const sumOfLinesSql = (kinds: string) =>
  `coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(${linesSql}) l
    WHERE l.value ->> '$.kind' IN (${kinds})), 0)`;

/** The facts of one trip. `dims` has the pairs of dimension and key under which it is counted. */
const tripFactsSql = `SELECT substr(r.pickup_local, 1, 10) AS day, r.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(r.driver_id, '')),
      json_array('vehicle_class', r.vehicle_class_id), json_array('source', r.source),
      json_array('service_type', r.service_type), json_array('company', coalesce(r.company_id, '')))
      AS dims,
    ${isDrivenSql} AS driven, r.state = 'cancelled' AS cancelled,
    r.state = 'cancelled' AND r.is_late_cancellation = 1 AS late_cancelled, r.state = 'no_show' AS no_shows,
    r.state <> 'cancelled' AND r.arrived_at IS NOT NULL AS arrived,
    r.state <> 'cancelled' AND coalesce(r.arrived_at <= r.pickup_at + ${ON_TIME_TOLERANCE_MS}, 0) AS on_time,
    CASE WHEN ${isDrivenSql} THEN max(0, coalesce((r.ended_at - r.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    ${chargedSql} AS charged_minor, ${sumOfLinesSql("'tax'")} AS tax_minor,
    ${sumOfLinesSql("'gratuity', 'tip'")} AS tips_minor,
    CASE WHEN ${isDrivenSql} THEN 0 ELSE ${chargedSql} END AS fees_minor`;

/** Rebuilds the rows of the days from ?1 to ?2, from trips with pickups from ?3 until ?4 (ms UTC). */
export const RECOUNT_SQL = `SELECT d.value ->> 0 AS dimension, m.day, d.value ->> 1 AS key, m.currency,
    ${SUM_COLUMNS.map((name) => `sum(m.${name}) AS ${name}`).join(", ")}
  FROM (${tripFactsSql}
    FROM reservations r WHERE ${isOverSql} AND r.pickup_at >= ?3 AND r.pickup_at < ?4
      AND substr(r.pickup_local, 1, 10) BETWEEN ?1 AND ?2) m
  CROSS JOIN json_each(m.dims) d
  GROUP BY 1, 2, 3, 4`;
