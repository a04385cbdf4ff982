/**
 * Follows up prepayments at regular times: they are requested when it is time, given up if not paid in time, and
 * captured, released or refunded when the trip has ended. Each step is a separate transaction that can be repeated: a
 * row with the request is written before a provider is asked.
 */
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { findRow, findRows } from "../../../db/rows";
import { paymentAttempts, paymentDifferences } from "../../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import { prepayments, type StoredPrepayment } from "../../../db/schema/prepayments";
import { reservationStates, reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { amountDue } from "../../fares/amount-due-rules";
import { openProvider } from "../../payment-providers/open-providers";
import { ProviderRefusal } from "../../payment-providers/provider";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { payableMinor } from "../../payment-providers/provider-money";
import { announce, cancelInTransaction } from "../../reservations/actions";
import { prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { childPaymentsOf, concludePayment, recordPaymentOnTrip } from "../actions";
import { followUpAgreements } from "../cards/charge-actions";
import { makePayLink } from "../links/link-actions";
import { endLink } from "../links/link-end-actions";
import { canPayOnline, newestAttempt, openLinkOf } from "../links/link-queries";
import {
  endLiveAttempt,
  recordedPaymentOf,
  liveAttempt,
  checkAttempt,
} from "../online/attempt-actions";
import { closeDifferences } from "../online/difference-actions";
import {
  finishRefunds,
  recordUnconfirmedPayment,
  UNCONFIRMED_AFTER_MS,
} from "../online/refund-actions";
import { canRefundOnline, refundableMinor } from "../rules";
import { tripRefundableMinor, today } from "../trip-payment-actions";
import { changePrepayment, holdsOf, isPrepaid } from "./prepayment-actions";
import { adjustHold, requestFurtherPrepayments, notifyOfPrepayment } from "./prepay-link-actions";

/**
 * How long a booking, or the prepayment of a trip billed to a company, stays after the deadline of the payment if the
 * provider neither ends the payment nor answers.
 */
const UNANSWERED_GRACE_MS = 15 * 60_000;

const finalStates = reservationStates.filter(isOver);

/** Trips whose prepayment is being followed up. Two follow-ups at once would ask a provider twice. */
const tripsInProgress = new Set<string>();

/** Follows up every due prepayment once. A failure is logged and tried again the next time. */
export async function followUpPrepayments(deps: Deps): Promise<void> {
  // A saved card is charged before anybody is asked to pay.
  await followUpAgreements(deps);
  const now = deps.now();
  const { state, requestAt, payBy, notifiedAt, amountMinor, heldMinor } = prepayments;
  const { fareMinor, payment } = reservations;
  const duePrepayments = deps.db
    .select({ row: prepayments })
    .from(prepayments)
    .innerJoin(reservations, eq(reservations.id, prepayments.reservationId))
    .where(
      and(
        // Same condition as in the partial index.
        sql`${state} IN ('later', 'waiting', 'held', 'paid')`,
        or(
          inArray(reservations.state, finalStates),
          // Dispatch has billed the trip to a company.
          and(inArray(state, ["later", "waiting"]), eq(payment, "account")),
          and(eq(state, "later"), lte(requestAt, now)),
          and(eq(state, "waiting"), or(isNull(notifiedAt), lte(payBy, now))),
          // The price has risen above the amount to hold, or has fallen again.
          and(
            eq(state, "held"),
            or(
              gt(fareMinor, amountMinor),
              and(gt(amountMinor, heldMinor), gt(amountMinor, fareMinor)),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(prepayments.createdAt))
    .all();
  for (const { row } of duePrepayments) {
    if (tripsInProgress.has(row.reservationId)) continue;
    tripsInProgress.add(row.reservationId);
    try {
      await followUpPrepayment(deps, row);
    } catch (error) {
      deps.log.warning("The prepayment of trip {id} could not be followed up: {reason}", {
        id: row.reservationId,
        reason: error instanceof Error ? error.message : String(error),
      });
    } finally {
      tripsInProgress.delete(row.reservationId);
    }
  }
}

async function followUpPrepayment(deps: Deps, row: StoredPrepayment): Promise<void> {
  const trip = tripOf(deps.db, row);
  if (isOver(trip.state)) {
    if (row.state === "held") return closeHold(deps, row);
    return row.state === "paid" ? closePaidTrip(deps, row) : releasePayment(deps, row);
  }
  if (row.state === "held") return adjustHold(deps, row.reservationId);
  if (trip.payment === "account") return releaseBilledTrip(deps, row);
  if (row.notifiedAt === null) return notifyOfPrepayment(deps, row.reservationId);
  if (row.payBy !== null) await cancelUnpaidTrip(deps, row, row.payBy);
}

const tripOf = (db: Tx | Deps["db"], { reservationId: id }: StoredPrepayment): StoredTrip =>
  loadTrip(db, { actor: SYSTEM_ACTOR, id });

/** Ends the payment in progress of a trip's link. Returns false if it cannot be ended. */
async function endPaymentInProgress(
  deps: Deps,
  { reservationId }: StoredPrepayment,
): Promise<boolean> {
  const link = openLinkOf(deps.db, { reservationId });
  if (!link) return true;
  const attempt = newestAttempt(deps.db, link.id);
  if (attempt) await checkAttempt(deps, attempt.id).catch(() => {});
  return endLiveAttempt(deps, link.id);
}

/** Cancels a booking that wasn't paid in time, at no cost, unless somebody has confirmed it. */
async function cancelUnpaidTrip(deps: Deps, row: StoredPrepayment, payBy: number): Promise<void> {
  const isEnded = await endPaymentInProgress(deps, row);
  if (!isEnded && deps.now() < payBy + UNANSWERED_GRACE_MS) return;
  const cancelled = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, row.reservationId);
    if (prepayment?.state !== "waiting" || prepayment.payBy !== payBy) return null;
    const trip = tripOf(tx, prepayment);
    // It was paid in another way, such as a transfer that the office recorded.
    if (isPrepaid(prepayment, trip)) {
      changePrepayment(tx, deps, prepayment, { state: "paid", payBy: null });
      return null;
    }
    if (trip.payment === "account") {
      endOpenLink(tx, deps, prepayment);
      changePrepayment(tx, deps, prepayment, { state: "closed" });
      return null;
    }
    // A confirmed trip is driven whether it is paid or not.
    if (trip.state !== "pending") {
      changePrepayment(tx, deps, prepayment, { payBy: null });
      return null;
    }
    endOpenLink(tx, deps, prepayment);
    // A partial payment is refunded.
    changePrepayment(tx, deps, prepayment, { state: trip.paidMinor > 0 ? "paid" : "lapsed" });
    return cancelInTransaction(tx, deps, trip, {
      actor: SYSTEM_ACTOR,
      now: deps.now(),
      waiveFee: true,
    });
  });
  if (cancelled) announce(deps, cancelled.row, cancelled.offeredDriverIds);
}

/**
 * Ends the payment of a trip that was billed to a company before it was paid. A payment in progress that cannot be ended
 * is tried again until its page has expired.
 */
async function releaseBilledTrip(deps: Deps, row: StoredPrepayment): Promise<void> {
  const isEnded = await endPaymentInProgress(deps, row);
  const link = openLinkOf(deps.db, { reservationId: row.reservationId });
  const attempt = link && liveAttempt(deps.db, link.id);
  if (!isEnded && attempt && deps.now() < attempt.expiresAt + UNANSWERED_GRACE_MS) return;
  await closeUnpaid(deps, row);
}

/**
 * Ends the payment of a trip that was cancelled before it was paid. If a saved card is being charged, its result comes
 * first.
 */
async function releasePayment(deps: Deps, row: StoredPrepayment): Promise<void> {
  await endPaymentInProgress(deps, row);
  await closeUnpaid(deps, row);
}

async function closeUnpaid(deps: Deps, row: StoredPrepayment): Promise<void> {
  const isKnown = await deps.write((tx) => {
    // A payment at the last moment is followed up as paid or held.
    const prepayment = prepaymentOf(tx, row.reservationId);
    if (prepayment?.state !== row.state) return true;
    const link = openLinkOf(tx, { reservationId: row.reservationId });
    if (link && liveAttempt(tx, link.id)?.cardId) return false;
    endOpenLink(tx, deps, prepayment);
    changePrepayment(tx, deps, prepayment, { state: "closed" });
    return true;
  });
  if (isKnown) await requestFurtherPrepayments(deps, row.reservationId);
}

function endOpenLink(tx: Tx, deps: Deps, { reservationId }: StoredPrepayment): void {
  const link = openLinkOf(tx, { reservationId });
  if (link) endLink(tx, deps, link.id, "revoked");
}

/**
 * Ends the hold of a trip that has ended: captures the price and releases the rest. A link requests the amount that the
 * hold doesn't cover. Staff are notified of a hold whose end stays unknown for a day.
 */
async function closeHold(deps: Deps, row: StoredPrepayment): Promise<void> {
  const { reservationId } = row;
  // A link for a further hold must not be used any more.
  if (openLinkOf(deps.db, { reservationId })?.isHold) await endPaymentInProgress(deps, row);
  const trip = await deps.write((tx) => {
    if (openLinkOf(tx, { reservationId })?.isHold) endOpenLink(tx, deps, row);
    let currentTrip = tripOf(tx, row);
    let remainingMinor = Math.max(0, amountDue(currentTrip));
    for (const hold of holdsOf(tx, reservationId)) {
      // An amount below the provider's smallest unit stays due.
      const amountMinor = payableMinor(
        Math.min(remainingMinor, hold.amountMinor),
        currentTrip.currency,
        Math.floor,
      );
      remainingMinor -= amountMinor;
      const by = { actor: SYSTEM_ACTOR, now: deps.now() };
      currentTrip = recordPaymentOnTrip(
        deps,
        tx,
        currentTrip,
        holdEndEntry(deps, hold, amountMinor),
        by,
      ).trip;
    }
    return currentTrip;
  });
  const firstRows = pendingPaymentsOf(deps, trip.id);
  for (const pending of firstRows) await tryHoldEnd(deps, pending);
  // A refused capture has added a release.
  for (const pending of pendingPaymentsOf(deps, trip.id))
    if (!firstRows.some(({ id }) => id === pending.id)) await tryHoldEnd(deps, pending);
  const unconfirmedRows = pendingPaymentsOf(deps, trip.id);
  for (const pending of unconfirmedRows) await reportUnconfirmedHold(deps, pending);
  if (unconfirmedRows.length > 0) return;
  const endedTrip = tripOf(deps.db, row);
  const isPayable = payableMinor(amountDue(endedTrip), endedTrip.currency, Math.floor) > 0;
  if (isPayable && !openLinkOf(deps.db, { reservationId: endedTrip.id }) && canPayOnline(deps))
    await makePayLink(deps, SYSTEM_ACTOR, { reservationId: endedTrip.id }, { send: true });
  await deps.write((tx) => {
    const unconfirmedHolds = { kind: "hold_unconfirmed", reservationId } as const;
    closeDifferences(tx, deps, unconfirmedHolds, "The provider has answered");
    changePrepayment(tx, deps, row, { state: "closed", heldMinor: 0 });
  });
}

/** Returns the row that captures an amount of a hold, or releases the hold if the amount is 0. */
function holdEndEntry(deps: Deps, hold: StoredPayment, amountMinor: number) {
  return {
    kind: amountMinor > 0 ? "capture" : "release",
    amountMinor: amountMinor || -hold.amountMinor,
    method: hold.method,
    parentId: hold.id,
    state: "pending",
    paidOn: today(deps),
    ...(hold.provider && { provider: hold.provider }),
  } as const;
}

/** Returns stored captures and releases whose result is still unknown. */
function pendingPaymentsOf(deps: Deps, reservationId: string): StoredPayment[] {
  return deps.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.reservationId, reservationId),
        eq(payments.state, "pending"),
        inArray(payments.kind, ["capture", "release"]),
      ),
    )
    .all();
}

