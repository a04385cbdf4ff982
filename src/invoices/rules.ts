/**
 * The rules of what a company is billed. A trip is billed by its agreed lines once its bill is closed (settled), or by
 * its fee if it was cancelled for one. Nothing else is billed. An invoice is the sum of its trips, exact to the minor
 * unit, and is never changed. A credit note takes from a trip at most what is left of it, with the taxes in that part.
 * A price that is corrected later appears as its difference on the next invoice. An invoice's total is never below
 * zero: any further credit is carried over. The amount owed is the invoice's total minus credits and payments, and
 * payments never exceed it. Numbers of each kind count up by one from 1.
 */
import type { FareLine } from "../fares/contract";
import { costOf } from "../fares/amount-due-rules";
import { share, sumOf } from "../fares/money-rules";
import type { ReservationState } from "../reservations/contract";
import type { InvoiceKind, InvoiceState } from "./contract";

/** The facts of a trip that billing depends on. */
export type BilledTrip = {
  state: ReservationState;
  fareMinor: number;
  fareLines: readonly FareLine[];
  cancellationFeeMinor: number | null;
  feeLines: readonly FareLine[] | null;
};

/** Tells whether a trip can be invoiced now. */
export function isReady(
  trip: Pick<BilledTrip, "state" | "fareMinor" | "cancellationFeeMinor">,
): boolean {
  if (trip.state === "settled") return true;
  return (trip.state === "cancelled" || trip.state === "no_show") && costOf(trip) > 0;
}

/** Returns a trip as its line on an invoice, or null while it cannot be billed. */
export function billedLine(
  trip: BilledTrip,
): { ended: "driven" | "cancelled" | "no_show"; amountMinor: number; lines: FareLine[] } | null {
  if (!isReady(trip)) return null;
  const { state } = trip;
  const isDriven = state === "settled";
  const amountMinor = costOf(trip);
  const storedLines = isDriven ? trip.fareLines : (trip.feeLines ?? []);
  // An imported fee has no fee line, so it gets one here.
  const lines: FareLine[] =
    sumOf(storedLines) === amountMinor
      ? [...storedLines]
      : [{ kind: "agreed", params: {}, amountMinor }];
  return {
    ended: isDriven ? "driven" : state === "no_show" ? "no_show" : "cancelled",
    amountMinor,
    lines,
  };
}

/**
 * Returns the part of a trip's price that no document has billed yet: a positive amount is still to be billed, a
 * negative one to be credited. Credit notes count towards a price reduction and are never billed again.
 */
export function openDifference(trip: {
  costMinor: number;
  billedMinor: number;
  creditedMinor: number;
}): number {
  const { costMinor, billedMinor, creditedMinor } = trip;
  if (costMinor > billedMinor) return costMinor - billedMinor;
  return Math.min(0, costMinor - (billedMinor - creditedMinor));
}

/**
 * Returns how much of each difference the next invoice takes, in order: everything still to be billed, and credits up
 * to the invoice's total. The rest follows on a later invoice.
 */
export function amountsToInvoice(tripsMinor: number, differences: readonly number[]): number[] {
  let creditRoomMinor = tripsMinor + differences.reduce((sum, each) => sum + Math.max(0, each), 0);
  return differences.map((difference) => {
    if (difference > 0) return difference;
    const credit = Math.min(-difference, creditRoomMinor);
    creditRoomMinor -= credit;
    return credit === 0 ? 0 : -credit;
  });
}

/** Returns the difference between a trip's taxes and those on its documents. For information only. */
export function taxDifference(
  currentLines: readonly FareLine[],
  invoicedLines: readonly (readonly FareLine[])[],
): FareLine[] {
  const negativeLines = invoicedLines
    .flat()
    .map((line) => ({ ...line, amountMinor: -line.amountMinor }));
  return taxesOf([{ lines: currentLines }, { lines: negativeLines }]).filter(
    ({ amountMinor }) => amountMinor !== 0,
  );
}

/**
 * Returns the taxes of a whole open difference. As in `openDifference`, credit notes count towards refunds and are
 * never billed again.
 */
