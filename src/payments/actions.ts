/**
 * The only writer of the ledger: one function writes each row, in the transaction of its cause. A change of what a
 * trip's riders owe or a driver holds increases the trip's version, so that statements include it.
 */
import { payments, type StoredPayment } from "../../db/schema/payments";
import type { StoredTrip } from "../../db/schema/reservations";
import { findRow, findRows, insertReturning, updateRow } from "../../db/rows";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { AppError } from "../errors";
import { amountDue } from "../fares/amount-due-rules";
import { loadInvoice } from "../invoices/queries";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { changeReservation } from "../reservations/actions";
import { loadTrip } from "../reservations/trip-queries";
import { recordPaymentWebhooks } from "../webhooks/record-actions";
import type { PaymentKind, PaymentMethod } from "./contract";

/** A new row of the ledger. It has either a reservation or an invoice. */
export type NewPayment = {
  reservationId?: string;
  invoiceId?: string;
  kind: PaymentKind;
  /** Null only for a waiver. */
  method: PaymentMethod | null;
  /** Negative for refunds, releases and reversals. */
  amountMinor: number;
  currency: string;
  /** Only rows of a provider may be pending. */
  state?: StoredPayment["state"];
  provider?: string;
  providerRef?: string;
  feeMinor?: number;
  parentId?: string;
  reversesId?: string;
  heldByDriverId?: string;
  /** The day in the operator's calendar. */
  paidOn: string;
  reference?: string;
  reason?: string;
  idempotencyKey?: string;
};

/** The person who writes the row, and when. */
type By = { actor: Actor; now: number };

/**
 * Writes only the row, unlike `recordPaymentOnTrip`, which also adds to the trip's log. If the idempotency key was used
 * for the same row, returns that row with `isNew` false. Throws 422 `idempotency.reused` if it was used for another
 * row.
 */
export function writePayment(
  tx: Tx,
  entry: NewPayment,
  { actor, now }: By,
): { payment: StoredPayment; isNew: boolean } {
  const earlierPayment = replayedPayment(tx, entry);
  if (earlierPayment) return { payment: earlierPayment, isNew: false };
  const state = entry.state ?? "succeeded";
  const payment = insertReturning(tx, payments, {
    ...entry,
    id: Bun.randomUUIDv7(),
    state,
    recordedByKind: actor.kind,
    // A rider isn't named here: the reservation names the rider, and an erasure clears that.
    recordedById: actor.kind === "rider" ? null : actor.id,
    recordedBy: actor.kind === "rider" ? "" : actor.name,
    createdAt: now,
    concludedAt: state === "pending" ? null : now,
  });
  recordPaymentWebhooks(tx, payment, now);
  return { payment, isNew: true };
}

/** Returns the row that was written with the same key, or null. Throws 422 if the key was used for another row. */
function replayedPayment(tx: Tx, entry: NewPayment): StoredPayment | null {
  const { idempotencyKey } = entry;
  const earlierPayment = idempotencyKey && findRow(tx, payments, { idempotencyKey });
  if (!earlierPayment) return null;
  const isSame =
    earlierPayment.reservationId === (entry.reservationId ?? null) &&
    earlierPayment.invoiceId === (entry.invoiceId ?? null) &&
    earlierPayment.kind === entry.kind &&
    earlierPayment.amountMinor === entry.amountMinor &&
    earlierPayment.currency === entry.currency;
  if (!isSame) throw new AppError("idempotency.reused");
  return earlierPayment;
}

/**
 * Writes a row of a trip and, unless it is pending, adds it to the trip's log. `trip` must be loaded in this
 * transaction; returns the changed trip. A replayed row changes nothing. Publish the trip after the commit.
 */
export function recordPaymentOnTrip(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  entry: Omit<NewPayment, "reservationId" | "invoiceId" | "currency">,
  by: By,
): { payment: StoredPayment; trip: StoredTrip } {
  const row = { ...entry, reservationId: trip.id, currency: trip.currency };
  const { payment, isNew } = writePayment(tx, row, by);
  if (!isNew || payment.state === "pending") return { payment, trip };
  return { payment, trip: logTripPayment(deps, tx, trip, payment, by) };
}

/** The outcome of a pending row, as the provider reports it. */
type Outcome = {
  state: "succeeded" | "failed" | "expired";
  providerRef?: string;
  /** The provider's fee in minor units. */
  feeMinor?: number;
  /** How it was paid, if the provider lets people choose. */
  method?: PaymentMethod;
  /** The day of the payment. */
  paidOn?: string;
};