/** Requests the end of a hold. A failure is logged, so that the other holds of the trip are still requested. */
async function tryHoldEnd(deps: Deps, row: StoredPayment): Promise<void> {
  try {
    await requestHoldEnd(deps, row);
  } catch (error) {
    // A provider that isn't connected is logged once, with the difference.
    if (error instanceof AppError && error.code === "payment.no_provider") return;
    deps.log.warning("The {kind} of a hold of trip {id} could not be requested: {reason}", {
      kind: row.kind,
      id: row.reservationId,
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Reports and logs the end of a hold that has been unknown for a day, once. */
async function reportUnconfirmedHold(deps: Deps, row: StoredPayment): Promise<void> {
  const { id, createdAt, reservationId } = row;
  if (createdAt > deps.now() - UNCONFIRMED_AFTER_MS) return;
  const provider = PaymentProviderId.parse(row.provider);
  const difference = { provider, ref: id, kind: "hold_unconfirmed", foundMinor: 0 } as const;
  if (findRow(deps.db, paymentDifferences, difference)) return;
  await deps.write((tx) => recordUnconfirmedPayment(tx, deps, id));
  deps.log.warning(
    "A hold of trip {id} at {provider} could not be captured or released for a day",
    {
      id: reservationId,
      provider,
    },
  );
}

/**
 * Requests a stored capture or release under its row's id, so that repeating it takes nothing twice. The result is what
 * the provider reports afterwards. Throws if the provider isn't connected or doesn't answer: the request must then be
 * repeated.
 */
async function requestHoldEnd(deps: Deps, row: StoredPayment): Promise<void> {
  const attempt = deps.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, row.parentId ?? ""))
    .all()[0];
  const provider = attempt && openProvider(deps, PaymentProviderId.parse(attempt.provider));
  if (!provider) throw new AppError("payment.no_provider");
  const recordedPayment = recordedPaymentOf(deps, attempt);
  let refusal: ProviderRefusal | null = null;
  try {
    if (row.kind === "capture") await provider.capture(recordedPayment, row.amountMinor, row.id);
    else await provider.release(recordedPayment, row.id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    refusal = error;
  }
  await checkAttempt(deps, attempt.id);
  if (!refusal || findRow(deps.db, payments, { id: row.id })?.state !== "pending") return;
  // The provider still holds the money but refuses the capture. So the hold is released, and the amount due is
  // requested.
  deps.log.warning("{provider} refused a {kind}: {reason}", {
    provider: attempt.provider,
    kind: row.kind,
    reason: refusal.message,
  });
  const trip = await deps.write((tx) => {
    const by = { actor: SYSTEM_ACTOR, now: deps.now() };
    const { trip } = concludePayment(deps, tx, row.id, { state: "failed" }, by);
    const hold = findRow(tx, payments, { id: row.parentId ?? "" });
    if (!trip || !hold || row.kind === "release") return trip;
    return recordPaymentOnTrip(deps, tx, trip, holdEndEntry(deps, hold, 0), by).trip;
  });
  if (trip) announce(deps, trip);
}

/**
 * Closes the prepayment of a trip that has ended. An overpayment of a cancelled trip is refunded by the method of the
 * payment.
 */
async function closePaidTrip(deps: Deps, row: StoredPrepayment): Promise<void> {
  const trips = await deps.write((tx) => {
    const before = tripOf(tx, row);
    changePrepayment(tx, deps, row, { state: "closed" });
    if (before.state === "completed" || before.state === "settled") return [];
    let trip = before;
    let overpaidMinor = -amountDue({ ...before, paidMinor: tripRefundableMinor(tx, before) });
    for (const paid of findRows(tx, payments, { reservationId: row.reservationId })) {
      const amountMinor = Math.min(
        overpaidMinor,
        refundableMinor(paid, childPaymentsOf(tx, paid.id)),
      );
      if (amountMinor <= 0 || !canRefundOnline(paid.provider)) continue;
      overpaidMinor -= amountMinor;
      const { method, provider } = paid;
      trip = recordPaymentOnTrip(
        deps,
        tx,
        trip,
        {
          kind: "refund",
          method,
          provider,
          amountMinor: -amountMinor,
          parentId: paid.id,
          state: "pending",
          reason: "The trip was cancelled",
          paidOn: today(deps),
          idempotencyKey: `called-off:${paid.id}`,
        },
        { actor: SYSTEM_ACTOR, now: deps.now() },
      ).trip;
    }
    return [trip];
  });
  for (const trip of trips) announce(deps, trip);
  for (const { id } of trips) await finishRefunds(deps, { reservationId: id });
}
