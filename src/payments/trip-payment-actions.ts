/** Lets staff record payments and refunds of a trip, waive the amount due, and settle. */
import type { z } from "zod";
import { payments } from "../../db/schema/payments";
import type { StoredTrip } from "../../db/schema/reservations";
import { findRow, findRows } from "../../db/rows";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { correctedLines } from "../fares/agreed-rules";
import type { FareLine } from "../fares/contract";
import { amountDue, costOf } from "../fares/amount-due-rules";
import { payColumns } from "../fares/expense-rules";
import { sumOf } from "../fares/money-rules";
import { driverPay } from "../fares/driver-pay-rules";
import { versionOfTrip } from "../fares/queries";
import { openDifference } from "../invoices/rules";
import { announce, changeReservation, moveReservation } from "../reservations/actions";
import type { EventOf } from "../reservations/event-contract";
import { withReducedPaidTip } from "../reservations/feedback/feedback-rules";
import { isOver } from "../reservations/rules";
import { recordIdempotencyKey, replayed } from "../reservations/idempotency-actions";
import { loadTrip } from "../reservations/trip-queries";
import { localTimeAt } from "../settings/local-time";
import { formatMoney } from "../settings/money-rules";
import { publicSettings } from "../settings/queries";
import { childPaymentsOf, recordPaymentOnTrip, type NewPayment } from "./actions";
import { notifyOfRefund } from "./refund-messages";
import type {
  MoneyHolder,
  RecordTripPayment,
  RefundTrip,
  ReverseTripPayment,
  WaiveAmountDue,
} from "./contract";

/**
 * Records a payment that was received without a provider. With a key, a repeated request counts once. An amount above
 * the due one must be refunded. Throws 404; 409 if the trip has changed in the meantime, is billed to a company or
 * costs nothing, or if its driver cannot have the money.
 */
export async function recordTripPayment(
  deps: Deps,
  actor: Actor & { id: string },
  id: string,
  input: z.output<typeof RecordTripPayment>,
  key: string | null = null,
): Promise<void> {
  await recordManualEntry(deps, actor, id, key, { kind: "manual", ...input }, (trip) => {
    if (trip.payment === "account") throw new AppError("payment.on_account");
    if (costOf(trip) <= 0) throw new AppError("payment.nothing_due");
    return trip;
  });
}

/**
 * Records a refund without a provider: first of an overpayment, and beyond that by lowering the price of an ended trip,
 * whose taxes are calculated again. The driver's pay stays unless `lowersPay` is set. Throws 404, 409 if the trip has
 * changed in the meantime, 422 for more than was paid.
 */
export async function refundTrip(
  deps: Deps,
  actor: Actor & { id: string },
  id: string,
  input: z.output<typeof RefundTrip>,
  key: string | null = null,
): Promise<void> {
  const { amountMinor } = input;
  const entry = { kind: "refund", ...input, amountMinor: -amountMinor } as const;
  await recordManualEntry(deps, actor, id, key, entry, (trip, tx) => {
    requireRemainingAmount(trip, amountMinor, tripRefundableMinor(tx, trip));
    return lowerPrice(deps, tx, trip, { ...input, actor });
  });
}

/** Returns how much of a trip can still be refunded, by any method: the amount paid less pending refunds. */
export function tripRefundableMinor(tx: Tx, trip: StoredTrip): number {
  const pendingRefunds = findRows(tx, payments, {
    reservationId: trip.id,
    kind: "refund",
    state: "pending",
  });
  return pendingRefunds.reduce((left, { amountMinor }) => left + amountMinor, trip.paidMinor);
}

/** Throws 422 if a refund is more than the remaining amount. */
export function requireRemainingAmount(
  { currency }: { currency: string },
  amountMinor: number,
  remainingMinor: number,
): void {
  if (amountMinor > remainingMinor)
    throw new AppError("payment.refund_too_much", {
      fields: { amountMinor: `At most ${formatMoney(Math.max(0, remainingMinor), currency)}.` },
    });
}

