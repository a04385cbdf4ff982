/** The sums of ledger rows, and the actions that are still possible with each. */
import type { ReservationState } from "../reservations/contract";
import type { PaymentKind, PaymentState, UnpaidReason } from "./contract";

/** The facts of a ledger row that the sums depend on. */
export type Entry = { kind: PaymentKind; state: PaymentState; amountMinor: number };

const payingKinds: readonly PaymentKind[] = ["charge", "capture", "manual", "refund"];

/** Tells whether a row of this kind changes the amount paid. Rows that only reserve or waive money don't. */
function changesPaidAmount(kind: PaymentKind): boolean {
  return payingKinds.includes(kind);
}

/** Returns the sums of rows, as the database's triggers store them on the reservation. */
export function paymentSums(entries: readonly Entry[]): { paidMinor: number; waivedMinor: number } {
  const succeededEntries = entries.filter(({ state }) => state === "succeeded");
  const total = (countsKind: (kind: PaymentKind) => boolean) =>
    succeededEntries.reduce(
      (sum, { kind, amountMinor }) => (countsKind(kind) ? sum + amountMinor : sum),
      0,
    );
  return { paidMinor: total(changesPaidAmount), waivedMinor: total((kind) => kind === "waiver") };
}

/**
 * Returns how much of a received amount can still be refunded: the amount less refunds that were made or are pending.
 * `others` are the rows that name it as parent or reverse it.
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

/** Tells whether a provider can refund the payments that it took. Other payments are refunded by hand. */
export function canRefundOnline(provider: string | null): provider is string {
  return provider !== null && provider !== "mtn_momo";
}

/**
 * Divides one payment among several trips: first the requested prepayments, then the amounts due. The first trip gets
 * the rest.
 */
export function paymentShares(
  receivedMinor: number,
  trips: readonly { requestedMinor: number; dueMinor: number }[],
): number[] {
  let remainingMinor = receivedMinor;
  const take = (amountMinor: number) => {
    const part = Math.max(0, Math.min(remainingMinor, amountMinor));
    remainingMinor -= part;
    return part;
  };
  const requestedShares = trips.map(({ requestedMinor, dueMinor }) =>
    take(Math.min(requestedMinor, dueMinor)),
  );
  const parts = trips.map(
    ({ dueMinor }, at) => (requestedShares[at] ?? 0) + take(dueMinor - (requestedShares[at] ?? 0)),
  );
  return parts.map((part, at) => (at === 0 ? part + remainingMinor : part));
}

/** Returns what a hold still reserves: all of it until it is captured or released, even in part, then nothing. */
export function remainingHoldMinor(hold: Entry, others: readonly Entry[]): number {
  if (hold.kind !== "hold" || hold.state !== "succeeded") return 0;
  const isOver = others.some(
    ({ kind, state }) =>
      (kind === "capture" || kind === "release") && (state === "succeeded" || state === "pending"),
  );
  return isOver ? 0 : hold.amountMinor;
}

/** Returns the reason for which a rider owes money. */
export function unpaidReasonOf(state: ReservationState): UnpaidReason {
  return state === "no_show" ? "no_show" : state === "cancelled" ? "cancellation" : "trip";
}
