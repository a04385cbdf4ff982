/**
 * Converts a provider's report about a payment into rows of the ledger. Each row is written once, in whatever order the
 * reports arrive.
 */
import {
  payLinks,
  paymentAttempts,
  paymentDifferences,
  type StoredPaymentAttempt,
  type StoredPayLink,
} from "../../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import type { Db } from "../../../db/open";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRow, findRows, updateRow } from "../../../db/rows";
import { savedCards } from "../../../db/schema/saved-cards";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import type { ListedRefund, ProviderPayment } from "../../payment-providers/provider";
import { amountDue } from "../../fares/amount-due-rules";
import { queueRiderMessage } from "../../notifications/outbox";
import { cardCharged } from "../../notifications/texts/payment-texts";
import { announce } from "../../reservations/actions";
import { addPaidTip } from "../../reservations/feedback/feedback-actions";
import { acceptsTip } from "../../reservations/feedback/feedback-rules";
import { isOver } from "../../reservations/rules";
import { formatMoney } from "../../settings/money-rules";
import { readOperator } from "../../settings/queries";
import {
  childPaymentsOf,
  concludePayment,
  recordPaymentOnTrip,
  type NewPayment,
  recordPaymentFee,
  partsOfPayment,
} from "../actions";
import { recordPaymentOnInvoice } from "../invoice-payment-actions";
import {
  recordHold,
  recordPrepaidAmount,
  openPrepaymentMinor,
} from "../prepaying/prepayment-actions";
import { endLink } from "../links/link-end-actions";
import {
  dueMinorOf,
  loadPayLinkSubject,
  type PayLinkSubject,
  tripsOfPayable,
} from "../links/link-queries";
import { notifyOfRefund } from "../refund-messages";
import { paymentShares, refundableMinor } from "../rules";
import { lowerPrice, today } from "../trip-payment-actions";
import { closeDispute, recordDifference, reopenDispute } from "./difference-actions";
import type { DifferenceKind } from "./online-contract";

/** Tells whether part of an attempt was refunded, even if the refund failed later. */
export function hasRefund({ db }: Deps, attemptId: string): boolean {
  const { paymentId } = findRow(db, paymentAttempts, { id: attemptId }) ?? {};
  const paid = paymentId && findRow(db, payments, { id: paymentId });
  return paid ? refundsOf(db, paid).length > 0 : false;
}

/** Returns the refunds of a payment, or of the captures of a hold, including rows that reverse refunds. */
function refundsOf(db: Db | Tx, paid: StoredPayment): StoredPayment[] {
  const sources =
    paid.kind === "hold"
      ? childPaymentsOf(db, paid.id).filter(({ kind }) => kind === "capture")
      : partsOfPayment(db, paid);
  return sources
    .flatMap(({ id }) => childPaymentsOf(db, id))
    .filter(({ kind, state }) => kind === "refund" && state === "succeeded");
}

/**
 * Stores a provider's report about an attempt. If the provider lists the `refunds`, their sum is the refunded amount,
 * because the payment's own total may include a failed refund.
 */
export async function applyProviderFacts(
  deps: Deps,
  actor: Actor,
  attemptId: string,
  facts: ProviderPayment,
  refunds: readonly ListedRefund[] | null,
): Promise<void> {
  const trips = await deps.write((tx) => {
    const attempt = findRow(tx, paymentAttempts, { id: attemptId });
    const link = attempt && findRow(tx, payLinks, { id: attempt.linkId });
    if (!link) return [];
    updateRow(tx, paymentAttempts, attemptId, {
      state: attemptStateAfter(attempt, facts, link.isHold),
      providerRef: facts.ref,
      moneyRef: facts.moneyRef,
      failure: facts.failure,
      checkedAt: deps.now(),
    });
    const isFailed = ({ state }: ListedRefund) => state === "failed";
    const refundedMinor = refunds
      ?.filter((one) => !isFailed(one))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const current = { ...facts, ...(refundedMinor !== undefined && { refundedMinor }) };
    const failedRefundIds = refunds?.filter(isFailed).map(({ key }) => key) ?? [];
    return new ProviderFactsWriter(deps, tx, actor, attempt, current, link, failedRefundIds).run();
  });
  for (const trip of trips) announce(deps, trip);
}

