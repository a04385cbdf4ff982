/** Writes reports as files for spreadsheets: the table, and the trips behind it. */
import { CSV_BOM, csvLine } from "../formats/csv";
import type { Deps } from "../deps";
import { majorAmount } from "../settings/money-rules";
import type { ServiceType } from "../fares/contract";
import type { ReservationState } from "../reservations/contract";
import { filterOf } from "../reservations/list/list-queries";
import { ON_TIME_TOLERANCE_MS } from "../reservations/rules";
import { readOperator } from "../settings/queries";
import type { Figures, Report, ReportTripsQuery } from "./contract";
import { isTimeGrouping, shareOf } from "./rules";
import { reportServices, reportSources } from "./words";

const percent = (share: number | null) => (share === null ? "" : Math.round(share * 1_000) / 10);
const hours = (seconds: number) => Math.round(seconds / 36) / 100;

/**
 * Returns the table of a report as CSV: a line for each group, and the total last. Money is in a column for each
 * currency.
 */
export function reportAsCsv({ by, period, groups, total }: Report): string {
  const currencies = (total.money ?? []).map(({ currency }) => currency);
  const moneyHeadings = ["Revenue", "Tax", "Tips", "Charged", "Cancellation and no-show fees"];
  const csvRow = (label: string, from: string, to: string, figures: Figures) => {
    const { driven, cancelled, lateCancelled, noShows, arrived, onTime } = figures;
    const money = currencies.flatMap((currency) => {
      const sums = figures.money?.find((each) => each.currency === currency);
      const {
        revenueMinor = 0,
        taxMinor = 0,
        tipsMinor = 0,
        chargedMinor = 0,
        feesMinor = 0,
      } = sums ?? {};
      return [revenueMinor, taxMinor, tipsMinor, chargedMinor, feesMinor].map((amountMinor) =>
        majorAmount(amountMinor, currency),
      );
    });
    const { drivenSeconds, shiftSeconds } = figures;
    return csvLine([
      label,
      from,
      to,
      driven,
      cancelled,
      lateCancelled,
      noShows,
      arrived,
      onTime,
      percent(shareOf(onTime, arrived)),
      hours(drivenSeconds),
      shiftSeconds === null ? "" : hours(shiftSeconds),
      percent(shareOf(drivenSeconds, shiftSeconds)),
      ...money,
    ]);
  };
  const headings = [
    isTimeGrouping(by)
      ? "Time"
      : by.replace("_", " ").replace(/^./, (letter) => letter.toUpperCase()),
    "From",
    "To",
    "Trips",
    "Cancelled",
    "Cancelled late",
    "No-shows",
    "Arrivals known",
    "On time",
    "On time %",
    "Driven hours",
    "Hours on shift",
    "Utilisation %",
    ...currencies.flatMap((currency) => moneyHeadings.map((part) => `${part} ${currency}`)),
  ];
  return [
    CSV_BOM,
    csvLine(headings),
    ...groups.map((group) => csvRow(group.label, group.from, group.to, group)),
    csvRow("Total", period.from, period.to, total),
  ].join("");
}

type Row = {
  id: string;
  number: number;
  pickup_at: number;
  pickup_local: string;
  state: ReservationState;
  service_type: ServiceType;
  source: keyof typeof reportSources;
  class_name: string;
  driver_name: string | null;
  company_name: string | null;
  payment: string;
  currency: string;
  charged: number;
  tax: number;
  tips: number;
  arrived_at: number | null;
  ride_seconds: number | null;
};

const HEADINGS = [
  "Trip",
  "Pickup",
  "Ended",
  "Service",
  "Source",
  "Vehicle class",
  "Driver",
  "Company",
  "Payment",
  "On time",
  "Driven minutes",
  "Revenue",
  "Tax",
  "Tips",
  "Charged",
  "Currency",
];

const endingWords: Partial<Record<ReservationState, string>> = {
  completed: "Driven",
  settled: "Driven",
  cancelled: "Cancelled",
  no_show: "No-show",
};

/** How many rows are read at once. It limits the memory of a download of any length. */
const ROWS_PER_READ = 500;

/**
 * Yields the trips that a report counts as CSV in pieces, ordered by pickup time. It names only the driver; the number
 * leads to the trip.
 */
export function* tripsAsCsv(deps: Deps, query: ReportTripsQuery): Generator<string> {
  yield CSV_BOM + csvLine(HEADINGS);
  const filter = filterOf(deps, () => readOperator(deps).timeZone, query);
  const statement = deps.db.$client.query<Row, (string | number)[]>(
    `SELECT r.id, r.number, r.pickup_at, r.pickup_local, r.state, r.service_type, r.source,
       v.name AS class_name, trim(d.first_name || ' ' || d.last_name) AS driver_name,
       c.name AS company_name, r.payment, r.currency, r.arrived_at,
       CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_minor
         ELSE coalesce(r.cancellation_fee_minor, 0) END AS charged,
       ${sumOfLinesSql("'tax'")} AS tax, ${sumOfLinesSql("'gratuity', 'tip'")} AS tips,
       CASE WHEN r.state IN ('completed', 'settled') THEN (r.ended_at - r.boarded_at) / 1000 END
         AS ride_seconds
     FROM reservations r INDEXED BY reservations_pickup
     CROSS JOIN vehicle_classes v ON v.id = r.vehicle_class_id
     LEFT JOIN drivers d ON d.id = r.driver_id LEFT JOIN companies c ON c.id = r.company_id
     WHERE ${["+r.state IN ('completed', 'settled', 'cancelled', 'no_show')", ...filter.conditions].join(" AND ")}
       AND (r.pickup_at, r.id) > (?, ?)
     ORDER BY r.pickup_at, r.id LIMIT ${ROWS_PER_READ}`,
  );
  let after: [number, string] = [0, ""];
  for (;;) {
    const rows = statement.all(...filter.values, ...after);
    if (rows.length > 0) yield rows.map(toLine).join("");
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return;
    after = [last.pickup_at, last.id];
  }
}

/** Returns SQL for the sum of the lines of some kinds: of the fare, or of the fee for a trip that was not driven. */
function sumOfLinesSql(kinds: string): string {
  return `coalesce((SELECT sum(l.value ->> '$.amountMinor')
    FROM json_each(CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_lines
      WHEN coalesce(r.cancellation_fee_minor, 0) > 0 THEN coalesce(r.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN (${kinds})), 0)`;
}

function toLine(row: Row): string {
  const { charged, tax, tips, currency } = row;
  const arrivedAt = row.state === "cancelled" ? null : row.arrived_at;
  return csvLine([
    row.number,
    row.pickup_local.replace("T", " "),
    endingWords[row.state] ?? row.state,
    reportServices[row.service_type],
    reportSources[row.source],
    row.class_name,
    row.driver_name ?? "",
    row.company_name ?? "",
    row.payment,
    arrivedAt === null ? "" : arrivedAt <= row.pickup_at + ON_TIME_TOLERANCE_MS ? "yes" : "no",
    row.ride_seconds === null ? "" : Math.round(Math.max(0, row.ride_seconds) / 60),
    majorAmount(charged - tax - tips, currency),
    majorAmount(tax, currency),
    majorAmount(tips, currency),
    majorAmount(charged, currency),
    currency,
  ]);
}
