import { asc, desc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../db/open";
import {
  invoiceBalances,
  invoiceLines,
  invoiceMails,
  invoices,
  type StoredInvoice,
} from "../../db/schema/invoices";
import { outbox } from "../../db/schema/notifications";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { loadCompany } from "../companies/queries";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import { iso } from "../formats/instants";
import type { Deps } from "../deps";
import type { FareLine } from "../fares/contract";
import { costOf } from "../fares/amount-due-rules";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type {
  Invoice,
  InvoiceLine,
  InvoiceList,
  InvoicePayment,
  InvoiceRow,
  InvoicesQuery,
  Parties,
} from "./contract";
import { firstInvoices } from "./correction-queries";
import { daysBetween, invoiceState, openDifference, taxesOf } from "./rules";
import { requireRow } from "../rows";
import { findRow, findRows } from "../../db/rows";

/** Returns the stored invoice or credit note. Throws 404 if it doesn't exist. */
export function loadInvoice(db: Db, id: string): StoredInvoice {
  return requireRow(db, invoices, { id });
}

/** Lists a company's invoices and credit notes, latest first. Throws 404 if the company doesn't exist. */
export function listInvoices(
  deps: Deps,
  companyId: string,
  query: z.output<typeof InvoicesQuery>,
): InvoiceList {
  const cursor = fromCursor(query.cursor, TimeCursor);
  loadCompany(deps.db, companyId);
  const rows = deps.db.$client
    .query<{ id: string; issued_at: number }, (string | number)[]>(
      `SELECT id, issued_at FROM invoices
       WHERE company_id = ?${cursor ? " AND (issued_at, id) < (?, ?)" : ""}
       ORDER BY issued_at DESC, id DESC LIMIT ?`,
    )
    .all(companyId, ...(cursor ?? []), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.issued_at, last.id]);
  return {
    invoices: shown.map(({ id }) => toRow(deps, loadInvoice(deps.db, id))),
    nextCursor,
  };
}

/** Returns an invoice or credit note with all its contents. Throws 404 if it doesn't exist. */
export function readInvoice(deps: Deps, id: string): Invoice {
  const row = loadInvoice(deps.db, id);
  const lines = linesOf(deps.db, row);
  const relatedInvoices =
    row.kind === "invoice"
      ? deps.db
          .select({ id: invoices.id, kind: invoices.kind, number: invoices.number })
          .from(invoices)
          .where(eq(invoices.creditsInvoiceId, id))
          .orderBy(asc(invoices.number))
          .all()
      : deps.db
          .select({ id: invoices.id, kind: invoices.kind, number: invoices.number })
          .from(invoices)
          .where(eq(invoices.id, row.creditsInvoiceId ?? ""))
          .all();
  return {
    ...toRow(deps, row),
    // The cast is safe because Livery stored these parties itself, in the contract's shape.
    parties: row.parties as Parties,
    reason: row.reason,
    issuedBy: row.issuedBy,
    lines,
    taxes: taxesOf(lines),
    payments: paymentsOf(deps.db, id),
    related: relatedInvoices,
  };
}

/** Returns the amount that is still owed on an invoice, in minor units; 0 for a credit note. */
export function openBalance(db: Db, { id }: Pick<StoredInvoice, "id">): number {
  return findRow(db, invoiceBalances, { invoiceId: id })?.balanceMinor ?? 0;
}

/** Returns the amount that credit notes have deducted from each trip of an invoice, by the trip's id. */
function creditedByTrip(db: Db, invoiceId: string): Map<string, number> {
  const rows = db.$client
    .query<{ trip: string; sum: number }, [string]>(
      `SELECT l.reservation_id AS trip, sum(l.amount_minor) AS sum
       FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
       WHERE i.credits_invoice_id = ? GROUP BY l.reservation_id`,
    )
    .all(invoiceId);
  return new Map(rows.map(({ trip, sum }) => [trip, sum]));
}