/**
 * Returns the attempt's state after a report. An abandoned attempt stays abandoned until money arrives, because another
 * attempt may have replaced it.
 */
function attemptStateAfter(
  { paymentId, state }: StoredPaymentAttempt,
  facts: ProviderPayment,
  isHold: boolean,
) {
  if (paymentId !== null && !isHold) return "paid";
  return facts.state === "open" ? state : facts.state;
}

/** Returns the key of a row for an amount returned at the provider, with the total returned since the payment. */
const providerRefundKey = (paymentId: string, totalReturned: number) =>
  `there:${paymentId}:${totalReturned}`;

/** Writes the report about one attempt in one transaction. */
class ProviderFactsWriter {
  /** The trips that it has changed, in their current form. */
  private readonly trips = new Map<string, StoredTrip>();
  constructor(
    private readonly deps: Deps,
    private readonly tx: Tx,
    private readonly actor: Actor,
    private readonly attempt: StoredPaymentAttempt,
    private readonly facts: ProviderPayment,
    private readonly link: StoredPayLink,
    private readonly failedRefundIds: readonly (string | null)[],
  ) {}

  run(): StoredTrip[] {
    if (this.facts.dispute) this.reportDifference("disputed");
    if (this.facts.dispute === "decided") closeDispute(this.tx, this.deps, this.attempt.id);
    if (this.facts.dispute === "open") reopenDispute(this.tx, this.deps, this.attempt.id);
    if (this.link.isHold) this.applyHold();
    else this.applyCharge();
    return [...this.trips.values()];
  }

  private applyCharge(): void {
    const { tx, deps, attempt, facts, link } = this;
    if (facts.state !== "paid" || facts.receivedMinor <= 0) return;
    // Money in another currency doesn't count towards the amount due. An accountant decides about it.
    if (facts.currency !== attempt.currency) {
      this.reportDifference("currency");
      return;
    }
    if (facts.receivedMinor !== attempt.amountMinor) this.reportDifference("amount");
    const isNew = attempt.paymentId === null;
    const charge = isNew
      ? this.writeCharge()
      : findRow(tx, payments, { id: attempt.paymentId ?? "" });
    if (!charge) return;
    if (isNew) {
      updateRow(tx, paymentAttempts, attempt.id, { paymentId: charge.id });
      if (link.end === null) endLink(tx, deps, link.id, "paid");
      this.notifyOfCardCharge();
    }
    if (facts.feeMinor !== null) recordPaymentFee(tx, charge.id, facts.feeMinor);
    this.recordProviderRefund(charge);
    if (!link.isTip) for (const trip of this.trips.values()) recordPrepaidAmount(tx, deps, trip);
  }

  /**
   * Writes the row of a hold once it is held, and the row of its capture or release, whether made here or at the
   * provider.
   */
  private applyHold(): void {
    const { tx, deps, attempt, facts, link } = this;
    const isCaptured = facts.state === "paid";
    if (attempt.paymentId === null && facts.state !== "held" && !isCaptured) return;
    if (facts.currency !== attempt.currency) {
      this.reportDifference("currency", isCaptured ? facts.receivedMinor : facts.heldMinor);
      return;
    }
    const hold =
      attempt.paymentId === null
        ? this.insertHold(isCaptured ? facts.receivedMinor : facts.heldMinor)
        : findRow(tx, payments, { id: attempt.paymentId });
    if (!hold) return;
    if (isCaptured) this.recordCaptures(hold);
    if (facts.state === "released") this.recordRelease(hold);
    recordHold(tx, deps, link.reservationId ?? "");
  }

