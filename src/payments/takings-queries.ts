/** The payments of a period by method, and its ledger rows as a file for bookkeeping. */
import type { Deps } from "../deps";
import { CSV_BOM, csvLine } from "../formats/csv";
import { localDay } from "../settings/local-time";
import { majorAmount } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import type { PaymentKind, PaymentMethod, Takings, TakingsQuery } from "./contract";
import { COST_SQL, DUE_SQL } from "./amount-due-sql";
import { entryWords, methodWords } from "./words";

/** Rows that move money, and the amounts they move. */
const IS_MONEY_MOVEMENT_SQL = "p.kind IN ('charge', 'capture', 'manual', 'refund')";
const AMOUNT_COLUMNS_SQL = `sum(CASE WHEN p.kind <> 'refund' THEN p.amount_minor ELSE 0 END) AS receivedMinor,
  sum(CASE WHEN p.kind = 'refund' THEN -p.amount_minor ELSE 0 END) AS refundedMinor,
  sum(coalesce(p.fee_minor, 0)) AS feesMinor`;
const IS_IN_PERIOD_SQL = "p.paid_on >= ? AND p.paid_on <= ? AND p.state = 'succeeded'";

/**
 * Returns the amounts that were received, refunded and kept by providers in a period, by currency and method, provider
 * and day, and the expected amounts of each day.
 */
export function readTakings(deps: Deps, { from, to }: TakingsQuery): Takings {
  const methods = deps.db.$client
    .query<Takings["methods"][number], [string, string]>(
      `SELECT p.currency, p.method, count(*) AS payments,
         ${AMOUNT_COLUMNS_SQL},
         sum(CASE WHEN p.held_by_driver_id IS NULL THEN 0 ELSE p.amount_minor END) AS heldByDriversMinor
       FROM payments p INDEXED BY payments_day
       WHERE ${IS_IN_PERIOD_SQL} AND ${IS_MONEY_MOVEMENT_SQL}
       GROUP BY p.currency, p.method ORDER BY p.currency, receivedMinor DESC, p.method`,
    )
    .all(from, to);
  const waivedAmounts = deps.db.$client
    .query<Takings["waived"][number], [string, string]>(
      `SELECT p.currency, sum(p.amount_minor) AS waivedMinor FROM payments p INDEXED BY payments_day
       WHERE ${IS_IN_PERIOD_SQL} AND p.kind = 'waiver' GROUP BY p.currency ORDER BY p.currency`,
    )
    .all(from, to);
  const providers = deps.db.$client
    .query<Takings["providers"][number], [string, string]>(
      `SELECT p.currency, p.provider, count(*) AS payments, ${AMOUNT_COLUMNS_SQL}
       FROM payments p INDEXED BY payments_day WHERE ${IS_IN_PERIOD_SQL} AND ${IS_MONEY_MOVEMENT_SQL}
       GROUP BY p.currency, p.provider ORDER BY p.currency, receivedMinor DESC, p.provider`,
    )
    .all(from, to);
  return { from, to, methods, providers, days: daysOf(deps, { from, to }), waived: waivedAmounts };
}

