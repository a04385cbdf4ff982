/** Updates a trip's prepayment in the transaction that writes its payments and holds. */
import { eq } from "drizzle-orm";
import { findRows } from "../../../db/rows";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import { prepayments, type StoredPrepayment } from "../../../db/schema/prepayments";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { childPaymentsOf } from "../actions";
import { remainingHoldMinor } from "../rules";

/** Changes an existing prepayment. */
export function changePrepayment(
  tx: Tx,
  deps: Deps,
  { reservationId }: Pick<StoredPrepayment, "reservationId">,
  change: Partial<StoredPrepayment>,
): void {
  tx.update(prepayments)
    .set({ ...change, updatedAt: deps.now() })
    .where(eq(prepayments.reservationId, reservationId))
    .run();
}

/**
 * Updates a prepayment after money has arrived: it is paid once the requested amount is covered. Money that arrives
 * after the trip was cancelled is refunded.
 */
export function recordPrepaidAmount(tx: Tx, deps: Deps, trip: StoredTrip): void {
  const prepayment = prepaymentOf(tx, trip.id);
  if (!prepayment || prepayment.state === "held") return;
  const isUndriven = isOver(trip.state) && trip.state !== "completed" && trip.state !== "settled";
  if (isUndriven || (prepayment.state !== "closed" && isPrepaid(prepayment, trip)))
    changePrepayment(tx, deps, prepayment, { state: "paid", payBy: null });
}

/** Returns the amount that is requested for a trip and not paid yet. */
export function openPrepaymentMinor(tx: Tx, reservationId: string): number {
  const prepayment = prepaymentOf(tx, reservationId);
  return prepayment?.state === "waiting" || prepayment?.state === "later"
    ? prepayment.amountMinor
    : 0;
}

/**
 * Tells whether the payments and waivers for a trip, by any method, cover the requested amount, or the price if that is
 * lower.
 */
export function isPrepaid(prepayment: StoredPrepayment, trip: StoredTrip): boolean {
  return trip.paidMinor + trip.waivedMinor >= Math.min(prepayment.amountMinor, trip.fareMinor);
}

/** Returns the holds of a trip that still reserve money. */
export function holdsOf(tx: Tx, reservationId: string): StoredPayment[] {
  return findRows(tx, payments, { reservationId }).filter(
    (row) => remainingHoldMinor(row, childPaymentsOf(tx, row.id)) > 0,
  );
}

/** Records the amount that is now held for a trip. If a hold expires before the trip, it is requested again. */
export function recordHold(tx: Tx, deps: Deps, reservationId: string): void {
  const prepayment = prepaymentOf(tx, reservationId);
  if (!prepayment) return;
  const heldMinor = holdsOf(tx, reservationId).reduce(
    (sum, { amountMinor }) => sum + amountMinor,
    0,
  );
  const trip = loadTrip(tx, { actor: { kind: "system" }, id: reservationId });
  const hasLostHold = heldMinor === 0 && prepayment.state === "held" && !isOver(trip.state);
  changePrepayment(tx, deps, prepayment, {
    heldMinor,
    ...(heldMinor > 0 && { state: "held", payBy: null }),
    ...(hasLostHold && { state: "waiting", payBy: null, notifiedAt: null }),
  });
}
