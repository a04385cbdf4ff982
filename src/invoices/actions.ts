/** Invoices are issued, corrected by credit notes, and paid; they are never changed. */
import { and, asc, eq, gt, inArray, isNull, lt, max, or, sql } from "drizzle-orm";
import { costCentres } from "../../db/schema/companies";
import { invoiceLines, invoices } from "../../db/schema/invoices";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { logOnCompany } from "../companies/actions";
import { loadCompany } from "../companies/queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import type { FareLine } from "../fares/contract";
import { runOncePerKey } from "../reservations/idempotency-actions";
import { localTimeAt, localDay } from "../settings/local-time";
import { publicSettings } from "../settings/queries";
import type { InvoiceKind, IssueCreditNote, IssueInvoice, Parties } from "./contract";
import { correctionsFor, invoicedLines } from "./correction-queries";
import { operatorParty } from "./document-queries";
import { loadInvoice } from "./queries";
import { billedAmounts, creditLines, creditableAmount, totalOf } from "./rules";
import { findRows, insertRow, updateRow } from "../../db/rows";

/** A document must be readable as a whole, so it has a maximum number of trips. */
const MAX_TRIPS = 2_000;

/**
 * Invoices every trip of a company that can be invoiced in one currency, with pickups until a day, and
 * price changes of trips already invoiced. 404 if there is no such company, 422 `invoice.nothing` if there
 * is nothing to bill. Returns the invoice's id.
 */
export async function issueInvoice(
  deps: Deps,
  actor: Actor,
  companyId: string,
  input: IssueInvoice,
): Promise<string> {
  return deps.write((tx) => issueInvoiceInTransaction(deps, tx, actor, companyId, input));
}

/** Same as `issueInvoice`, inside the caller's transaction; `id` is the invoice's. */
export function issueInvoiceInTransaction(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  companyId: string,
  input: IssueInvoice,
  id: string = Bun.randomUUIDv7(),
): string {
  const until = localDay(input.until, publicSettings(deps).timeZone).until;
  const company = loadCompany(tx, companyId);
  const trips = tx
    .select({ trip: reservations, costCentre: costCentres.name })
    .from(reservations)
    .leftJoin(costCentres, eq(costCentres.id, reservations.costCentreId))
    .where(
      and(
        eq(reservations.companyId, companyId),
        isNull(reservations.invoiceId),
        lt(reservations.pickupAt, until),
        eq(reservations.currency, input.currency),
        // As in `isReady`: trips cancelled free of charge must not displace trips that are owed.
        or(
          eq(reservations.state, "settled"),
          and(
            inArray(reservations.state, ["cancelled", "no_show"]),
            gt(reservations.cancellationFeeMinor, 0),
          ),
        ),
      ),
    )
    // The vehicles of one booking stand together.
    .orderBy(
      asc(reservations.pickupAt),
      sql`coalesce(${reservations.orderId}, ${reservations.id})`,
      asc(reservations.id),
    )
    .limit(MAX_TRIPS)
    .all();
  const lines = trips.flatMap(({ trip, costCentre }) => {
    const bill = billedAmounts({
      ...trip,
      // Written by ourselves from the fare function's lines.
      fareLines: trip.fareLines as FareLine[],
      feeLines: trip.feeLines as FareLine[] | null,
    });
    return bill ? [{ trip, costCentre: costCentre ?? "", bill }] : [];
  });
  const tripsTotalMinor = totalOf(lines.map(({ bill }) => bill));
  const corrections = correctionsFor(tx, companyId, input.currency, tripsTotalMinor);
  if (lines.length + corrections.length === 0) throw new AppError("invoice.nothing");
  writeInvoice(tx, deps, actor, {
    id,
    kind: "invoice",
    companyId,
    creditsInvoiceId: null,
    parties: partiesOf(deps, company),
    currency: input.currency,
    totalMinor: tripsTotalMinor + totalOf(corrections),
    termDays: company.paymentTermDays,
    reason: "",
  });
  let position = 0;
  for (const { trip, costCentre, bill } of lines) {
    insertRow(tx, invoiceLines, {
      ...factsOf(trip, costCentre),
      id: Bun.randomUUIDv7(),
      invoiceId: id,
      kind: "invoice",
      position: position++,
      ended: bill.ended,
      amountMinor: bill.amountMinor,
      fareLines: bill.lines,
    });
    updateRow(tx, reservations, trip.id, { invoiceId: id, billedMinor: bill.amountMinor });
  }
  for (const { trip, costCentre, amountMinor, fareLines } of corrections) {
    insertRow(tx, invoiceLines, {
      ...factsOf(trip, costCentre),
      id: Bun.randomUUIDv7(),
      invoiceId: id,
      kind: "correction",
      position: position++,
      ended: "driven",
      amountMinor,
      fareLines,
    });
    updateRow(tx, reservations, trip.id, {
      billedMinor: sql`${reservations.billedMinor} + ${amountMinor}`,
    });
  }
  return id;
}

