/** Reads the ledger: the rows of a trip with their sums, and the amounts that riders owe. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { drivers } from "../../db/schema/drivers";
import { payments } from "../../db/schema/payments";
import { fullName } from "../accounts/name-rules";
import type { Deps } from "../deps";
import { readReservationForDispatch, readTripForDriver } from "../dispatch/queries";
import { amountDue, costOf, type PayableTrip } from "../fares/amount-due-rules";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import { iso } from "../formats/instants";
import { readAgeing } from "../invoices/list-queries";
import { readInvoice } from "../invoices/queries";
import { loadTrip } from "../reservations/trip-queries";
import type { Payment, TripMoney, UnpaidList, UnpaidQuery, UnpaidTrip } from "./contract";
import { canPayOnline } from "./links/link-queries";
import { COST_SQL, DUE_SQL } from "./amount-due-sql";
import { unpaidReasonOf } from "./rules";

/** Returns what a trip costs, what is paid, and all its rows. Throws 404 if the trip doesn't exist. */
export function readTripMoney(deps: Deps, id: string): TripMoney {
  const trip = loadTrip(deps.db, { actor: { kind: "admin" }, id });
  const { version, currency, paidMinor, waivedMinor } = trip;
  return {
    version,
    currency,
    billedMinor: costOf(trip),
    paidMinor,
    waivedMinor,
    dueMinor: amountDue(trip),
    payments: paymentsOf(deps.db, id),
  };
}

/** Returns the rows of a trip, oldest first. */
function paymentsOf(db: Db, reservationId: string): Payment[] {
  const rows = db
    .select({ row: payments, holder: drivers })
    .from(payments)
    .leftJoin(drivers, eq(drivers.id, payments.heldByDriverId))
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .all();
  const reversed = new Set(rows.map(({ row }) => row.reversesId));
  return rows.map(({ row, holder }) => ({
    id: row.id,
    kind: row.kind,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    state: row.state,
    provider: row.provider,
    paidOn: row.paidOn,
    reference: row.reference,
    reason: row.reason,
    recordedBy: row.recordedBy,
    recordedAt: iso(row.createdAt),
    heldBy: holder && { id: holder.id, name: fullName(holder) },
    reversal: row.reversesId ? "reverses" : reversed.has(row.id) ? "reversed" : "none",
  }));
}

type Row = Omit<PayableTrip, "state"> & {
  state: UnpaidTrip["state"];
  id: string;
  number: number;
  version: number;
  pickupAt: number;
  passengerName: string;
  passengerPhone: string | null;
  riderId: string | null;
  riderName: string;
  email: string | null;
  phone: string | null;
  driverId: string | null;
  driverName: string | null;
  currency: string;
  linkId: string | null;
  linkSentAt: number | null;
  linkOpenedAt: number | null;
};

/** Same conditions as in the partial indices. */
const IS_UNPAID_SQL = `r.payment <> 'account' AND r.state IN ('completed', 'settled', 'cancelled', 'no_show')
  AND ${COST_SQL} > r.paid_minor + r.waived_minor`;
const IS_OVERPAID_SQL = `r.paid_minor > 0
  AND r.state IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected') AND r.paid_minor > ${COST_SQL}`;
/** The maximum number of trips that are summed, oldest first. Nobody reads through more. */
const MAX_SUMMED_TRIPS = 10_000;

const statesByReasonSql = {
  trip: "('completed', 'settled')",
  cancellation: "('cancelled')",
  no_show: "('no_show')",
} as const;