/**
 * Lowers the price of a finished trip by the part of a refund beyond the overpayment, inside the
 * caller's transaction and before the refund's row is written. Providers' refunds use it as well. With `isTip` it
 * lowers the tip first, and the ride keeps its price.
 */
export function lowerPrice(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  refund: {
    amountMinor: number;
    reason: string;
    lowersPay: boolean;
    isTip?: boolean;
    actor: Actor;
  },
): StoredTrip {
  const { amountMinor, reason, actor } = refund;
  // The amount of a pending refund is no longer overpaid.
  const paidMinor = tripRefundableMinor(tx, trip);
  const reductionMinor = amountMinor - Math.max(0, -amountDue({ ...trip, paidMinor }));
  if (reductionMinor <= 0 || !isOver(trip.state)) return trip;
  const costBeforeMinor = costOf(trip);
  const costMinor = Math.max(0, costBeforeMinor - reductionMinor);
  return changeReservation(deps, tx, trip, {
    actor,
    now: deps.now(),
    reason,
    changes: columnsOfLoweredPrice(tx, trip, costMinor, refund),
    event: {
      kind: "fare_corrected",
      correctedFromMinor: costBeforeMinor,
      fareMinor: costMinor,
      currency: trip.currency,
    },
  });
}

function columnsOfLoweredPrice(
  tx: Tx,
  trip: StoredTrip,
  costMinor: number,
  { lowersPay, isTip = false }: { lowersPay: boolean; isTip?: boolean },
) {
  if (trip.state !== "completed" && trip.state !== "settled") {
    const line: FareLine = { kind: "agreed", params: {}, amountMinor: costMinor };
    return { cancellationFeeMinor: costMinor, feeLines: costMinor > 0 ? [line] : [] };
  }
  const schedule = versionOfTrip(tx, trip)?.schedule ?? null;
  const { serviceType, currency } = trip;
  // The cast is safe because Livery stored these lines from its own fare function.
  const currentLines = trip.fareLines as FareLine[];
  const lines = isTip
    ? withReducedPaidTip(currentLines, sumOf(currentLines) - costMinor)
    : currentLines;
  const fareLines =
    sumOf(lines) === costMinor
      ? lines
      : correctedLines(schedule, { serviceType, currency, lines }, costMinor);
  const isDrivenByUs = trip.farmOutId === null;
  const pay =
    isDrivenByUs && lowersPay && schedule
      ? driverPay(schedule, fareLines, trip.distanceMeters)
      : null;
  return {
    fareLines,
    fareMinor: costMinor,
    ...(pay && payColumns(pay, trip.payLines)),
  };
}

/**
 * Reverses a payment that staff recorded, by a row with the opposite amount. Throws 404 if the trip has no such row;
 * 409 if it is already reversed, came from a provider, or if a settled trip would then have an amount due.
 */
export async function reverseTripPayment(
  deps: Deps,
  actor: Actor,
  id: string,
  paymentId: string,
  { version, reason }: ReverseTripPayment,
): Promise<void> {
  const changedTrip = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id, version });
    const originalPayment = findRow(tx, payments, { id: paymentId });
    if (originalPayment?.reservationId !== id || originalPayment.reversesId !== null)
      throw new AppError("request.not_found");
    if (originalPayment.provider !== null) throw new AppError("payment.of_provider");
    if (childPaymentsOf(tx, paymentId).some(({ reversesId }) => reversesId === paymentId))
      throw new AppError("payment.reversed");
    const { kind, method, amountMinor, heldByDriverId } = originalPayment;
    const { trip: after } = recordPaymentOnTrip(
      deps,
      tx,
      trip,
      {
        kind,
        method,
        amountMinor: -amountMinor,
        reversesId: paymentId,
        ...(heldByDriverId && { heldByDriverId }),
        paidOn: today(deps),
        reference: originalPayment.reference,
        reason,
      },
      { actor, now: deps.now() },
    );
    if (after.state === "settled" && amountDue(after) > 0) throw new AppError("payment.settled");
    return after;
  });
  announce(deps, changedTrip);
}

/**
 * Waives the amount due for a finished trip, and settles the trip if requested. Throws 404, 409 if the trip has changed
 * in the meantime or nothing is due.
 */