/**
 * Concludes a pending row once; repeating the same outcome changes nothing. Money that arrives for a failed or expired
 * row becomes a new charge with the same reference, so that it isn't lost. Returns the row with the outcome, and its
 * trip if it has one, to publish after the commit. Throws 404 if the row doesn't exist.
 */
export function concludePayment(
  deps: Deps,
  tx: Tx,
  paymentId: string,
  outcome: Outcome,
  by: By,
): { payment: StoredPayment; trip: StoredTrip | null } {
  const before = findRow(tx, payments, { id: paymentId });
  if (!before) throw new AppError("request.not_found");
  const { state, ...details } = outcome;
  if (before.state === "pending") {
    updateRow(tx, payments, paymentId, { ...details, state, concludedAt: by.now });
    const payment = { ...before, ...details, state, concludedAt: by.now };
    recordPaymentWebhooks(tx, payment, by.now);
    const trip = loadTripAndLog(deps, tx, payment, by);
    // Staff are notified only of faults in the background. A person who acts sees the outcome on the screen.
    const isFault = state === "failed" && (payment.kind === "refund" || payment.kind === "capture");
    const subject =
      trip ?? (payment.invoiceId === null ? null : loadInvoice(tx, payment.invoiceId));
    if (isFault && subject && by.actor.kind === "system")
      recordStaffNews(tx, deps, "payment_fault", subject.id, subject.number);
    return { payment, trip };
  }
  if (state !== "succeeded" || before.state === "succeeded") return { payment: before, trip: null };
  const { payment, isNew } = writePayment(
    tx,
    {
      ...entryOf(before),
      ...details,
      paidOn: details.paidOn ?? before.paidOn,
      idempotencyKey: `${before.id}:arrived`,
    },
    by,
  );
  return { payment, trip: isNew ? loadTripAndLog(deps, tx, payment, by) : null };
}

/** Stores the provider's fee for a row once it is known. A known fee is never changed. */
export function recordPaymentFee(tx: Tx, paymentId: string, feeMinor: number): void {
  const row = findRow(tx, payments, { id: paymentId });
  if (row?.feeMinor === null) updateRow(tx, payments, paymentId, { feeMinor });
}

/** Returns the rows that capture, release, refund or reverse a row. */
export function childPaymentsOf(tx: Db | Tx, paymentId: string): StoredPayment[] {
  return [
    ...findRows(tx, payments, { parentId: paymentId }),
    ...findRows(tx, payments, { reversesId: paymentId }),
  ];
}

/** Returns all rows of one payment: a payment for several vehicles has a row for each. */
export function partsOfPayment(db: Db | Tx, row: StoredPayment): StoredPayment[] {
  const { kind, provider, providerRef } = row;
  if (kind !== "charge" || provider === null || providerRef === null) return [row];
  return findRows(db, payments, { kind, provider, providerRef });
}

function entryOf(row: StoredPayment): NewPayment {
  const { reservationId, invoiceId, provider, providerRef, parentId } = row;
  return {
    ...(reservationId && { reservationId }),
    ...(invoiceId && { invoiceId }),
    ...(provider && { provider }),
    ...(providerRef && { providerRef }),
    ...(parentId && { parentId }),
    kind: row.kind,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    paidOn: row.paidOn,
    reference: row.reference,
    reason: row.reason,
  };
}

function loadTripAndLog(deps: Deps, tx: Tx, payment: StoredPayment, by: By): StoredTrip | null {
  if (payment.reservationId === null) return null;
  const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id: payment.reservationId });
  return logTripPayment(deps, tx, trip, payment, by);
}

/** Adds the outcome of a row to the trip's log. */
function logTripPayment(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  payment: StoredPayment,
  { actor, now }: By,
): StoredTrip {
  const { kind, method, amountMinor, currency, state, reason } = payment;
  const eventKind =
    state === "succeeded"
      ? ({ kind: "payment_recorded" } as const)
      : ({ kind: "payment_failed" } as const);
  // The trip is read again, because the new row has changed it.
  const { paidMinor, waivedMinor } = loadTrip(tx, { actor: SYSTEM_ACTOR, id: trip.id });
  const dueMinor = amountDue({ ...trip, paidMinor, waivedMinor });
  return changeReservation(deps, tx, trip, {
    actor,
    now,
    ...(reason && { reason }),
    event: {
      ...eventKind,
      entry: kind,
      ...(method && { method }),
      amountMinor,
      currency,
      dueMinor,
    },
  });
}
