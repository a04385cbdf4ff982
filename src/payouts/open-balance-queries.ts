/** The trips and entries that are on no statement yet. Of a trip, only the missing part. */
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/open";
import { driverEntries, type StoredDriverEntry } from "../../db/schema/payouts";
import type { Config } from "../config";
import { type FareLine, PayLine } from "../fares/contract";
import { gratuityOf, paidTipOf, tipOf } from "../reservations/feedback/feedback-rules";
import type { Payment, ReservationState } from "../reservations/contract";
import {
  remainingDue,
  dueOf,
  endingOf,
  ZERO_DUE,
  accountSums,
  type Sums,
  type TerminalOwner,
} from "./rules";

/** The database, and whether drivers own the card terminals in the cars. */
type PayoutDeps = { db: Db; config: Pick<Config, "cardTerminal"> };

/** A trip that the driver's statements do not show in its current form. */
export type TripWithoutStatement = {
  id: string;
  number: number;
  version: number;
  currency: string;
  pickupAt: number;
  pickupLocal: string;
  pickup: string;
  dropoff: string;
  kind: "trip" | "correction";
  ended: "driven" | "cancelled" | "no_show";
  payment: Payment;
  terminal: TerminalOwner;
  chargedMinor: number;
  /** The part that is still missing on a statement. */
  payMinor: number;
  heldMinor: number;
  payLines: PayLine[];
};

type Row = {
  id: string;
  number: number;
  version: number;
  state: ReservationState;
  currency: string;
  pickupAt: number;
  pickupLocal: string;
  pickup: string;
  dropoff: string;
  payment: Payment;
  fareMinor: number;
  paidMinor: number;
  waivedMinor: number;
  cancellationFeeMinor: number | null;
  payMinor: number | null;
  payLines: string | null;
  /** Set only for a trip with gratuity or tip. */
  fareLines: string | null;
};

/**
 * The amount that a driver holds for a trip, whether they took it by card, and whether the received amount is recorded;
 * 0 or 1.
 */
type HeldAmount = { heldMinor: number; atTerminal: number; isConfirmed: number };

type StatementAmounts = { payMinor: number; heldMinor: number; terminal: TerminalOwner | null };

/**
 * Returns a driver's trips with pickups before an instant that are new or changed since their last statement, earliest
 * pickup first. It includes trips whose change has no effect, because they must be marked as stated.
 */
export function openTrips(
  { db, config }: PayoutDeps,
  driverId: string,
  until: number,
): TripWithoutStatement[] {
  const rows = db.$client
    .query<Row, [string, number]>(
      `SELECT id, number, version, state, currency, pickup_at AS pickupAt, pickup_local AS pickupLocal,
         pickup_name AS pickup, dropoff_name AS dropoff, payment, fare_minor AS fareMinor,
         paid_minor AS paidMinor, waived_minor AS waivedMinor,
         cancellation_fee_minor AS cancellationFeeMinor, pay_minor AS payMinor, pay_lines AS payLines,
         CASE WHEN fare_lines LIKE '%"tip"%' OR fare_lines LIKE '%"gratuity"%'
           THEN fare_lines END AS fareLines
       FROM reservations INDEXED BY reservations_statement_due
       WHERE driver_id = ? AND statement_version IS NOT version AND statement_version IS NOT -1
         AND pickup_at < ? AND state IN ('completed', 'settled', 'cancelled', 'no_show')
       ORDER BY pickup_at, id`,
    )
    .all(driverId, until);
  const heldAmountsOf = db.$client.query<HeldAmount, { $trip: string; $driver: string }>(
    `SELECT coalesce(sum(amount_minor) FILTER (WHERE held_by_driver_id = $driver), 0) AS heldMinor,
       coalesce(max(held_by_driver_id = $driver AND method = 'card_terminal'), 0) AS atTerminal,
       coalesce(max((held_by_driver_id IS NOT NULL OR recorded_by_kind = 'driver')
         AND reverses_id IS NULL AND id NOT IN (SELECT reverses_id FROM payments
           WHERE reservation_id = $trip AND reverses_id IS NOT NULL)), 0) AS isConfirmed
     FROM payments WHERE reservation_id = $trip AND state = 'succeeded'
       AND kind IN ('charge', 'capture', 'manual', 'refund')`,
  );
  const statementAmountsOf = db.$client.query<StatementAmounts, [string]>(
    `SELECT coalesce(sum(pay_minor), 0) AS payMinor, coalesce(sum(held_minor), 0) AS heldMinor,
       max(terminal) AS terminal FROM driver_statement_lines WHERE reservation_id = ?`,
  );
  return rows.flatMap((storedRow) => {
    const { paidMinor, waivedMinor, fareLines, ...rest } = storedRow;
    const { state, fareMinor, cancellationFeeMinor, payLines, ...row } = rest;
    const ended = endingOf(state);
    if (ended === null) return [];
    const [statementAmounts] = statementAmountsOf.all(row.id);
    const [heldAmount] = heldAmountsOf.all({ $trip: row.id, $driver: driverId });
    const isPaidAtTerminal = row.payment === "card" && config.cardTerminal === "driver";
    const isUnconfirmed = (row.payment === "cash" || isPaidAtTerminal) && !heldAmount?.isConfirmed;
    const terminal =
      statementAmounts?.terminal ??
      (heldAmount?.atTerminal || (isPaidAtTerminal && isUnconfirmed) ? "driver" : "operator");
    // The casts are safe because Livery stored these lines from its own fare function and pay rules.
    const lines = fareLines === null ? [] : (JSON.parse(fareLines) as FareLine[]);
    const due = dueOf({
      ...storedRow,
      heldMinor: heldAmount?.heldMinor ?? 0,
      isUnconfirmed,
      gratuityMinor: gratuityOf(lines),
      tipMinor: tipOf(lines),
      paidTipMinor: paidTipOf(lines),
      payLines: payLines === null ? [] : z.array(PayLine).parse(JSON.parse(payLines)),
    });
    return [
      {
        ...row,
        kind: statementAmounts?.terminal ? ("correction" as const) : ("trip" as const),
        ended,
        terminal,
        chargedMinor: ended === "driven" ? fareMinor : (cancellationFeeMinor ?? 0),
        ...remainingDue(due, statementAmounts ?? ZERO_DUE),
        payLines: due.payLines,
      },
    ];
  });
}

