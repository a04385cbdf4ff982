/** Trips whose price was corrected after they were invoiced. Each becomes a line of the next invoice. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { costCentres } from "../../db/schema/companies";
import { invoiceLines, invoices } from "../../db/schema/invoices";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { FareLine } from "../fares/contract";
import type { OpenCorrection } from "./contract";
import { openDifference, openTaxes, amountsToInvoice, type InvoicedLine } from "./rules";

type Row = {
  id: string;
  number: number;
  state: "completed" | "settled";
  currency: string;
  pickupLocal: string;
  costMinor: number;
  billedMinor: number;
  creditedMinor: number;
  invoiceId: string;
  invoiceNumber: number;
};

/** The maximum number of corrections of a company that are read at once. The rest follows on later invoices. */
const MAX_CORRECTIONS = 500;

/**
 * Returns the corrections that wait for a company's next invoice, first pickup first, including trips that aren't
 * settled again yet. With `readyIn`, returns only those in this currency whose trips are settled.
 */
export function openCorrections(
  db: Db,
  companyId: string,
  readyIn: string | null = null,
): OpenCorrection[] {
  const rows = db.$client
    .query<Row, [string, string | null, number]>(
      `SELECT r.id, r.number, r.state, r.currency, r.pickup_local AS pickupLocal,
         r.fare_minor AS costMinor, r.billed_minor AS billedMinor, r.credited_minor AS creditedMinor,
         i.id AS invoiceId, i.number AS invoiceNumber
       FROM reservations r INDEXED BY reservations_misbilled JOIN invoices i ON i.id = r.invoice_id
       WHERE r.company_id = ?1 AND billed_minor IS NOT NULL AND state IN ('completed', 'settled')
         AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor)
         AND (?2 IS NULL OR (state = 'settled' AND r.currency = ?2))
       ORDER BY r.pickup_at, r.id LIMIT ?3`,
    )
    .all(companyId, readyIn, MAX_CORRECTIONS);
  return rows.map(({ state, invoiceId, invoiceNumber, ...row }) => ({
    reservationId: row.id,
    reservationNumber: row.number,
    currency: row.currency,
    pickupLocal: row.pickupLocal,
    differenceMinor: openDifference(row),
    ready: state === "settled",
    invoice: { id: invoiceId, number: invoiceNumber },
  }));
}

/** Returns the corrections for an invoice whose trips amount to `tripsMinor`. */
export function correctionsFor(tx: Tx, companyId: string, currency: string, tripsMinor: number) {
  const readyCorrections = openCorrections(tx, companyId, currency);
  const amounts = amountsToInvoice(
    tripsMinor,
    readyCorrections.map(({ differenceMinor }) => differenceMinor),
  );
  return readyCorrections.flatMap(({ reservationId, invoice, differenceMinor }, at) => {
    const amountMinor = amounts[at] ?? 0;
    const [tripRow] = tx
      .select({ trip: reservations, costCentre: costCentres.name })
      .from(reservations)
      .leftJoin(costCentres, eq(costCentres.id, reservations.costCentreId))
      .where(eq(reservations.id, reservationId))
      .all();
    if (amountMinor === 0 || !tripRow) return [];
    const line: FareLine = {
      kind: "correction",
      params: { invoiceNumber: invoice.number },
      amountMinor,
    };
    // A correction carries the taxes only if it completes the open difference.
    const taxes =
      amountMinor === differenceMinor
        ? openTaxes(
            tripRow.trip.fareLines as FareLine[],
            invoicedLines(tx, reservationId),
            differenceMinor,
          )
        : [];
    return [
      {
        trip: tripRow.trip,
        costCentre: tripRow.costCentre ?? "",
        amountMinor,
        fareLines: [line, ...taxes],
      },
    ];
  });
}

/** Returns the lines of all documents about a trip. */
export function invoicedLines(db: Db, reservationId: string): InvoicedLine[] {
  return (
    db
      .select({
        kind: invoiceLines.kind,
        invoiceId: sql<string>`coalesce(${invoices.creditsInvoiceId}, ${invoices.id})`,
        amountMinor: invoiceLines.amountMinor,
        lines: invoiceLines.fareLines,
      })
      .from(invoiceLines)
      .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
      .where(eq(invoiceLines.reservationId, reservationId))
      .all()
      // The cast is safe because Livery stored these lines from its own fare function.
      .map(({ lines, ...line }) => ({ ...line, lines: lines as FareLine[] }))
  );
}

/** Returns the invoice that billed each trip first, by the trip's id. */
export function firstInvoices(
  db: Db,
  reservationIds: readonly string[],
): Map<string, { id: string; number: number }> {
  if (reservationIds.length === 0) return new Map();
  const rows = db
    .select({ trip: invoiceLines.reservationId, id: invoices.id, number: invoices.number })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(
      and(
        inArray(invoiceLines.reservationId, [...reservationIds]),
        eq(invoiceLines.kind, "invoice"),
      ),
    )
    .all();
  return new Map(rows.map(({ trip, ...invoice }) => [trip, invoice]));
}
