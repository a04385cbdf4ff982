/** The actions on invoices: they are issued, corrected by credit notes, and paid, but never changed. */
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
import { billedLine, creditLines, creditableAmount, totalOf } from "./rules";
import { findRows, insertRow, updateRow } from "../../db/rows";

/** The maximum number of trips on a document, so that it can still be read as a whole. */
const MAX_TRIPS = 2_000;

/**
 * Issues an invoice for every trip of a company that can be invoiced in one currency, with pickups until a day, and for
 * price changes of trips already invoiced. Returns the invoice's id. Throws 404 if the company doesn't exist, 422
 * `invoice.nothing` if there is nothing to bill.
 */
export async function issueInvoice(
  deps: Deps,
  actor: Actor,
  companyId: string,
  input: IssueInvoice,
): Promise<string> {
  return deps.write((tx) => issueInvoiceInTransaction(deps, tx, actor, companyId, input));
}

/** Does the same as `issueInvoice` inside the caller's transaction. `id` is the invoice's id. */
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
        // Same condition as in `isReady`: trips cancelled free of charge must not displace trips that are owed.
        or(
          eq(reservations.state, "settled"),
          and(
            inArray(reservations.state, ["cancelled", "no_show"]),
            gt(reservations.cancellationFeeMinor, 0),
          ),
        ),
      ),
    )
    // Keeps the vehicles of one booking together.
    .orderBy(
      asc(reservations.pickupAt),
      sql`coalesce(${reservations.orderId}, ${reservations.id})`,
      asc(reservations.id),
    )
    .limit(MAX_TRIPS)
    .all();
  const lines = trips.flatMap(({ trip, costCentre }) => {
    const bill = billedLine({
      ...trip,
      // The cast is safe because Livery stored these lines from its own fare function.
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

/** Returns the facts of a trip that each of its lines repeats. */
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
 * Issues a credit note for trips of an invoice that were billed too much. Returns the credit note's id. With a key, a
 * repeated request counts once. Throws 404 if the invoice doesn't exist or the trip isn't on it, 422 `invoice.too_much`
 * if the amount exceeds the rest of a trip.
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
    const creditable = creditableAmount(invoicedLines(tx, reservationId), invoiceId);
    if (amountMinor > creditable.amountMinor) throw new AppError("invoice.too_much");
    return { ...line, amountMinor, fareLines: creditLines(amountMinor, creditable) };
  });
  const id = Bun.randomUUIDv7();
  writeInvoice(tx, deps, actor, {
    id,
    kind: "credit_note",
    companyId: invoice.companyId,
    creditsInvoiceId: invoiceId,
    // The same parties as on the credited invoice.
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

/** Writes the head of a document with the next number of its kind, and records the document in the company's log. */
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
  // The numbers have no gaps, because there is one writer at a time and documents are never removed.
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