/** Lists trips for which riders owe or are owed something, oldest pickup first, with the totals. */
export function listUnpaidTrips(deps: Deps, query: UnpaidQuery): UnpaidList {
  const cursor = fromCursor(query.cursor, TimeCursor);
  const [index, conditionSql] = query.overpaid
    ? ["reservations_overpaid", IS_OVERPAID_SQL]
    : ["reservations_unpaid", IS_UNPAID_SQL];
  const conditions = [conditionSql];
  const sqlValues: (string | number)[] = [];
  if (query.what) conditions.push(`r.state IN ${statesByReasonSql[query.what]}`);
  if (query.rider !== undefined) {
    conditions.push("r.rider_id = ?");
    sqlValues.push(query.rider);
  }
  const where = conditions.join(" AND ");
  const client = deps.db.$client;
  const rows = client
    .query<Row, (string | number)[]>(
      `SELECT r.id, r.number, r.version, r.state, r.pickup_at AS pickupAt, r.payment,
         r.passenger_name AS passengerName, r.passenger_phone AS passengerPhone, r.rider_id AS riderId,
         trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS riderName, u.email,
         u.phone, r.driver_id AS driverId, trim(d.first_name || ' ' || d.last_name) AS driverName,
         r.currency, r.fare_minor AS fareMinor, r.cancellation_fee_minor AS cancellationFeeMinor,
         r.paid_minor AS paidMinor, r.waived_minor AS waivedMinor,
         l.id AS linkId, l.sent_at AS linkSentAt, l.opened_at AS linkOpenedAt
       FROM reservations r INDEXED BY ${index}
       LEFT JOIN pay_links l ON l.reservation_id = r.id AND l.ended_at IS NULL AND l.is_tip = 0
         AND l.expires_at > ?
       LEFT JOIN riders u ON u.id = r.rider_id LEFT JOIN drivers d ON d.id = r.driver_id
       WHERE ${where}${cursor ? " AND (r.pickup_at, r.id) > (?, ?)" : ""}
       ORDER BY r.pickup_at, r.id LIMIT ?`,
    )
    .all(deps.now(), ...sqlValues, ...(cursor ?? []), query.limit + 1);
  const sums = client
    .query<UnpaidList["sums"][number], (string | number)[]>(
      `SELECT currency, count(*) AS trips, sum(due) AS dueMinor FROM (
         SELECT r.currency, ${DUE_SQL} AS due FROM reservations r INDEXED BY ${index} WHERE ${where}
         ORDER BY r.pickup_at, r.id LIMIT ?) GROUP BY currency ORDER BY currency`,
    )
    .all(...sqlValues, MAX_SUMMED_TRIPS);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.pickupAt, last.id]);
  return {
    trips: shown.map((row) => toUnpaidTrip(row, deps.now())),
    sums,
    canPay: canPayOnline(deps),
    nextCursor,
  };
}

function toUnpaidTrip(row: Row, now: number): UnpaidTrip {
  const { id, number, version, state, currency, paidMinor } = row;
  return {
    id,
    number,
    version,
    state,
    what: unpaidReasonOf(state),
    pickupAt: iso(row.pickupAt),
    passenger: { name: row.passengerName, phone: row.passengerPhone },
    rider:
      row.riderId === null
        ? null
        : { id: row.riderId, name: row.riderName, email: row.email, phone: row.phone },
    driver: row.driverId === null ? null : { id: row.driverId, name: row.driverName ?? "" },
    currency,
    billedMinor: costOf(row),
    paidMinor,
    dueMinor: amountDue(row),
    ageDays: Math.max(0, Math.floor((now - row.pickupAt) / 86_400_000)),
    link:
      row.linkId === null ? null : { sentAt: iso(row.linkSentAt), openedAt: iso(row.linkOpenedAt) },
  };
}

/**
 * The answers of calls about the money of a trip or an invoice: the trip for dispatch or its driver, or the invoice.
 */
export const reservationAnswer = (deps: Deps, id: string) => ({
  reservation: readReservationForDispatch(deps, id),
});
export const driverReservationAnswer = (deps: Deps, driverId: string, id: string) => ({
  reservation: readTripForDriver(deps, driverId, id),
});
export const ageingAnswer = (deps: Deps) => readAgeing(deps);
export const invoiceAnswer = (deps: Deps, id: string) => ({ invoice: readInvoice(deps, id) });
