/**
 * What a company is billed. A trip is billed by its agreed lines once its bill is closed (settled), or by
 * its fee once it was called off for one; nothing else is. An invoice comes to the sum of its trips, to
 * the minor unit, and is never changed: a credit note takes from a trip of it at most what is left of that
 * trip, with the taxes in that part, and a price that is corrected later stands by its difference on the next invoice, whose total is never
 * below zero: what is more to be given back is carried over. What is owed of an invoice is its total without what was credited and paid; payments never pass
 * that. Numbers of each kind count up by one from 1.
 */
import type { FareLine } from "../fares/contract";
import { costOf } from "../fares/due-rules";
import { share, sumOf } from "../fares/money-rules";
import type { ReservationState } from "../reservations/contract";

/** What of a trip the money depends on. */
export type BilledTrip = {
  state: ReservationState;
  fareMinor: number;
  fareLines: readonly FareLine[];
  cancellationFeeMinor: number | null;
  feeLines: readonly FareLine[] | null;
};

/** Whether a trip can be invoiced now. */
export function isReady(
  trip: Pick<BilledTrip, "state" | "fareMinor" | "cancellationFeeMinor">,
): boolean {
  if (trip.state === "settled") return true;
  return (trip.state === "cancelled" || trip.state === "no_show") && costOf(trip) > 0;
}

/** A trip as its line on an invoice; null while, and where, it is not billed. */
export function billed(
  trip: BilledTrip,
): { ended: "driven" | "cancelled" | "no_show"; amountMinor: number; lines: FareLine[] } | null {
  if (!isReady(trip)) return null;
  const { state } = trip;
  const isDriven = state === "settled";
  const amountMinor = costOf(trip);
  const stored = isDriven ? trip.fareLines : (trip.feeLines ?? []);
  // A fee that was taken over from somewhere without its line is its own line.
  const lines: FareLine[] =
    sumOf(stored) === amountMinor ? [...stored] : [{ kind: "agreed", params: {}, amountMinor }];
  return {
    ended: isDriven ? "driven" : state === "no_show" ? "no_show" : "cancelled",
    amountMinor,
    lines,
  };
}

/**
 * What no paper tells of a trip's price yet: above zero it is to be billed still, below to be given back.
 * What credit notes took counts towards what the trip costs less by now, and is never billed again.
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
 * What of each difference the next invoice takes, in their order: all that is to be billed still, and of
 * what is to be given back as much as the invoice comes to. The rest waits for the one after.
 */
export function takenUp(tripsMinor: number, differences: readonly number[]): number[] {
  let room = tripsMinor + differences.reduce((sum, each) => sum + Math.max(0, each), 0);
  return differences.map((difference) => {
    if (difference > 0) return difference;
    const taken = Math.min(-difference, room);
    room -= taken;
    return taken === 0 ? 0 : -taken;
  });
}

/** By how much the taxes of a trip are others than papers have told of it. They only inform. */
export function taxDifference(
  now: readonly FareLine[],
  told: readonly (readonly FareLine[])[],
): FareLine[] {
  const less = told.flat().map((line) => ({ ...line, amountMinor: -line.amountMinor }));
  return taxesOf([{ lines: now }, { lines: less }]).filter(({ amountMinor }) => amountMinor !== 0);
}

/**
 * The taxes that go with a whole open difference. As `openDifference` has it: what credit notes took counts
 * towards what is given back, and nothing of it is billed again.
 */
export function openTaxes(
  now: readonly FareLine[],
  told: readonly StatedLine[],
  differenceMinor: number,
): FareLine[] {
  const billed = told.filter(({ kind }) => kind !== "credit_note");
  const credited = told.filter(({ kind }) => kind === "credit_note" && differenceMinor < 0);
  return taxDifference(
    [...now, ...credited.flatMap(({ lines }) => lines)],
    billed.map(({ lines }) => lines),
  );
}

/** A line about a trip on a paper that was issued, and the invoice that it stands on or takes from. */
export type StatedLine = {
  kind: "invoice" | "correction" | "credit_note";
  invoiceId: string;
  amountMinor: number;
  lines: readonly FareLine[];
};

/** What is left of a price to be credited, with the taxes in it. */
type Left = { amountMinor: number; taxes: FareLine[] };

/**
 * What a credit note may take from a trip on an invoice: what earlier notes left of its line, or less where a
 * later invoice gave some of it back already. `told` is all that papers say of the trip.
 */
export function leftToCredit(told: readonly StatedLine[], invoiceId: string): Left {
  const ofInvoice = leftOf(told.filter((line) => line.invoiceId === invoiceId));
  const ofTrip = leftOf(told);
  // The last note about a trip takes the last of its taxes, whichever invoice it is of.
  return ofTrip.amountMinor <= ofInvoice.amountMinor ? ofTrip : ofInvoice;
}

function leftOf(told: readonly StatedLine[]): Left {
  const billed = told.filter(({ kind }) => kind !== "credit_note");
  const credited = told.filter(({ kind }) => kind === "credit_note");
  return {
    amountMinor: totalOf(billed) - totalOf(credited),
    taxes: taxDifference(
      billed.flatMap(({ lines }) => lines),
      credited.map(({ lines }) => lines),
    ),
  };
}

/**
 * The lines of a credit note about a part of what is left: the amount, and its share of each tax. The part
 * that takes the rest takes the rest of the taxes, so that all parts come to the whole to the minor unit.
 */
export function creditLines(amountMinor: number, left: Left): FareLine[] {
  const taxes = left.taxes.map((tax) => {
    const part = share(Math.abs(tax.amountMinor), amountMinor, left.amountMinor);
    return { ...tax, amountMinor: Math.sign(tax.amountMinor) * part };
  });
  return [
    { kind: "credited", params: {}, amountMinor },
    ...taxes.filter((tax) => tax.amountMinor !== 0),
  ];
}

/** What invoice lines come to. */
export function totalOf(lines: readonly { amountMinor: number }[]): number {
  return lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

/** The taxes of all trips together, those of one name and rate in one line. They only inform. */
export function taxesOf(trips: readonly { lines: readonly FareLine[] }[]): FareLine[] {
  const byName = new Map<string, FareLine>();
  for (const tax of trips.flatMap(({ lines }) => lines)) {
    if (tax.kind !== "tax") continue;
    const { name, percent, of, within } = tax.params;
    // What was added to a price is within the amount that a paper tells of it.
    const params = { name, percent, of, within: within ?? "line" } as const;
    const key = JSON.stringify(params);
    const known = byName.get(key);
    byName.set(key, { ...tax, params, amountMinor: (known?.amountMinor ?? 0) + tax.amountMinor });
  }
  return [...byName.values()];
}

/** What is owed of an invoice; below zero is to be given back. */
export function balanceOf(invoice: {
  totalMinor: number;
  creditedMinor: number;
  paidMinor: number;
}): number {
  return invoice.totalMinor - invoice.creditedMinor - invoice.paidMinor;
}