  private insertHold(amountMinor: number): StoredPayment {
    const { tx, deps, attempt, facts, link } = this;
    if (amountMinor !== attempt.amountMinor) this.reportDifference("amount", amountMinor);
    const ref = facts.moneyRef ?? facts.ref;
    const hold = this.write(link, {
      kind: "hold",
      method: attempt.method,
      amountMinor,
      provider: attempt.provider,
      providerRef: ref,
      paidOn: today(deps),
      reference: ref,
      idempotencyKey: `attempt:${attempt.id}`,
    });
    updateRow(tx, paymentAttempts, attempt.id, { paymentId: hold.id });
    if (link.end === null) endLink(tx, deps, link.id, "paid");
    return hold;
  }

  /** Records captures of a hold, whether made here or at the provider. */
  private recordCaptures(hold: StoredPayment): void {
    const { tx, facts } = this;
    const captures = childPaymentsOf(tx, hold.id).filter(({ kind }) => kind === "capture");
    const earlierCaptureCount = captures.filter(({ state }) => state === "succeeded").length;
    for (const row of captures)
      if (row.state === "pending")
        this.concludePending(row, row.amountMinor === facts.receivedMinor ? "succeeded" : "failed");
    const succeededCaptures = childPaymentsOf(tx, hold.id).filter(
      ({ kind, state }) => kind === "capture" && state === "succeeded",
    );
    const recordedMinor = succeededCaptures.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const extraCapturedMinor = facts.receivedMinor - recordedMinor;
    const isReleased = childPaymentsOf(tx, hold.id).some(
      ({ kind, state }) => kind === "release" && state === "succeeded",
    );
    // Staff recorded the hold as released, and may have recorded the captured amount by hand.
    if (extraCapturedMinor > 0 && isReleased) this.reportDifference("unknown");
    else if (extraCapturedMinor > 0) {
      this.reportDifference("amount", facts.receivedMinor);
      succeededCaptures.push(
        this.writeChildPayment(hold, { kind: "capture", amountMinor: extraCapturedMinor }),
      );
    }
    const [capture] = succeededCaptures;
    if (!capture) return;
    if (succeededCaptures.length > earlierCaptureCount) this.notifyOfCardCharge();
    if (facts.feeMinor !== null) recordPaymentFee(tx, capture.id, facts.feeMinor);
    this.recordProviderRefund(capture);
  }

  /** Records the end of a hold: it was released here, or has expired. */
  private recordRelease(hold: StoredPayment): void {
    const rows = childPaymentsOf(this.tx, hold.id);
    for (const row of rows)
      if (row.state === "pending")
        this.concludePending(row, row.kind === "release" ? "succeeded" : "failed");
    if (!rows.some(({ kind, state }) => kind === "release" && state !== "failed"))
      this.writeChildPayment(hold, {
        kind: "release",
        amountMinor: -hold.amountMinor,
        reason: "The hold has expired at the provider",
      });
  }

  private concludePending(row: StoredPayment, state: "succeeded" | "failed"): void {
    const { deps, tx, actor } = this;
    const { trip } = concludePayment(deps, tx, row.id, { state }, { actor, now: deps.now() });
    if (trip) this.trips.set(trip.id, trip);
  }

  private writeChildPayment(
    hold: StoredPayment,
    entry: Pick<NewPayment, "kind" | "amountMinor" | "reason">,
  ): StoredPayment {
    const { attempt, facts, link, deps } = this;
    return this.write(link, {
      ...entry,
      method: hold.method,
      provider: attempt.provider,
      providerRef: facts.moneyRef ?? facts.ref,
      parentId: hold.id,
      paidOn: today(deps),
      idempotencyKey: `${entry.kind}-there:${hold.id}`,
    });
  }

