/** Refunds payments through the provider that took them. */
import type { z } from "zod";
import type { Db } from "../../../db/open";
import {
  payLinks,
  paymentAttempts,
  type StoredPaymentAttempt,
} from "../../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRow, findRows } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { loadInvoice, openBalance } from "../../invoices/queries";
import { openProvider } from "../../payment-providers/open-providers";
import {
  ProviderKeyRefusedError,
  ProviderNoAnswerError,
  ProviderRefusal,
} from "../../payment-providers/provider";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { announce } from "../../reservations/actions";
import { runOncePerKey } from "../../reservations/idempotency-actions";
import { loadTrip } from "../../reservations/trip-queries";
import { formatMoney } from "../../settings/money-rules";
import { childPaymentsOf, concludePayment, recordPaymentOnTrip, partsOfPayment } from "../actions";
import { logInvoicePayment, recordPaymentOnInvoice } from "../invoice-payment-actions";
import { notifyOfRefund } from "../refund-messages";
import { canRefundOnline, refundableMinor } from "../rules";
import {
  tripRefundableMinor,
  lowerPrice,
  requireRemainingAmount,
  today,
} from "../trip-payment-actions";
import { recordedPaymentOf } from "./attempt-actions";
import { closeDifferences, recordDifference } from "./difference-actions";
import type { RefundInvoice, RefundOnline } from "./online-contract";

/**
 * Refunds all or part of a payment at the provider that took it. The row is written before the provider is asked, and
 * concluded by its answer. The part beyond an overpayment lowers the price. If the provider doesn't answer, the hourly
 * check asks again. Throws 404, 409 if the trip has changed or the provider cannot refund, 422 for more than is left.
 */
export async function refundOnline(
  deps: Deps,
  actor: Actor & { id: string },
  id: string,
  paymentId: string,
  { version, ...input }: z.output<typeof RefundOnline>,
  key: string | null,
): Promise<void> {
  const request = { accountId: actor.id, key, body: { tripId: id, paymentId, refund: input } };
  let changedTrip: StoredTrip | undefined;
  const rowId = await deps.write((tx) =>
    runOncePerKey(tx, request, deps.now(), () => {
      const trip = loadTrip(tx, { actor, id, version });
      const recordedRefund = recordTripRefund(tx, deps, actor, trip, paymentId, input);
      changedTrip = recordedRefund.trip;
      return recordedRefund.payment.id;
    }),
  );
  if (changedTrip) announce(deps, changedTrip);
  await trySendingRefund(deps, rowId, actor, changedTrip !== undefined);
}

function recordTripRefund(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  trip: StoredTrip,
  paymentId: string,
  input: Omit<z.output<typeof RefundOnline>, "version">,
): { payment: StoredPayment; trip: StoredTrip } {
  const { amountMinor, reason } = input;
  const { id } = trip;
  const paid = findRow(tx, payments, { id: paymentId });
  if (paid?.reservationId !== id || paid.provider === null) throw new AppError("request.not_found");
  const { method, provider, currency } = paid;
  if (!canRefundOnline(provider) || !openProvider(deps, PaymentProviderId.parse(provider)))
    throw new AppError("payment.cannot_refund");
  const paymentRefundableMinor = refundableMinor(paid, childPaymentsOf(tx, paymentId));
  requireRemainingAmount(
    trip,
    amountMinor,
    Math.min(paymentRefundableMinor, tripRefundableMinor(tx, trip)),
  );
  const attempt = attemptOf(tx, paid);
  const isTip = attempt !== undefined && findRow(tx, payLinks, { id: attempt.linkId })?.isTip;
  const tripAtLowerPrice = lowerPrice(deps, tx, trip, { ...input, actor, ...(isTip && { isTip }) });
  const refund = {
    kind: "refund",
    amountMinor: -amountMinor,
    parentId: paymentId,
    reason,
    state: "pending",
    paidOn: today(deps),
    method,
    provider,
  } as const;
  const by = { actor, now: deps.now() };
  const recorded = recordPaymentOnTrip(deps, tx, tripAtLowerPrice, refund, by);
  appendAudit(tx, deps, {
    actor,
    action: "payment.refunded_online",
    subject: { kind: "trip", id },
    summary: `Refunded ${formatMoney(amountMinor, currency)} of trip ${trip.number} at ${provider}`,
  });
  return recorded;
}

