/**
 * What is paid before trips is followed up by the clock: asked for when it is time, given up when it is not paid in
 * time, captured, released or refunded when the trip has ended. Each step is a transaction of its own that may be taken
 * again: a row is written before a provider is asked, and names what is asked for.
 */
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { findRow, findRows } from "../../../db/rows";
import { paymentAttempts } from "../../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import { prepayments, type StoredPrepayment } from "../../../db/schema/prepayments";
import { reservationStates, reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../../deps";
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
  settleAttempt,
} from "../online/attempt-actions";
import { finishRefunds } from "../online/refund-actions";
import { canRefundOnline, refundableMinor } from "../rules";
import { refundableAmount, today } from "../trip-payment-actions";
import { changePrepayment, holdsOf, isPaid } from "./prepayment-actions";
import { adjustHold, requestFurtherPrepayments, notifyOfPrepayment } from "./prepay-link-actions";

/** A payment that a provider neither ends nor answers about keeps a booking for so long after its time. */
const UNANSWERED_GRACE_MS = 15 * 60_000;

const finalStates = reservationStates.filter(isOver);

/** Trips whose prepayment is being followed up: two at once would ask a provider twice. */
const underWay = new Set<string>();

/** Follows up every prepayment whose time has come once. One that fails is logged, and taken up again the next time. */
export async function followUpPrepayments(deps: Deps): Promise<void> {
  // A saved card is tried before anybody is asked.
  await followUpAgreements(deps);
  const now = deps.now();
  const { state, requestAt, payBy, notifiedAt, amountMinor, heldMinor } = prepayments;
  const { fareMinor } = reservations;
  const duePrepayments = deps.db
    .select({ row: prepayments })
    .from(prepayments)
    .innerJoin(reservations, eq(reservations.id, prepayments.reservationId))
    .where(
      and(
        // As the partial index has it.
        sql`${state} IN ('later', 'waiting', 'held', 'paid')`,
        or(
          inArray(reservations.state, finalStates),
          and(eq(state, "later"), lte(requestAt, now)),
          and(eq(state, "waiting"), or(isNull(notifiedAt), lte(payBy, now))),
          // The price has risen above what was agreed to be held, or fallen again.
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
    if (underWay.has(row.reservationId)) continue;
    underWay.add(row.reservationId);
    try {
      await followUpPrepayment(deps, row);
    } catch (error) {
      deps.log.warning("The prepayment of trip {id} could not be followed up: {reason}", {
        id: row.reservationId,
        reason: error instanceof Error ? error.message : String(error),
      });
    } finally {
      underWay.delete(row.reservationId);
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
  if (row.notifiedAt === null) return notifyOfPrepayment(deps, row.reservationId);
  if (row.payBy !== null) await cancelUnpaidTrip(deps, row, row.payBy);
}

const tripOf = (db: Tx | Deps["db"], { reservationId: id }: StoredPrepayment): StoredTrip =>
  loadTrip(db, { actor: SYSTEM_ACTOR, id });

/** Ends the link and what was begun by it; false while a payment is under way that cannot be ended. */
async function endPaymentInProgress(
  deps: Deps,
  { reservationId }: StoredPrepayment,
): Promise<boolean> {
  const link = openLinkOf(deps.db, { reservationId });
  if (!link) return true;
  const attempt = newestAttempt(deps.db, link.id);
  if (attempt) await settleAttempt(deps, attempt.id).catch(() => {});
  return endLiveAttempt(deps, link.id);
}

/** Not paid in time: a booking that nobody has confirmed is cancelled, at no cost. */
async function cancelUnpaidTrip(deps: Deps, row: StoredPrepayment, payBy: number): Promise<void> {
  const isEnded = await endPaymentInProgress(deps, row);
  if (!isEnded && deps.now() < payBy + UNANSWERED_GRACE_MS) return;
  const cancelled = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, row.reservationId);
    if (prepayment?.state !== "waiting" || prepayment.payBy !== payBy) return null;
    const trip = tripOf(tx, prepayment);
    // Paid in another way in the meantime, such as a transfer that the office recorded.
    if (isPaid(prepayment, trip)) {
      changePrepayment(tx, deps, prepayment, { state: "paid", payBy: null });
      return null;
    }
    if (trip.payment === "account") {
      endOpenLink(tx, deps, prepayment);
      changePrepayment(tx, deps, prepayment, { state: "closed" });
      return null;
    }
    // Who confirmed it wants it driven, paid or not.
    if (trip.state !== "pending") {
      changePrepayment(tx, deps, prepayment, { payBy: null });
      return null;
    }
    endOpenLink(tx, deps, prepayment);
    // A part that came is refunded.
    changePrepayment(tx, deps, prepayment, { state: trip.paidMinor > 0 ? "paid" : "lapsed" });
    return cancelInTransaction(tx, deps, trip, {
      actor: SYSTEM_ACTOR,
      now: deps.now(),
      waiveFee: true,
    });
  });
  if (cancelled) announce(deps, cancelled.row, cancelled.offeredDriverIds);
}

/** The trip was cancelled while it waited to be paid: nobody can pay any more. A saved card's answer is waited for. */
async function releasePayment(deps: Deps, row: StoredPrepayment): Promise<void> {
  await endPaymentInProgress(deps, row);
  const isKnown = await deps.write((tx) => {
    // What came at the last moment is followed up as paid or held.
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
 * The trip has ended: its price is captured from the hold, and the rest released. What the hold does not cover is
 * requested by a link.
 */
async function closeHold(deps: Deps, row: StoredPrepayment): Promise<void> {
  const { reservationId } = row;
  // Nobody is to have more held any more.
  if (openLinkOf(deps.db, { reservationId })?.isHold) await endPaymentInProgress(deps, row);
  const trip = await deps.write((tx) => {
    if (openLinkOf(tx, { reservationId })?.isHold) endOpenLink(tx, deps, row);
    let now = tripOf(tx, row);
    let left = Math.max(0, amountDue(now));
    for (const held of holdsOf(tx, reservationId)) {
      // Less than the provider's smallest unit stays due.
      const amountMinor = payableMinor(Math.min(left, held.amountMinor), now.currency, Math.floor);
      left -= amountMinor;
      const by = { actor: SYSTEM_ACTOR, now: deps.now() };
      now = recordPaymentOnTrip(deps, tx, now, endOf(deps, held, amountMinor), by).trip;
    }
    return now;
  });
  // A capture that is refused leaves a release behind it.
  for (const pending of pendingPaymentsOf(deps, trip.id)) await requestHoldEnd(deps, pending);
  for (const pending of pendingPaymentsOf(deps, trip.id)) await requestHoldEnd(deps, pending);
  if (pendingPaymentsOf(deps, trip.id).length > 0) return;
  const endedTrip = tripOf(deps.db, row);
  const isPayable = payableMinor(amountDue(endedTrip), endedTrip.currency, Math.floor) > 0;
  if (isPayable && !openLinkOf(deps.db, { reservationId: endedTrip.id }) && canPayOnline(deps))
    await makePayLink(deps, SYSTEM_ACTOR, { reservationId: endedTrip.id }, { send: true });
  await deps.write((tx) => changePrepayment(tx, deps, row, { state: "closed", heldMinor: 0 }));
}

/** The row that captures an amount of a hold; with 0 the one that lets go of it. */
function endOf(deps: Deps, held: StoredPayment, amountMinor: number) {
  return {
    kind: amountMinor > 0 ? "capture" : "release",
    amountMinor: amountMinor || -held.amountMinor,
    method: held.method,
    parentId: held.id,
    state: "pending",
    paidOn: today(deps),
    ...(held.provider && { provider: held.provider }),
  } as const;
}

/** Captures and releases that are written down, and of which the provider has not said what came of them. */
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

/**
 * Asks the provider for a capture or a release whose row is written, under that row's id: asking again takes nothing
 * twice. What came of it is what the provider says afterwards. Throws `ProviderNoAnswerError`: it is asked again.
 */
async function requestHoldEnd(deps: Deps, row: StoredPayment): Promise<void> {
  const attempt = deps.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, row.parentId ?? ""))
    .all()[0];
  const provider = attempt && openProvider(deps, PaymentProviderId.parse(attempt.provider));
  if (!provider) return;
  const knownPayment = recordedPaymentOf(deps, attempt);
  let refusal: ProviderRefusal | null = null;
  try {
    if (row.kind === "capture") await provider.capture(knownPayment, row.amountMinor, row.id);
    else await provider.release(knownPayment, row.id);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    refusal = error;
  }
  await settleAttempt(deps, attempt.id);
  if (!refusal || findRow(deps.db, payments, { id: row.id })?.state !== "pending") return;
  // It holds the money still, and will not take it: it lets go of it, and what is due is asked for.
  deps.log.warning("{provider} refused a {kind}: {reason}", {
    provider: attempt.provider,
    kind: row.kind,
    reason: refusal.message,
  });
  const trip = await deps.write((tx) => {
    const by = { actor: SYSTEM_ACTOR, now: deps.now() };
    const { trip } = concludePayment(deps, tx, row.id, { state: "failed" }, by);
    const held = findRow(tx, payments, { id: row.parentId ?? "" });
    if (!trip || !held || row.kind === "release") return trip;
    return recordPaymentOnTrip(deps, tx, trip, endOf(deps, held, 0), by).trip;
  });
  if (trip) announce(deps, trip);
}

/** The trip has ended: an overpayment of a cancelled one is refunded the way it was paid. */
async function closePaidTrip(deps: Deps, row: StoredPrepayment): Promise<void> {
  const trips = await deps.write((tx) => {
    const before = tripOf(tx, row);
    changePrepayment(tx, deps, row, { state: "closed" });
    if (before.state === "completed" || before.state === "settled") return [];
    let trip = before;
    let overpaidMinor = -amountDue({ ...before, paidMinor: refundableAmount(tx, before) });
    for (const paid of findRows(tx, payments, { reservationId: row.reservationId })) {
      const amountMinor = Math.min(
        overpaidMinor,
        refundableMinor(paid, childPaymentsOf(tx, paid.id)),
      );
      if (amountMinor <= 0 || !canRefundOnline(paid.provider)) continue;
      if (!openProvider(deps, PaymentProviderId.parse(paid.provider))) continue;
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