/** Returns the expected and received amounts by day. */
function daysOf(deps: Deps, { from, to }: TakingsQuery): Takings["days"] {
  const { timeZone } = readOperator(deps);
  const [first, end] = [localDay(from, timeZone).from, localDay(to, timeZone).until];
  return deps.db.$client
    .query<Takings["days"][number], (string | number)[]>(
      `SELECT day, currency, sum(expected) AS expectedMinor, sum(open) AS openMinor,
         sum(receivedMinor) AS receivedMinor, sum(refundedMinor) AS refundedMinor,
         sum(feesMinor) AS feesMinor
       FROM (
         SELECT p.paid_on AS day, p.currency, 0 AS expected, 0 AS open, ${AMOUNT_COLUMNS_SQL}
         FROM payments p INDEXED BY payments_day WHERE ${IS_IN_PERIOD_SQL} AND ${IS_MONEY_MOVEMENT_SQL}
         GROUP BY p.paid_on, p.currency
         UNION ALL
         SELECT substr(r.pickup_local, 1, 10), r.currency,
           sum(max(0, ${COST_SQL} - max(0, r.waived_minor))), sum(max(0, ${DUE_SQL})), 0, 0, 0
         FROM reservations r INDEXED BY reservations_pickup
         WHERE r.pickup_at >= ? AND r.pickup_at < ? AND r.payment <> 'account'
           AND r.state IN ('completed', 'settled', 'cancelled', 'no_show') AND ${COST_SQL} > 0
         GROUP BY 1, 2
         UNION ALL
         SELECT b.due_on, b.currency, sum(b.balance_minor + b.paid_minor), sum(max(0, b.balance_minor)),
           0, 0, 0
         FROM invoice_balances b INDEXED BY invoice_balances_due WHERE b.due_on >= ? AND b.due_on <= ? GROUP BY 1, 2)
       GROUP BY day, currency ORDER BY day, currency`,
    )
    .all(from, to, first, end, from, to);
}

const HEADINGS = [
  ...["Day", "What", "Method", "Amount", "Currency", "Provider fee", "Reservation", "Invoice"],
  ...["Reference", "Held by driver", "Reason", "Recorded by", "Entry", "Reverses entry"],
];
/** How many rows are read at once. */
const ROWS_PER_READ = 500;

type Row = {
  id: string;
  paidOn: string;
  kind: PaymentKind;
  method: PaymentMethod | null;
  amountMinor: number;
  currency: string;
  feeMinor: number | null;
  reservation: number | null;
  invoice: number | null;
  reference: string;
  driver: string | null;
  reason: string;
  recordedBy: string;
  reversesId: string | null;
};

/** Yields the ledger rows of a period as pieces of CSV, without holds and releases, which move no money. */
export function* takingsAsCsv(deps: Deps, { from, to }: TakingsQuery): Generator<string> {
  yield `${CSV_BOM}${csvLine(HEADINGS)}`;
  const read = deps.db.$client.query<Row, [string, string, string, number]>(
    `SELECT p.id, p.paid_on AS paidOn, p.kind, p.method, p.amount_minor AS amountMinor, p.currency,
       p.fee_minor AS feeMinor, r.number AS reservation, i.number AS invoice, p.reference,
       trim(d.first_name || ' ' || d.last_name) AS driver, p.reason, p.recorded_by AS recordedBy,
       p.reverses_id AS reversesId
     FROM payments p INDEXED BY payments_day LEFT JOIN reservations r ON r.id = p.reservation_id
     LEFT JOIN invoices i ON i.id = p.invoice_id LEFT JOIN drivers d ON d.id = p.held_by_driver_id
     WHERE (p.paid_on, p.id) > (?, ?) AND p.paid_on <= ? AND p.state = 'succeeded'
       AND p.kind NOT IN ('hold', 'release')
     ORDER BY p.paid_on, p.id LIMIT ?`,
  );
  let after: [string, string] = [from, ""];
  for (;;) {
    const rows = read.all(...after, to, ROWS_PER_READ);
    yield rows.map(toLine).join("");
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < ROWS_PER_READ) return;
    after = [lastRow.paidOn, lastRow.id];
  }
}

function toLine(row: Row): string {
  const { kind, method, currency, amountMinor, feeMinor, reversesId } = row;
  return csvLine([
    row.paidOn,
    entryWords({ kind, reversed: reversesId !== null }),
    method ? methodWords[method] : "",
    majorAmount(amountMinor, currency),
    currency,
    feeMinor === null ? "" : majorAmount(feeMinor, currency),
    row.reservation ?? "",
    row.invoice ?? "",
    row.reference,
    row.driver ?? "",
    row.reason,
    row.recordedBy,
    row.id,
    reversesId ?? "",
  ]);
}