export function openTaxes(
  currentLines: readonly FareLine[],
  invoicedLines: readonly InvoicedLine[],
  differenceMinor: number,
): FareLine[] {
  const billedLines = invoicedLines.filter(({ kind }) => kind !== "credit_note");
  const creditedLines = invoicedLines.filter(
    ({ kind }) => kind === "credit_note" && differenceMinor < 0,
  );
  return taxDifference(
    [...currentLines, ...creditedLines.flatMap(({ lines }) => lines)],
    billedLines.map(({ lines }) => lines),
  );
}

/** A line about a trip on an issued document, and the invoice that the line is on or corrects. */
export type InvoicedLine = {
  kind: "invoice" | "correction" | "credit_note";
  invoiceId: string;
  amountMinor: number;
  lines: readonly FareLine[];
};

/** The part of a price that can still be credited, with its taxes. */
type RemainingAmount = { amountMinor: number; taxes: FareLine[] };

/**
 * Returns what a credit note may deduct from a trip on an invoice: the rest of its line after earlier notes, or less if
 * a later invoice already credited part of it. `invoicedLines` has all lines of documents about the trip.
 */
export function creditableAmount(
  invoicedLines: readonly InvoicedLine[],
  invoiceId: string,
): RemainingAmount {
  const remainingOfInvoice = remainingAmount(
    invoicedLines.filter((line) => line.invoiceId === invoiceId),
  );
  const remainingOfTrip = remainingAmount(invoicedLines);
  // The last credit note for a trip takes the remaining taxes, even if it credits a different invoice.
  return remainingOfTrip.amountMinor <= remainingOfInvoice.amountMinor
    ? remainingOfTrip
    : remainingOfInvoice;
}

function remainingAmount(invoicedLines: readonly InvoicedLine[]): RemainingAmount {
  const billedLines = invoicedLines.filter(({ kind }) => kind !== "credit_note");
  const creditedLines = invoicedLines.filter(({ kind }) => kind === "credit_note");
  return {
    amountMinor: totalOf(billedLines) - totalOf(creditedLines),
    taxes: taxDifference(
      billedLines.flatMap(({ lines }) => lines),
      creditedLines.map(({ lines }) => lines),
    ),
  };
}

/**
 * Returns the lines of a credit note for part of the remaining amount: the amount, and its share of each tax. The last
 * part takes the remaining taxes, so that all parts add up to the whole, exact to the minor unit.
 */
export function creditLines(amountMinor: number, remaining: RemainingAmount): FareLine[] {
  const taxes = remaining.taxes.map((tax) => {
    const part = share(Math.abs(tax.amountMinor), amountMinor, remaining.amountMinor);
    return { ...tax, amountMinor: Math.sign(tax.amountMinor) * part };
  });
  return [
    { kind: "credited", params: {}, amountMinor },
    ...taxes.filter((tax) => tax.amountMinor !== 0),
  ];
}

/** Returns the total of invoice lines. */
export function totalOf(lines: readonly { amountMinor: number }[]): number {
  return lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

/** Returns the taxes of all trips together, one line per name and rate. For information only. */
export function taxesOf(trips: readonly { lines: readonly FareLine[] }[]): FareLine[] {
  const byName = new Map<string, FareLine>();
  for (const tax of trips.flatMap(({ lines }) => lines)) {
    if (tax.kind !== "tax") continue;
    const { name, percent, of, within } = tax.params;
    // Taxes added to a price are included in the amount on a document.
    const params = { name, percent, of, within: within ?? "line" } as const;
    const key = JSON.stringify(params);
    const sameTax = byName.get(key);
    byName.set(key, {
      ...tax,
      params,
      amountMinor: (sameTax?.amountMinor ?? 0) + tax.amountMinor,
    });
  }
  return [...byName.values()];
}

/** Returns the current state of an invoice. `today` is a day of the operator's calendar. */
export function invoiceState(
  invoice: { kind: InvoiceKind; balanceMinor: number; paidMinor: number; dueOn: string },
  today: string,
): InvoiceState {
  const { kind, balanceMinor, paidMinor, dueOn } = invoice;
  if (kind === "credit_note") return "credit_note";
  if (balanceMinor < 0) return "refund_due";
  if (balanceMinor === 0) return "paid";
  if (dueOn < today) return "overdue";
  return paidMinor > 0 ? "part_paid" : "open";
}

/** Returns the number of days from one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