function linesOf(db: Db, row: StoredInvoice): InvoiceLine[] {
  const storedLines = db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, row.id))
    .orderBy(asc(invoiceLines.position))
    .all();
  const creditedAmounts = creditedByTrip(db, row.id);
  const trips = new Map<string, BilledRow>();
  const ids = storedLines.map(({ reservationId }) => reservationId);
  // Reads in batches, because a statement accepts a limited number of values.
  for (let at = 0; at < ids.length; at += 500)
    for (const trip of billedTrips(db, ids.slice(at, at + 500))) trips.set(trip.id, trip);
  const corrections = storedLines.filter(({ kind }) => kind === "correction");
  const firstInvoicesByTrip = firstInvoices(
    db,
    corrections.map(({ reservationId }) => reservationId),
  );
  return storedLines.map((line) => {
    const trip = line.kind === "invoice" ? trips.get(line.reservationId) : undefined;
    return {
      corrects: (line.kind === "correction" && firstInvoicesByTrip.get(line.reservationId)) || null,
      reservationId: line.reservationId,
      reservationNumber: line.reservationNumber,
      pickupLocal: line.pickupLocal,
      pickup: line.pickupName,
      dropoff: line.dropoffName,
      ended: line.ended,
      costCentre: line.costCentre,
      reference: line.reference,
      amountMinor: line.amountMinor,
      creditedMinor: creditedAmounts.get(line.reservationId) ?? 0,
      laterMinor: trip ? trip.billedMinor - line.amountMinor : 0,
      openMinor: trip ? openDifference({ ...trip, costMinor: costOf(trip) }) : 0,
      // The cast is safe because Livery stored these lines from its own fare function.
      lines: line.fareLines as FareLine[],
    };
  });
}

type BilledRow = Parameters<typeof costOf>[0] & {
  id: string;
  billedMinor: number;
  creditedMinor: number;
};

function billedTrips(db: Db, ids: readonly string[]): BilledRow[] {
  return db
    .select({
      id: reservations.id,
      state: reservations.state,
      fareMinor: reservations.fareMinor,
      cancellationFeeMinor: reservations.cancellationFeeMinor,
      billedMinor: reservations.billedMinor,
      creditedMinor: reservations.creditedMinor,
    })
    .from(reservations)
    .where(inArray(reservations.id, [...ids]))
    .all()
    .flatMap(({ billedMinor, ...trip }) =>
      billedMinor === null ? [] : [{ ...trip, billedMinor }],
    );
}

function paymentsOf(db: Db, invoiceId: string): InvoicePayment[] {
  const rows = findRows(db, payments, { invoiceId }).toSorted(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const reversed = new Set(rows.map(({ reversesId }) => reversesId));
  return rows.flatMap(({ state, reversesId, ...row }) => {
    if (state === "expired") return [];
    const { id, paidOn, amountMinor, reference, recordedBy, provider } = row;
    return {
      id,
      paidOn,
      amountMinor,
      // Only waivers have no method, and invoices use credit notes instead of waivers.
      method: row.method ?? "other",
      reference,
      recordedBy,
      provider,
      state,
      reversal: reversesId ? "reverses" : reversed.has(id) ? "reversed" : "none",
    };
  });
}

function lastMail(db: Db, invoiceId: string): InvoiceRow["mail"] {
  const [mail] = db
    .select()
    .from(invoiceMails)
    .where(eq(invoiceMails.invoiceId, invoiceId))
    .orderBy(desc(invoiceMails.queuedAt), desc(invoiceMails.id))
    .limit(1)
    .all();
  if (!mail) return null;
  // The outbox deletes old messages after they were sent.
  const state = findRow(db, outbox, { id: mail.outboxId })?.state ?? "sent";
  return {
    at: iso(mail.queuedAt),
    by: mail.queuedBy,
    isReminder: mail.kind === "reminder",
    state: state === "expired" ? "failed" : state,
  };
}

function linkOpenedAt(db: Db, invoiceId: string): string | null {
  const [openedLink] = db.$client
    .query<{ at: number | null }, [string]>(
      "SELECT min(opened_at) AS at FROM pay_links WHERE invoice_id = ?",
    )
    .all(invoiceId);
  return openedLink?.at ? iso(openedLink.at) : null;
}

/** Returns an invoice as a row of a list. */
export function toRow(deps: Deps, row: StoredInvoice): InvoiceRow {
  const today = localTimeAt(deps.now(), readOperator(deps).timeZone).slice(0, 10);
  // Credit notes have no balance.
  const balance = findRow(deps.db, invoiceBalances, { invoiceId: row.id });
  const { balanceMinor = 0, paidMinor = 0, creditedMinor = 0 } = balance ?? {};
  const { id, kind, number, companyId, currency, totalMinor, issuedOn, dueOn } = row;
  const state = invoiceState({ kind, balanceMinor, paidMinor, dueOn }, today);
  return {
    id,
    kind,
    number,
    companyId,
    // The cast is safe because Livery stored these parties itself, in the contract's shape.
    companyName: (row.parties as Parties).to.name,
    state,
    currency,
    totalMinor,
    balanceMinor,
    paidMinor,
    creditedMinor,
    issuedOn,
    dueOn,
    mail: lastMail(deps.db, id),
    linkOpenedAt: linkOpenedAt(deps.db, id),
    overdueDays: state === "overdue" ? daysBetween(dueOn, today) : 0,
  };
}