/**
 * Refunds an overpayment of an invoice from one of its payments, through the provider that took it. A payment recorded
 * by hand, or by a provider that cannot refund, is returned by hand, which is recorded here. To refund more, issue a
 * credit note first. Throws 404; 409 while the provider isn't connected; 422 for more than the overpayment or than this
 * payment.
 */
export async function refundInvoice(
  deps: Deps,
  actor: Actor & { id: string },
  invoiceId: string,
  paymentId: string,
  input: z.output<typeof RefundInvoice>,
  key: string | null,
): Promise<void> {
  const request = { accountId: actor.id, key, body: { invoiceId, paymentId, refund: input } };
  let isNew = false;
  const rowId = await deps.write((tx) =>
    runOncePerKey(tx, request, deps.now(), () => {
      isNew = true;
      return recordInvoiceRefund(tx, deps, actor, invoiceId, paymentId, input);
    }),
  );
  await trySendingRefund(deps, rowId, actor, isNew);
}

function recordInvoiceRefund(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  invoiceId: string,
  paymentId: string,
  { amountMinor, reason }: z.output<typeof RefundInvoice>,
): string {
  const invoice = loadInvoice(tx, invoiceId);
  const paid = findRow(tx, payments, { id: paymentId });
  if (paid?.invoiceId !== invoiceId) throw new AppError("request.not_found");
  const { method, provider, currency } = paid;
  const canRefund = canRefundOnline(provider);
  if (canRefund && !openProvider(deps, PaymentProviderId.parse(provider)))
    throw new AppError("payment.cannot_refund");
  const pendingRefunds = findRows(tx, payments, { invoiceId, kind: "refund", state: "pending" });
  const overpaidMinor = pendingRefunds.reduce(
    (left, one) => left + one.amountMinor,
    -openBalance(tx, invoice),
  );
  const paymentRefundableMinor = refundableMinor(paid, childPaymentsOf(tx, paymentId));
  requireRemainingAmount(paid, amountMinor, Math.min(paymentRefundableMinor, overpaidMinor));
  if (canRefund)
    appendAudit(tx, deps, {
      actor,
      action: "payment.refunded_online",
      subject: { kind: "invoice", id: invoiceId },
      summary: `Refunded ${formatMoney(amountMinor, currency)} of invoice ${invoice.number} at ${provider}`,
    });
  const entry = {
    kind: "refund",
    method,
    amountMinor: -amountMinor,
    reason,
    paidOn: today(deps),
    ...(canRefund && ({ provider, parentId: paymentId, state: "pending" } as const)),
  } as const;
  return recordPaymentOnInvoice(deps, tx, invoice, entry, { actor, now: deps.now() }).id;
}

/**
 * Returns the attempt that made a payment. A captured payment is found by its hold, and one for several vehicles by any
 * of its rows.
 */
function attemptOf(db: Db | Tx, paid: StoredPayment): StoredPaymentAttempt | undefined {
  if (paid.kind === "capture")
    return findRow(db, paymentAttempts, { paymentId: paid.parentId ?? "" });
  return partsOfPayment(db, paid).flatMap(
    ({ id }) => findRow(db, paymentAttempts, { paymentId: id }) ?? [],
  )[0];
}

/** After this time, a refund or the end of a hold that could not be confirmed waits for staff. */
export const UNCONFIRMED_AFTER_MS = 86_400_000;

/** Refunds that are being requested. Two requests at once could both find that no refund was made. */
const refundsInProgress = new Set<string>();

/** Like `sendRefund`, for somebody who waits. Without an answer the row stays pending, and is requested again later. */
async function trySendingRefund(
  deps: Deps,
  id: string,
  actor: Actor,
  isNew: boolean,
): Promise<void> {
  await sendRefund(deps, id, actor, isNew).catch((error: unknown) => {
    if (!(error instanceof ProviderNoAnswerError)) throw error;
  });
}

/**
 * Requests a refund whose row is already written. Can be repeated safely. An `isNew` refund was never requested before.
 * Throws 409 if the provider has refused it, and `ProviderNoAnswerError` while the result is unknown.
 */