  /**
   * Writes the charge as it arrived, with a row for each of several vehicles that it pays for. Returns the first row.
   */
  private writeCharge(): StoredPayment {
    const { tx, attempt, facts, link } = this;
    const hasAddedTip = link.isTip && this.addTip();
    if (
      !hasAddedTip &&
      facts.receivedMinor === attempt.amountMinor &&
      (link.isTip || facts.receivedMinor > dueMinorOf(tx, link))
    )
      this.reportDifference("paid_twice");
    const write = (subject: PayLinkSubject, amountMinor: number, key: string) =>
      this.write(subject, {
        kind: "charge",
        method: attempt.method,
        amountMinor,
        provider: attempt.provider,
        providerRef: facts.moneyRef ?? facts.ref,
        paidOn: today(this.deps),
        reference: facts.moneyRef ?? facts.ref,
        ...(attempt.reason && { reason: attempt.reason }),
        idempotencyKey: key,
      });
    // Trips that have ended come first, because their price is due now.
    const trips = tripsOfPayable(tx, link).toSorted(
      (a, b) => Number(isOver(b.state)) - Number(isOver(a.state)),
    );
    const key = `attempt:${attempt.id}`;
    if (trips.length < 2) return write(link, facts.receivedMinor, key);
    const tripAmounts = trips.map((trip) => ({
      requestedMinor: openPrepaymentMinor(tx, trip.id),
      dueMinor: amountDue(trip),
    }));
    const rows = paymentShares(facts.receivedMinor, tripAmounts).flatMap((amountMinor, at) => {
      const id = trips[at]?.id;
      if (!id || amountMinor <= 0) return [];
      return write({ reservationId: id, invoiceId: null }, amountMinor, `${key}:${id}`);
    });
    return rows[0] ?? write(link, facts.receivedMinor, key);
  }

  /**
   * Adds a tip to the price when it arrives. Returns false if the trip accepts no tip any more, or if the link was
   * already paid.
   */
  private addTip(): boolean {
    const { deps, tx, actor, facts, link } = this;
    const { trip } = loadPayLinkSubject(tx, link);
    if (!trip || !acceptsTip(trip) || link.end === "paid") return false;
    addPaidTip(deps, tx, trip, facts.receivedMinor, actor);
    return true;
  }

  /** Reverses refunds that have failed after they were made, because the operator has the money again. */
  private reverseFailedRefunds(paid: StoredPayment): void {
    const { tx, deps, attempt } = this;
    const refunds = refundsOf(tx, paid);
    for (const refund of refunds) {
      const { id, method, amountMinor, currency, parentId, reservationId, invoiceId } = refund;
      const isReversed = refunds.some(({ reversesId }) => reversesId === id);
      if (isReversed || !this.failedRefundIds.includes(id)) continue;
      this.write(refund, {
        kind: "refund",
        method,
        amountMinor: -amountMinor,
        provider: attempt.provider,
        reversesId: id,
        ...(parentId && { parentId }),
        paidOn: today(deps),
        reason: "The refund has failed at the provider",
        idempotencyKey: `failed:${id}`,
      });
      recordDifference(tx, deps, {
        kind: "refund_failed",
        provider: attempt.provider,
        ref: id,
        attemptId: attempt.id,
        reservationId,
        invoiceId,
        expectedMinor: -amountMinor,
        expectedCurrency: currency,
        foundMinor: 0,
      });
    }
  }

  /** Records refunds made at the provider, and amounts that the payer's bank took back. */
  private recordProviderRefund(charge: StoredPayment): void {
    const { tx, attempt, facts } = this;
    this.reverseFailedRefunds(charge);
    const parts = partsOfPayment(tx, charge);
    const returns = parts
      .flatMap(({ id }) => childPaymentsOf(tx, id))
      .filter(({ kind, state }) => kind === "refund" && state !== "failed" && state !== "expired");
    const sumMinor = (rows: StoredPayment[]) => rows.reduce((sum, row) => sum - row.amountMinor, 0);
    const recordedReturnsMinor = sumMinor(returns);
    const totalReturned = facts.refundedMinor + facts.chargedBackMinor;
    const newlyReturnedMinor = totalReturned - recordedReturnsMinor;
    if (newlyReturnedMinor <= 0) return;
    // The difference of a chargeback has the total that its rows have in their keys.
    const chargebackKeys = findRows(tx, paymentDifferences, {
      attemptId: attempt.id,
      kind: "charged_back",
    }).flatMap(({ foundMinor }) => parts.map(({ id }) => providerRefundKey(id, foundMinor)));
    const recordedChargebackMinor = sumMinor(
      returns.filter(({ idempotencyKey }) => chargebackKeys.includes(idempotencyKey ?? "")),
    );
    const newChargebackMinor = Math.min(
      newlyReturnedMinor,
      Math.max(0, facts.chargedBackMinor - recordedChargebackMinor),
    );
    this.recordReturn(
      charge,
      newlyReturnedMinor - newChargebackMinor,
      totalReturned - newChargebackMinor,
      false,
    );
    this.recordReturn(charge, newChargebackMinor, totalReturned, true);
  }

