/** What a provider says of a payment becomes rows of the ledger, each once, whatever the order it is heard in. */
import { payLinks, paymentAttempts, type StoredAttempt } from "../../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRow, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import type { ProviderPayment } from "../../payment-providers/provider";
import { announce } from "../../reservations/actions";
import { childrenOf, enterOnTrip, type NewPayment, notePaymentFee } from "../actions";
import { enterOnInvoice } from "../invoice-actions";
import { endLink } from "../links/link-end-actions";
import { dueOf, loadSubject, type Subject } from "../links/link-queries";
import { today } from "../trip-actions";
import { noteDifference } from "./difference-actions";
import type { DifferenceKind } from "./online-contract";

/** Writes down what the provider says of an attempt. */
export async function applyFacts(
  deps: Deps,
  actor: Actor,
  attemptId: string,
  facts: ProviderPayment,
): Promise<void> {
  const trip = await deps.write((tx) => {
    const attempt = findRow(tx, paymentAttempts, { id: attemptId });
    if (!attempt) return null;
    updateRow(tx, paymentAttempts, attemptId, {
      state: stateAfter(attempt, facts),
      providerRef: facts.ref,
      moneyRef: facts.moneyRef,
      failure: facts.failure,
      checkedAt: deps.now(),
    });
    return new Applying(deps, tx, actor, attempt, facts).run();
  });
  if (trip) announce(deps, trip);
}

/** An abandoned attempt stays so until money arrives: another one may have begun in its place. */
function stateAfter({ paymentId, state }: StoredAttempt, facts: ProviderPayment) {
  if (paymentId !== null) return "paid";
  return facts.state === "open" ? state : facts.state;
}

/** One attempt in one transaction. */
class Applying {
  private trip: StoredTrip | null = null;
  constructor(
    private readonly deps: Deps,
    private readonly tx: Tx,
    private readonly actor: Actor,
    private readonly attempt: StoredAttempt,
    private readonly facts: ProviderPayment,
  ) {}

  run(): StoredTrip | null {
    const { tx, deps, attempt, facts } = this;
    const link = findRow(tx, payLinks, { id: attempt.linkId });
    if (!link) return null;
    if (facts.isDisputed) this.differs(link, "disputed");
    if (facts.state !== "paid" || facts.receivedMinor <= 0) return null;
    // Money in another currency is no part of what is due: the accountant decides.
    if (facts.currency !== attempt.currency) {
      this.differs(link, "currency");
      return null;
    }
    if (facts.receivedMinor !== attempt.amountMinor) this.differs(link, "amount");
    const isNew = attempt.paymentId === null;
    const charge = isNew
      ? this.enter(link)
      : findRow(tx, payments, { id: attempt.paymentId ?? "" });
    if (!charge) return this.trip;
    if (isNew) {
      updateRow(tx, paymentAttempts, attempt.id, { paymentId: charge.id });
      if (link.end === null) endLink(tx, deps, link.id, "paid");
    }
    if (facts.feeMinor !== null) notePaymentFee(tx, charge.id, facts.feeMinor);
    this.refundedThere(link, charge);
    return this.trip;
  }

  /** The charge, as it arrived. */
  private enter(link: Subject): StoredPayment {
    const { tx, attempt, facts } = this;
    if (facts.receivedMinor === attempt.amountMinor && facts.receivedMinor > dueOf(tx, link))
      this.differs(link, "paid_twice");
    return this.write(link, {
      kind: "charge",
      method: attempt.method,
      amountMinor: facts.receivedMinor,
      provider: attempt.provider,
      providerRef: facts.moneyRef ?? facts.ref,
      paidOn: today(this.deps),
      reference: facts.moneyRef ?? facts.ref,
      idempotencyKey: `attempt:${attempt.id}`,
    });
  }

  /** Refunds made at the provider, not from here. */
  private refundedThere(link: Subject, charge: StoredPayment): void {
    const { tx, attempt, facts } = this;
    const ours = childrenOf(tx, charge.id)
      .filter(({ kind, state }) => kind === "refund" && state !== "failed" && state !== "expired")
      .reduce((sum, { amountMinor }) => sum - amountMinor, 0);
    const inAll = facts.refundedMinor;
    const moreMinor = inAll - ours;
    if (moreMinor <= 0) return;
    this.differs(link, "refunded_there", inAll);
    this.write(link, {
      kind: "refund",
      method: charge.method,
      amountMinor: -moreMinor,
      provider: attempt.provider,
      providerRef: facts.ref,
      parentId: charge.id,
      paidOn: today(this.deps),
      reason: "Refunded at the provider",
      idempotencyKey: `there:${charge.id}:${inAll}`,
    });
  }

  private write(
    link: Subject,
    entry: Omit<NewPayment, "reservationId" | "invoiceId" | "currency">,
  ): StoredPayment {
    const { deps, tx, actor } = this;
    const by = { actor, now: deps.now() };
    const { trip: before, invoice } = loadSubject(tx, link);
    if (!before) return enterOnInvoice(deps, tx, invoice, entry, by);
    const { payment, trip } = enterOnTrip(deps, tx, before, entry, by);
    this.trip = trip;
    return payment;
  }

  private differs(
    { reservationId, invoiceId }: Subject,
    kind: DifferenceKind,
    foundMinor = this.facts.receivedMinor,
  ): void {
    const { tx, deps, attempt, facts } = this;
    noteDifference(tx, deps, {
      kind,
      provider: attempt.provider,
      ref: facts.moneyRef ?? facts.ref,
      attemptId: attempt.id,
      reservationId,
      invoiceId,
      expectedMinor: attempt.amountMinor,
      expectedCurrency: attempt.currency,
      foundMinor,
      foundCurrency: facts.currency,
    });
  }
}