async function sendRefund(deps: Deps, id: string, actor: Actor, isNew = false): Promise<void> {
  const row = findRow(deps.db, payments, { id });
  if (!row) throw new AppError("request.not_found");
  if (row.state === "failed") throw new AppError("payment.refund_refused");
  if (row.state !== "pending" || refundsInProgress.has(row.id)) return;
  refundsInProgress.add(row.id);
  try {
    await requestRefund(deps, row, actor, isNew);
  } finally {
    refundsInProgress.delete(row.id);
  }
}

async function requestRefund(
  deps: Deps,
  row: StoredPayment,
  actor: Actor,
  isNew: boolean,
): Promise<void> {
  const provider = openProvider(deps, PaymentProviderId.parse(row.provider));
  const paid = findRow(deps.db, payments, { id: row.parentId ?? "" });
  const attempt = paid && attemptOf(deps.db, paid);
  if (!provider || !attempt) throw new AppError("payment.cannot_refund");
  const recordedPayment = recordedPaymentOf(deps, attempt);
  const conclude = async (state: "succeeded" | "failed", providerRef?: string) => {
    const { trip } = await deps.write((tx) => {
      const by = { actor, now: deps.now() };
      const outcome = { state, ...(providerRef !== undefined && { providerRef }) };
      const isPending = findRow(tx, payments, { id: row.id })?.state === "pending";
      const concludedPayment = concludePayment(deps, tx, row.id, outcome, by);
      const unconfirmedRefund = { kind: "refund_unconfirmed", ref: row.id } as const;
      closeDifferences(tx, deps, unconfirmedRefund, "The provider has answered");
      // The audit log has had the refund since it was requested.
      const recorder = { ...by, actor: { ...SYSTEM_ACTOR, name: row.recordedBy } };
      if (concludedPayment.trip && state === "succeeded")
        notifyOfRefund(tx, deps, concludedPayment.trip, -row.amountMinor);
      if (row.invoiceId !== null && isPending && state === "succeeded")
        logInvoicePayment(
          deps,
          tx,
          loadInvoice(tx, row.invoiceId),
          concludedPayment.payment,
          recorder,
        );
      return concludedPayment;
    });
    if (trip) announce(deps, trip);
  };
  try {
    const providerRefund = await provider.refund(recordedPayment, -row.amountMinor, row.id);
    if (providerRefund.state === "pending") return;
    await conclude(providerRefund.state === "done" ? "succeeded" : "failed", providerRefund.ref);
  } catch (error) {
    if (!(error instanceof ProviderRefusal || (isNew && error instanceof ProviderKeyRefusedError)))
      throw error;
    await conclude("failed");
    throw new AppError("payment.refund_refused", { message: error.message });
  }
}

/**
 * Repeats refunds with unknown results, either all or those of a trip. Staff are notified of one that stays unknown for
 * a day.
 */
export async function finishRefunds(
  deps: Deps,
  which: { reservationId?: string } = {},
): Promise<void> {
  const pendingRefunds = findRows(deps.db, payments, {
    ...which,
    state: "pending",
    kind: "refund",
  });
  for (const { id, createdAt } of pendingRefunds)
    await sendRefund(deps, id, SYSTEM_ACTOR).catch(async (error: unknown) => {
      deps.log.warning("A refund could not be finished: {reason}", {
        reason: error instanceof Error ? error.message : String(error),
      });
      if (createdAt <= deps.now() - UNCONFIRMED_AFTER_MS)
        await deps.write((tx) => recordUnconfirmedPayment(tx, deps, id));
    });
}

/** Reports a pending refund, capture or release to staff. */
export function recordUnconfirmedPayment(tx: Tx, deps: Deps, id: string): void {
  const row = findRow(tx, payments, { id });
  if (row?.state !== "pending") return;
  const { kind, provider, reservationId, invoiceId, amountMinor, currency } = row;
  recordDifference(tx, deps, {
    kind: kind === "refund" ? "refund_unconfirmed" : "hold_unconfirmed",
    provider: PaymentProviderId.parse(provider),
    ref: id,
    reservationId,
    invoiceId,
    expectedMinor: Math.abs(amountMinor),
    expectedCurrency: currency,
    foundMinor: 0,
  });
}
