/** The trips on a company's account: a page of them, their totals, and a month as CSV. */
import type { z } from "zod";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import { loadCompany, requireManager } from "../companies/queries";
import type { Deps } from "../deps";
import { costOf } from "../fares/amount-due-rules";
import { majorAmount } from "../settings/money-rules";
import type { ReservationState } from "../reservations/contract";
import { localMonth } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { AccountTrip, AccountTrips, AccountTripsQuery, TripSum } from "./contract";
import { CSV_BOM, csvLine } from "../formats/csv";
import { openCorrections } from "./correction-queries";
import { isReady } from "./rules";
import { iso } from "../formats/instants";

type Row = {
  id: string;
  number: number;
  state: ReservationState;
  pickupAt: number;
  pickupLocal: string;
  pickup: string;
  dropoff: string;
  passenger: string;
  costCentre: string | null;
  reference: string;
  fareMinor: number;
  cancellationFeeMinor: number | null;
  currency: string;
  invoiceNumber: number | null;
};

const COLUMNS = `r.id, r.number, r.state, r.pickup_at AS pickupAt, r.pickup_local AS pickupLocal,
  r.pickup_name AS pickup, r.dropoff_name AS dropoff, r.passenger_name AS passenger,
  k.name AS costCentre, r.billing_reference AS reference, r.fare_minor AS fareMinor,
  r.cancellation_fee_minor AS cancellationFeeMinor, r.currency, i.number AS invoiceNumber`;
const TRIP_TABLES_SQL = `reservations r LEFT JOIN cost_centres k ON k.id = r.cost_centre_id
  LEFT JOIN invoices i ON i.id = r.invoice_id`;

/** SQL versions of `costOf` and `isReady`, for totals computed by the database. */
const TRIP_COST_SQL = `CASE WHEN r.state IN ('cancelled', 'no_show', 'rejected')
  THEN coalesce(r.cancellation_fee_minor, 0) ELSE r.fare_minor END`;
const IS_READY_TO_INVOICE_SQL = `(r.state = 'settled' OR (r.state IN ('cancelled', 'no_show')
  AND coalesce(r.cancellation_fee_minor, 0) > 0)) AND r.invoice_id IS NULL`;

type TripFilter = Pick<z.output<typeof AccountTripsQuery>, "month" | "open">;

function conditions(deps: Deps, companyId: string, { month, open }: TripFilter) {
  const parts = ["r.company_id = ?"];
  const values: (string | number)[] = [companyId];
  // A trip cancelled free of charge is never invoiced.
  if (open)
    parts.push(`r.invoice_id IS NULL AND NOT (r.state IN ('cancelled', 'no_show', 'rejected')
      AND coalesce(r.cancellation_fee_minor, 0) = 0)`);
  if (month) {
    const { timeZone } = readOperator(deps);
    parts.push("r.pickup_at >= ? AND r.pickup_at < ?");
    const { from, until } = localMonth(month, timeZone);
    values.push(from, until);
  }
  return { where: parts.join(" AND "), values };
}

/** Lists the trips on a company's account, latest pickup first, 25 a page. Throws 404 if the company doesn't exist. */
export function listAccountTrips(
  deps: Deps,
  companyId: string,
  query: z.output<typeof AccountTripsQuery>,
): AccountTrips {
  const cursor = fromCursor(query.cursor, TimeCursor);
  loadCompany(deps.db, companyId);
  const { where, values } = conditions(deps, companyId, query);
  const rows = deps.db.$client
    .query<Row, (string | number)[]>(
      `SELECT ${COLUMNS} FROM ${TRIP_TABLES_SQL}
       WHERE ${where}${cursor ? " AND (r.pickup_at, r.id) < (?, ?)" : ""}
       ORDER BY r.pickup_at DESC, r.id DESC LIMIT ?`,
    )
    .all(...values, ...(cursor ?? []), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.pickupAt, last.id]);
  return {
    trips: shown.map(toTrip),
    sums: tripSums(deps, companyId, query),
    corrections: openCorrections(deps.db, companyId),
    nextCursor,
  };
}