/** The facts of a trip that each of its lines repeats. */
function factsOf(trip: StoredTrip, costCentre: string) {
  return {
    reservationId: trip.id,
    reservationNumber: trip.number,
    pickupLocal: trip.pickupLocal,
    pickupName: trip.pickupName,
    dropoffName: trip.dropoffName,
    costCentre,
    reference: trip.billingReference,
  };
}

/**
 * Credits trips of an invoice that were billed too much. 404 if there is no such invoice or the trip is not
 * on it, 422 `invoice.too_much` beyond what is left of a trip. With a key the same request counts once. Returns the
 * credit note's id.
 */
export async function issueCreditNote(
  deps: Deps,
  actor: Actor & { id: string },
  invoiceId: string,
  input: IssueCreditNote,
  key: string | null,
): Promise<string> {
  const request = { accountId: actor.id, key, body: { invoiceId, credit: input } };
  return deps.write((tx) =>
    runOncePerKey(tx, request, deps.now(), () => creditInvoice(tx, deps, actor, invoiceId, input)),
  );
}

function creditInvoice(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  invoiceId: string,
  input: IssueCreditNote,
): string {
  const invoice = loadInvoice(tx, invoiceId);
  if (invoice.kind !== "invoice") throw new AppError("request.not_found");
  const storedLines = findRows(tx, invoiceLines, { invoiceId });
  const lines = input.lines.map(({ reservationId, amountMinor }) => {
    const line = storedLines.find((each) => each.reservationId === reservationId);
    if (!line) throw new AppError("request.not_found");
    const left = creditableAmount(invoicedLines(tx, reservationId), invoiceId);
    if (amountMinor > left.amountMinor) throw new AppError("invoice.too_much");
    return { ...line, amountMinor, fareLines: creditLines(amountMinor, left) };
  });
  const id = Bun.randomUUIDv7();
  writeInvoice(tx, deps, actor, {
    id,
    kind: "credit_note",
    companyId: invoice.companyId,
    creditsInvoiceId: invoiceId,
    // As on the invoice that it credits.
    parties: invoice.parties as Parties,
    currency: invoice.currency,
    totalMinor: totalOf(lines),
    termDays: 0,
    reason: input.reason,
  });
  for (const [position, line] of lines.entries()) {
    insertRow(tx, invoiceLines, {
      ...line,
      id: Bun.randomUUIDv7(),
      invoiceId: id,
      kind: "credit_note",
      position,
    });
    updateRow(tx, reservations, line.reservationId, {
      creditedMinor: sql`${reservations.creditedMinor} + ${line.amountMinor}`,
    });
  }
  return id;
}

/** Writes the head of a document with the next number of its kind, and records it in the company's log. */
function writeInvoice(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  document: {
    id: string;
    kind: InvoiceKind;
    companyId: string;
    creditsInvoiceId: string | null;
    parties: Parties;
    currency: string;
    totalMinor: number;
    termDays: number;
    reason: string;
  },
): void {
  const now = deps.now();
  const { termDays, ...values } = document;
  const { timeZone } = publicSettings(deps);
  const issuedOn = localTimeAt(now, timeZone).slice(0, 10);
  // One writer at a time, and no document is ever removed: the numbers have no gaps.
  const [highestNumber] = tx
    .select({ number: max(invoices.number) })
    .from(invoices)
    .where(eq(invoices.kind, document.kind))
    .all();
  const number = (highestNumber?.number ?? 0) + 1;
  insertRow(tx, invoices, {
    ...values,
    number,
    issuedOn,
    dueOn: Temporal.PlainDate.from(issuedOn).add({ days: termDays }).toString(),
    timeZone,
    issuedAt: now,
    issuedBy: actor.name,
  });
  logOnCompany(tx, deps, {
    companyId: document.companyId,
    actor,
    at: now,
    act: document.kind === "invoice" ? "invoice_issued" : "credit_note_issued",
    detail: { number, amountMinor: document.totalMinor, currency: document.currency },
  });
}

function partiesOf(
  deps: Deps,
  company: { name: string; billingAddress: string; billingEmail: string; taxNumber: string },
): Parties {
  return {
    from: operatorParty(deps),
    to: {
      name: company.name,
      address: company.billingAddress,
      email: company.billingEmail,
      taxNumber: company.taxNumber,
    },
  };
}