/** Tells whether a trip needs a line. A free cancellation doesn't. */
export function isOnStatement(trip: TripWithoutStatement): boolean {
  return trip.payMinor !== 0 || trip.heldMinor !== 0 || isNewDrivenTrip(trip);
}

const isNewDrivenTrip = ({ kind, ended }: TripWithoutStatement) =>
  kind === "trip" && ended === "driven";

/** Returns a driver's entries before an instant that are on no statement, earliest first. */
export function openEntries(db: Db, driverId: string, until: number): StoredDriverEntry[] {
  return db
    .select()
    .from(driverEntries)
    .where(
      and(
        eq(driverEntries.driverId, driverId),
        isNull(driverEntries.statementId),
        lt(driverEntries.recordedAt, until),
      ),
    )
    .orderBy(asc(driverEntries.recordedAt), asc(driverEntries.id))
    .all();
}

/** Returns the last statement of a driver in each currency. */
export function lastStatements(
  db: Db,
  driverId: string,
): Map<string, { monday: string; closingMinor: number }> {
  const rows = db.$client
    .query<{ currency: string; monday: string; closingMinor: number }, [string]>(
      `SELECT currency, max(monday) AS monday, closing_minor AS closingMinor
       FROM driver_statements WHERE driver_id = ? GROUP BY currency`,
    )
    .all(driverId);
  return new Map(rows.map(({ currency, ...last }) => [currency, last]));
}

/** A driver's account including everything up to now. */
type OpenBalance = {
  trips: TripWithoutStatement[];
  entries: StoredDriverEntry[];
  /** The sums of each currency, sorted by currency code. */
  sums: ({ currency: string } & Sums)[];
};

/** Returns a driver's current balance. */
export function readOpenBalance(deps: PayoutDeps, driverId: string): OpenBalance {
  const { db } = deps;
  const trips = openTrips(deps, driverId, Number.MAX_SAFE_INTEGER).filter(isOnStatement);
  const entries = openEntries(db, driverId, Number.MAX_SAFE_INTEGER);
  const lastStatementByCurrency = lastStatements(db, driverId);
  const currencies = new Set([
    ...lastStatementByCurrency.keys(),
    ...trips.map(({ currency }) => currency),
    ...entries.map(({ currency }) => currency),
  ]);
  const sums = [...currencies].sort().map((currency) => ({
    currency,
    ...accountSums(
      lastStatementByCurrency.get(currency)?.closingMinor ?? 0,
      trips.filter((trip) => trip.currency === currency),
      entries.filter((entry) => entry.currency === currency),
    ),
  }));
  return { trips, entries, sums };
}