/** Does the same as `listAccountTrips` for a manager of the company. Throws 404 for anybody else. */
export function listTripsForManager(
  deps: Deps,
  companyId: string,
  riderId: string,
  query: z.output<typeof AccountTripsQuery>,
): AccountTrips {
  fromCursor(query.cursor, TimeCursor);
  requireManager(deps.db, companyId, riderId);
  return listAccountTrips(deps, companyId, query);
}

/**
 * Returns the totals. Those of one month are calculated. Those of all months are stored, because a company can have any
 * number of trips.
 */
function tripSums(deps: Deps, companyId: string, filter: TripFilter): TripSum[] {
  if (!filter.month) {
    const [trips, amount] = filter.open ? ["open_trips", "open_minor"] : ["trips", "amount_minor"];
    return deps.db.$client
      .query<TripSum, [string]>(
        `SELECT currency, ${trips} AS trips, ${amount} AS amountMinor, ready_trips AS readyTrips,
           ready_minor AS readyMinor
         FROM company_sums WHERE company_id = ? AND ${trips} > 0 ORDER BY currency`,
      )
      .all(companyId);
  }
  const { where, values } = conditions(deps, companyId, filter);
  return deps.db.$client
    .query<TripSum, (string | number)[]>(
      `SELECT r.currency, count(*) AS trips, sum(${TRIP_COST_SQL}) AS amountMinor,
         sum(${IS_READY_TO_INVOICE_SQL}) AS readyTrips, sum(CASE WHEN ${IS_READY_TO_INVOICE_SQL} THEN ${TRIP_COST_SQL} ELSE 0 END) AS readyMinor
       FROM reservations r WHERE ${where} GROUP BY r.currency ORDER BY r.currency`,
    )
    .all(...values);
}

const HEADINGS = [
  "Trip",
  "Pickup",
  "From",
  "To",
  "Passenger",
  "Booked by",
  "Cost centre",
  "Reference",
  "State",
  "Amount",
  "Currency",
  "Invoice",
];

/** Returns a month of a company's trips as a CSV file, first pickup first. Throws 404 if the company doesn't exist. */
export function monthAsCsv(
  deps: Deps,
  companyId: string,
  month: string,
): { name: string; text: string } {
  loadCompany(deps.db, companyId);
  const { where, values } = conditions(deps, companyId, { month });
  const rows = deps.db.$client
    .query<Row & { bookedBy: string | null }, (string | number)[]>(
      `SELECT ${COLUMNS}, b.actor_name AS bookedBy FROM ${TRIP_TABLES_SQL}
       LEFT JOIN company_events b ON b.company_id = r.company_id AND b.at = r.created_at
         AND b.act = 'trip_booked' AND json_extract(b.detail, '$.number') = r.number
       WHERE ${where} ORDER BY r.pickup_at, r.id`,
    )
    .all(...values);
  const trips = rows.map(({ bookedBy, ...row }) => ({ ...toTrip(row), bookedBy }));
  const lines = trips.map((trip) =>
    csvLine([
      trip.number,
      trip.pickupLocal.replace("T", " "),
      trip.pickup,
      trip.dropoff,
      trip.passenger,
      trip.bookedBy ?? "",
      trip.costCentre,
      trip.reference,
      trip.state,
      // Digits only, so that spreadsheets read it as a number.
      majorAmount(trip.amountMinor, trip.currency),
      trip.currency,
      trip.invoiceNumber ?? "",
    ]),
  );
  // The byte order mark tells spreadsheets that it is UTF-8.
  return { name: `trips-${month}.csv`, text: `${CSV_BOM}${csvLine(HEADINGS)}${lines.join("")}` };
}

/** Does the same as `monthAsCsv` for a manager of the company. Throws 404 for anybody else. */
export function monthAsCsvForManager(
  deps: Deps,
  companyId: string,
  riderId: string,
  month: string,
) {
  requireManager(deps.db, companyId, riderId);
  return monthAsCsv(deps, companyId, month);
}

function toTrip({ pickupAt, fareMinor, cancellationFeeMinor, ...row }: Row): AccountTrip {
  const money = { state: row.state, fareMinor, cancellationFeeMinor };
  return {
    ...row,
    pickupAt: iso(pickupAt),
    costCentre: row.costCentre ?? "",
    amountMinor: costOf(money),
    ready: row.invoiceNumber === null && isReady(money),
  };
}
