import { and, asc, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../db/open";
import {
  driverEntries,
  driverStatementLines,
  driverStatements,
  type StoredDriverEntry,
  type StoredStatement,
} from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import { fromCursor, TextCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import type { PayLine } from "../fares/contract";
import type {
  DriverEntry,
  EntriesQuery,
  EntryList,
  Statement,
  StatementLine,
  StatementList,
  StatementParties,
  StatementRow,
  StatementsQuery,
} from "./contract";
import { paymentWithSign, paymentStateOf } from "./rules";
import { requireRow, requireOwnedRow } from "../rows";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";
import { lineWithoutPrice } from "../reservations/hidden-price-rules";
import { readOperator } from "../settings/queries";

/** Returns the stored statement. Throws 404 if it doesn't exist or isn't the given driver's. */
function loadStatement(db: Db, id: string, driverId: string | null): StoredStatement {
  const row = findRow(db, driverStatements, { id });
  return requireOwnedRow(
    row,
    driverId === null ? { kind: "admin" } : { kind: "driver", id: driverId },
  );
}

/** Lists a driver's statements, latest week first. */
export function listStatements(
  deps: Deps,
  driverId: string,
  query: z.output<typeof StatementsQuery>,
): StatementList {
  const cursor = fromCursor(query.cursor, TextCursor);
  const rows = deps.db.$client
    .query<{ id: string; monday: string }, (string | number)[]>(
      `SELECT id, monday FROM driver_statements
       WHERE driver_id = ?${cursor ? " AND (monday, id) < (?, ?)" : ""}
       ORDER BY monday DESC, id DESC LIMIT ?`,
    )
    .all(driverId, ...(cursor ?? []), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.monday, last.id]);
  return {
    statements: shown.map(({ id }) => toRow(deps.db, loadStatement(deps.db, id, null))),
    nextCursor,
  };
}

/** Returns a whole statement. Throws 404 if it doesn't exist or isn't the given driver's. */
export function readStatement(deps: Deps, id: string, driverId: string | null = null): Statement {
  const { db } = deps;
  const row = loadStatement(db, id, driverId);
  const entries = db
    .select()
    .from(driverEntries)
    .where(eq(driverEntries.statementId, id))
    .orderBy(asc(driverEntries.recordedAt), asc(driverEntries.id))
    .all();
  return {
    ...toRow(db, row),
    // The cast is safe because Livery stored these parties itself, in the contract's shape.
    parties: row.parties as StatementParties,
    timeZone: row.timeZone,
    closedBy: row.closedBy,
    lines: driverId === null ? linesOf(db, id) : linesForDriver(deps, linesOf(db, id)),
    entries: entries.map((entry) => toEntry(db, entry)),
  };
}

/** Returns the trips of an account for its driver, without prices if the operator hides them from drivers. */
export function linesForDriver<Line extends StatementLine>(
  deps: Deps,
  lines: readonly Line[],
): Line[] {
  return readOperator(deps).showFareToDrivers ? [...lines] : lines.map(lineWithoutPrice);
}

/** Lists a driver's adjustments and payments, latest first. */
export function listEntries(
  deps: Deps,
  driverId: string,
  query: z.output<typeof EntriesQuery>,
): EntryList {
  const cursor = fromCursor(query.cursor, TimeCursor);
  const rows = deps.db.$client
    .query<{ id: string; recordedAt: number }, (string | number)[]>(
      `SELECT id, recorded_at AS recordedAt FROM driver_entries
       WHERE driver_id = ?${cursor ? " AND (recorded_at, id) < (?, ?)" : ""}
       ORDER BY recorded_at DESC, id DESC LIMIT ?`,
    )
    .all(driverId, ...(cursor ?? []), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.recordedAt, last.id]);
  return {
    entries: shown.map(({ id }) => readEntry(deps, id)),
    nextCursor,
  };
}

/** Returns an adjustment or payment. Throws 404 if it doesn't exist. */
export function readEntry(deps: Deps, id: string): DriverEntry {
  const row = requireRow(deps.db, driverEntries, { id });
  return toEntry(deps.db, row);
}