  /** Records an amount that was returned at the provider, with the total returned since the payment. */
  private recordReturn(
    charge: StoredPayment,
    newlyReturnedMinor: number,
    totalReturned: number,
    isChargeback: boolean,
  ): void {
    if (newlyReturnedMinor === 0) return;
    const { tx, attempt, facts, link } = this;
    const parts = partsOfPayment(tx, charge);
    this.reportDifference(isChargeback ? "charged_back" : "refunded_there", totalReturned);
    const reason = isChargeback ? "Charged back by the payer’s bank" : "Refunded at the provider";
    const { trip } = loadPayLinkSubject(tx, link);
    if (link.isTip && trip)
      lowerPrice(this.deps, tx, trip, {
        amountMinor: newlyReturnedMinor,
        reason,
        lowersPay: false,
        isTip: true,
        actor: this.actor,
      });
    let remainingMinor = newlyReturnedMinor;
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1;
      const amountMinor = isLast
        ? remainingMinor
        : Math.min(remainingMinor, refundableMinor(part, childPaymentsOf(tx, part.id)));
      remainingMinor -= amountMinor;
      if (amountMinor === 0) continue;
      this.write(part, {
        kind: "refund",
        method: charge.method,
        amountMinor: -amountMinor,
        provider: attempt.provider,
        providerRef: facts.ref,
        parentId: part.id,
        paidOn: today(this.deps),
        reason,
        idempotencyKey: providerRefundKey(part.id, totalReturned),
      });
      if (part.reservationId !== null && !isChargeback)
        notifyOfRefund(tx, this.deps, { id: part.reservationId }, amountMinor);
    }
  }

  private write(
    subject: PayLinkSubject,
    entry: Omit<NewPayment, "reservationId" | "invoiceId" | "currency">,
  ): StoredPayment {
    const { deps, tx, actor } = this;
    const by = { actor, now: deps.now() };
    const { trip: before, invoice } = loadPayLinkSubject(tx, subject);
    if (!before) return recordPaymentOnInvoice(deps, tx, invoice, entry, by);
    const { payment, trip } = recordPaymentOnTrip(deps, tx, before, entry, by);
    this.trips.set(trip.id, trip);
    return payment;
  }

  /** Notifies the rider of a charge to their saved card, because nobody was at the screen. */
  private notifyOfCardCharge(): void {
    const { tx, deps, attempt, facts, link } = this;
    const card = attempt.cardId && findRow(tx, savedCards, { id: attempt.cardId });
    const { trip } = loadPayLinkSubject(tx, link);
    if (!card || !trip) return;
    const { brand } = readOperator(deps);
    queueRiderMessage(tx, deps, { riderId: trip.riderId }, (language) =>
      cardCharged({
        language,
        brand,
        number: trip.number,
        amount: formatMoney(facts.receivedMinor, facts.currency, language),
        last4: card.last4,
        url: `${deps.config.publicUrl}/trips/${trip.id}`,
      }),
    );
  }

  private reportDifference(kind: DifferenceKind, foundMinor = this.facts.receivedMinor): void {
    const { tx, deps, attempt, facts, link } = this;
    recordDifference(tx, deps, {
      kind,
      provider: attempt.provider,
      ref: facts.moneyRef ?? facts.ref,
      attemptId: attempt.id,
      reservationId: link.reservationId,
      invoiceId: link.invoiceId,
      expectedMinor: attempt.amountMinor,
      expectedCurrency: attempt.currency,
      foundMinor,
      foundCurrency: facts.currency,
    });
  }
}
