/** The sums of ledger rows, and what can still be done with each. */
import type { ReservationState } from "../reservations/contract";
import type { PaymentKind, PaymentState, UnpaidReason } from "./contract";

/** What of a row of the ledger sums depend on. */
export type Entry = { kind: PaymentKind; state: PaymentState; amountMinor: number };

const payingKinds: readonly PaymentKind[] = ["charge", "capture", "manual", "refund"];

/** Whether a row of this kind changes the amount paid: not one that only reserves money, or gives it up. */
function changesPaidAmount(kind: PaymentKind): boolean {
  return payingKinds.includes(kind);
}

/** The sums of rows, as the database's triggers keep them on the reservation. */
export function paymentSums(entries: readonly Entry[]): { paidMinor: number; waivedMinor: number } {
  const succeededEntries = entries.filter(({ state }) => state === "succeeded");
  const total = (isRequested: (kind: PaymentKind) => boolean) =>
    succeededEntries.reduce(
      (sum, { kind, amountMinor }) => (isRequested(kind) ? sum + amountMinor : sum),
      0,
    );
  return { paidMinor: total(changesPaidAmount), waivedMinor: total((kind) => kind === "waiver") };
}

/**
 * What can still be refunded of a row that brought money: its amount less the refunds of
 * it or is on its way. `others` are the rows that name it as parent, or reverse it.
 */
export function refundableMinor(entry: Entry, others: readonly Entry[]): number {
  const addsMoney = entry.kind === "charge" || entry.kind === "capture" || entry.kind === "manual";
  if (!addsMoney || entry.state !== "succeeded") return 0;
  const refundEntries = others
    .filter(({ state }) => state === "succeeded" || state === "pending")
    .filter(({ kind, amountMinor }) => kind === "refund" || amountMinor < 0);
  return Math.max(
    0,
    refundEntries.reduce((left, { amountMinor }) => left + amountMinor, entry.amountMinor),
  );
}

/** Whether a provider refunds the payments that it took; all others are refunded by hand. */
export function canRefundOnline(provider: string | null): provider is string {
  return provider !== null && provider !== "mtn_momo";
}

/**
 * What came by one payment for several trips, in a part for each: first what is asked for before the trips, then what
 * is due of them, and the rest is the first one's.
 */
export function paymentShares(
  receivedMinor: number,
  trips: readonly { requestedMinor: number; dueMinor: number }[],
): number[] {
  let left = receivedMinor;
  const take = (amountMinor: number) => {
    const part = Math.max(0, Math.min(left, amountMinor));
    left -= part;
    return part;
  };
  const requestedShares = trips.map(({ requestedMinor, dueMinor }) =>
    take(Math.min(requestedMinor, dueMinor)),
  );
  const parts = trips.map(
    ({ dueMinor }, at) => (requestedShares[at] ?? 0) + take(dueMinor - (requestedShares[at] ?? 0)),
  );
  return parts.map((part, at) => (at === 0 ? part + left : part));
}

/** What a hold still reserves: all of it until it is captured or released, even in part, then nothing. */
export function remainingHoldMinor(hold: Entry, others: readonly Entry[]): number {
  if (hold.kind !== "hold" || hold.state !== "succeeded") return 0;
  const isOver = others.some(
    ({ kind, state }) =>
      (kind === "capture" || kind === "release") && (state === "succeeded" || state === "pending"),
  );
  return isOver ? 0 : hold.amountMinor;
}

/** What a rider owes money for. */
export function unpaidReasonOf(state: ReservationState): UnpaidReason {
  return state === "no_show" ? "no_show" : state === "cancelled" ? "cancellation" : "trip";
}