/** Returns an entry in the form for screens. */
export function toEntry(db: Db, row: StoredDriverEntry): DriverEntry {
  const [reversal] = db
    .select({ id: driverEntries.id })
    .from(driverEntries)
    .where(eq(driverEntries.reversesId, row.id))
    .all();
  const [trip] =
    row.reservationId === null
      ? []
      : db
          .select({ id: reservations.id, number: reservations.number })
          .from(reservations)
          .where(eq(reservations.id, row.reservationId))
          .all();
  const [statement] =
    row.statementId === null
      ? []
      : db
          .select({ number: driverStatements.number })
          .from(driverStatements)
          .where(eq(driverStatements.id, row.statementId))
          .all();
  return {
    id: row.id,
    kind: row.kind,
    currency: row.currency,
    amountMinor: row.amountMinor,
    reason: row.reason,
    trip: trip ?? null,
    paidOn: row.paidOn,
    method: row.method,
    reference: row.reference,
    recordedAt: iso(row.recordedAt),
    recordedBy: row.recordedBy,
    reversal: row.reversesId ? "reverses" : reversal ? "reversed" : "none",
    statementNumber: statement?.number ?? null,
  };
}

function linesOf(db: Db, statementId: string): StatementLine[] {
  return db
    .select({
      line: driverStatementLines,
      pickup: reservations.pickupName,
      dropoff: reservations.dropoffName,
    })
    .from(driverStatementLines)
    .innerJoin(reservations, eq(reservations.id, driverStatementLines.reservationId))
    .where(eq(driverStatementLines.statementId, statementId))
    .orderBy(asc(driverStatementLines.position))
    .all()
    .map(({ line, pickup, dropoff }) => ({
      kind: line.kind,
      reservationId: line.reservationId,
      reservationNumber: line.reservationNumber,
      pickupLocal: line.pickupLocal,
      pickup,
      dropoff,
      ended: line.ended,
      payment: line.payment,
      terminal: line.terminal,
      chargedMinor: line.chargedMinor,
      payMinor: line.payMinor,
      heldMinor: line.heldMinor,
      // The cast is safe because Livery stored these lines from its own pay rules.
      payLines: line.payLines as PayLine[],
    }));
}

/** Returns a statement as a row of a list, with the payments since then. */
function toRow(db: Db, row: StoredStatement): StatementRow {
  const { id, number, driverId, currency, monday, closingMinor } = row;
  const [next] = db.$client
    .query<{ id: string }, [string, string, string]>(
      `SELECT id FROM driver_statements WHERE driver_id = ? AND currency = ? AND monday > ?
       ORDER BY monday LIMIT 1`,
    )
    .all(driverId, currency, monday);
  const kind = closingMinor > 0 ? "payout" : "hand_in";
  const laterPayments = db
    .select({ amountMinor: driverEntries.amountMinor, paidOn: driverEntries.paidOn })
    .from(driverEntries)
    .where(
      and(
        next
          ? eq(driverEntries.statementId, next.id)
          : and(eq(driverEntries.driverId, driverId), isNull(driverEntries.statementId)),
        eq(driverEntries.currency, currency),
        eq(driverEntries.kind, kind),
      ),
    )
    .all();
  const sumMinor = laterPayments.reduce((total, entry) => total + entry.amountMinor, 0);
  const paidMinor = closingMinor === 0 ? 0 : paymentWithSign(kind, sumMinor);
  const paymentDays = laterPayments.flatMap(({ paidOn }) => paidOn ?? []).sort();
  return {
    id,
    number,
    driverId,
    currency,
    monday,
    sunday: Temporal.PlainDate.from(monday).add({ days: 6 }).toString(),
    openingMinor: row.openingMinor,
    payMinor: row.payMinor,
    heldMinor: row.heldMinor,
    correctionsMinor: row.correctionsMinor,
    adjustmentsMinor: row.adjustmentsMinor,
    paymentsMinor: row.paymentsMinor,
    closingMinor,
    closedAt: iso(row.closedAt),
    standing: paymentStateOf(closingMinor, paidMinor, next !== undefined),
    paidMinor,
    paidOn: paidMinor > 0 ? (paymentDays.at(-1) ?? null) : null,
  };
}
