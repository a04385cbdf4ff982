/** Describes the actions of staff on trips in the audit log. */
import type { Tx } from "../../db/writer";
import { appendAudit, type AuditDeps } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import type { Actor } from "../deps";
import type { ReservationState } from "./contract";
import type { EventKind, EventOf, ReservationEvent } from "./event-contract";

/**
 * Records a step or a change of a trip in the audit log, in the caller's transaction. Reason and detail are only in the
 * trip's own log, where erasing a rider deletes them.
 */
export function auditStep(
  tx: Tx,
  deps: AuditDeps,
  step: {
    id: string;
    number: number;
    from: ReservationState | null;
    to: ReservationState;
    actor: Actor;
    now: number;
    event: ReservationEvent;
  },
): void {
  const [action, summaryTemplate] = describeStep(step);
  appendAudit(tx, deps, {
    actor: step.actor,
    at: step.now,
    action,
    subject: { kind: "trip", id: step.id },
    summary: summaryTemplate.replace("{trip}", `trip ${step.number}`),
    detail: { ...(step.from && { from: step.from }), to: step.to },
  });
}

type AuditPhrase = readonly [AuditAction, string];

const auditPhrases: Partial<Record<EventKind, AuditPhrase>> = {
  booked: ["trip.booked", "Booked {trip}"],
  price_requested: ["trip.booked", "Booked {trip}"],
  early_start_allowed: ["trip.early_start", "Allowed an early start of {trip}"],
  rejected: ["trip.rejected", "Rejected {trip}"],
  offered: ["trip.offered", "Offered {trip}"],
  assigned: ["trip.assigned", "Assigned {trip}"],
  cancelled: ["trip.cancelled", "Cancelled {trip}"],
  settled: ["trip.settled", "Settled {trip}"],
  reopened: ["trip.reopened", "Reopened {trip}"],
  offer_ended: ["trip.offer_withdrawn", "Withdrew the offer of {trip}"],
  quote_sent: ["trip.quoted", "Sent a quote for {trip}"],
  quote_answered: ["trip.quoted", "Answered a question about the quote for {trip}"],
  quote_withdrawn: ["trip.quote_withdrawn", "Withdrew the quote for {trip}"],
  price_agreed: ["trip.price_agreed", "Agreed on another price for {trip}"],
  confirmed: ["trip.confirmed", "Confirmed {trip}"],
  unassigned: ["trip.unassigned", "Unassigned the driver of {trip}"],
  expense_approved: ["expense.approved", "Approved an expense of {trip}"],
  expense_declined: ["expense.declined", "Declined an expense of {trip}"],
};

/**
 * Returns the text for an entry that staff made in the ledger. An amount with the opposite sign reverses an earlier
 * row.
 */
function paymentText({ entry, amountMinor }: EventOf<"payment_recorded">): AuditPhrase {
  if (entry === "refund" ? amountMinor > 0 : amountMinor < 0)
    return ["payment.reversed", "Reversed a payment entry of {trip}"];
  if (entry === "refund") return ["payment.refunded", "Refunded a payment of {trip}"];
  return entry === "waiver"
    ? ["payment.waived", "Waived the amount due for {trip}"]
    : ["payment.recorded", "Recorded a payment of {trip}"];
}

function describeStep({ from, to, event }: Parameters<typeof auditStep>[2]): AuditPhrase {
  if (event.kind === "payment_recorded") return paymentText(event);
  const phrase = auditPhrases[event.kind];
  if (phrase) return phrase;
  if (from === to) return ["trip.changed", "Changed {trip}"];
  return ["trip.moved_on", `Moved {trip} on to ${to.replaceAll("_", " ")}`];
}