export async function waiveAmountDue(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, reason, settle }: z.output<typeof WaiveAmountDue>,
): Promise<void> {
  const now = deps.now();
  const changedTrip = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id, version });
    const amountMinor = amountDue(trip);
    if (amountMinor <= 0 || !isOver(trip.state)) throw new AppError("payment.nothing_due");
    const waiver = {
      kind: "waiver",
      method: null,
      amountMinor,
      paidOn: today(deps),
      reason,
    } as const;
    const { trip: waived } = recordPaymentOnTrip(deps, tx, trip, waiver, { actor, now });
    return settle ? settleInTransaction(deps, tx, waived, actor) : waived;
  });
  announce(deps, changedTrip);
}

/** Settles a completed trip. Throws 409 `reservation.amount_due` while something is due, unless a company is billed. */
export async function settleTrip(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const changedTrip = await deps.write((tx) =>
    settleInTransaction(deps, tx, loadTrip(tx, { actor, id, version }), actor),
  );
  announce(deps, changedTrip);
}

/** Does the same as `settleTrip` inside the caller's transaction. */
export function settleInTransaction(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  actor: Actor,
): StoredTrip {
  const dueMinor = amountDue(trip);
  if (trip.state === "completed" && dueMinor > 0)
    throw new AppError("reservation.amount_due", {
      message: `${formatMoney(dueMinor, trip.currency)} is due for this trip. Record the payment, or waive it with a reason.`,
    });
  return moveReservation(deps, tx, trip, {
    to: "settled",
    actor,
    now: deps.now(),
    event: settledEventOf(trip),
  });
}

/** Returns the log event of a settlement, with the amount that the company's next invoice adds or deducts, if any. */
function settledEventOf(trip: StoredTrip): EventOf<"settled"> {
  const { billedMinor, creditedMinor, currency } = trip;
  if (billedMinor === null) return { kind: "settled" };
  const differenceMinor = openDifference({ costMinor: costOf(trip), billedMinor, creditedMinor });
  return {
    kind: "settled",
    ...(differenceMinor !== 0 && { forNextInvoiceMinor: differenceMinor, currency }),
  };
}

type ManualEntry = Pick<NewPayment, "kind" | "method" | "amountMinor" | "paidOn" | "reference"> & {
  reason?: string;
  version: number;
  heldBy: z.output<typeof MoneyHolder>;
  lowersPay?: boolean;
};

/**
 * Writes a row that somebody enters on a trip, once per key. `check` throws a refusal or returns the trip for the row.
 */
async function recordManualEntry(
  deps: Deps,
  actor: Actor & { id: string },
  id: string,
  key: string | null,
  { version, ...input }: ManualEntry,
  prepareTrip: (trip: StoredTrip, tx: Tx) => StoredTrip,
): Promise<void> {
  const { heldBy, lowersPay: _, ...typed } = input;
  const request = { accountId: actor.id, key, body: { tripId: id, ...input } };
  const changedTrip = await deps.write((tx) => {
    if (replayed(tx, request) !== null) return null;
    const trip = loadTrip(tx, { actor, id, version });
    const { driverId } = trip;
    const holderField =
      heldBy === "driver" && driverId !== null ? { heldByDriverId: driverId } : {};
    const entry = { ...typed, ...holderField };
    const preparedTrip = prepareTrip(trip, tx);
    // The driver can only have the money after the trip has ended.
    if (heldBy === "driver" && (driverId === null || !isOver(trip.state)))
      throw new AppError("payment.no_driver");
    const by = { actor, now: deps.now() };
    const after = recordPaymentOnTrip(deps, tx, preparedTrip, entry, by).trip;
    recordIdempotencyKey(tx, request, id, by.now);
    if (entry.kind === "refund") notifyOfRefund(tx, deps, after, -entry.amountMinor);
    return after;
  });
  if (changedTrip) announce(deps, changedTrip);
}

/** Returns today's day in the operator's calendar. */
export function today(deps: Deps): string {
  return localTimeAt(deps.now(), publicSettings(deps).timeZone).slice(0, 10);
}
