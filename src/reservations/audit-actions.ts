/** What staff do to trips, as the audit log has it. */
import type { Tx } from "../../db/writer";
import { appendAudit, type Auditing } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import type { Actor } from "../deps";
import type { ReservationState } from "./contract";

/**
 * Tells the audit log of a step or a change of a trip, inside the caller's transaction. Reason and detail stay in
 * the trip's own log, which an erasure reaches.
 */
export function auditStep(
  tx: Tx,
  deps: Auditing,
  step: {
    id: string;
    number: number;
    from: ReservationState | null;
    to: ReservationState;
    actor: Actor;
    now: number;
    detail?: Record<string, string | number> | undefined;
  },
): void {
  const [action, did] = said(step);
  appendAudit(tx, deps, {
    actor: step.actor,
    at: step.now,
    action,
    subject: { kind: "trip", id: step.id },
    summary: `${did} trip ${step.number}`,
    detail: { ...(step.from && { from: step.from }), to: step.to },
  });
}

type Said = readonly [AuditAction, string];

function said({
  from,
  to,
  detail,
}: {
  from: ReservationState | null;
  to: ReservationState;
  detail?: Record<string, string | number> | undefined;
}): Said {
  if (from === null) return ["trip.booked", "Booked"];
  if (detail && "earlyStart" in detail) return ["trip.early_start", "Allowed an early start of"];
  if (from === to) return ["trip.changed", "Changed"];
  if (to === "rejected") return ["trip.rejected", "Rejected"];
  if (to === "offered") return ["trip.offered", "Offered"];
  if (to === "assigned") return ["trip.assigned", "Assigned"];
  if (to === "cancelled") return ["trip.cancelled", "Cancelled"];
  if (to === "settled") return ["trip.settled", "Settled"];
  if (from === "settled") return ["trip.reopened", "Reopened"];
  if (to !== "confirmed") return ["trip.moved_on", `Moved on to ${to.replaceAll("_", " ")}:`];
  if (from === "offered") return ["trip.offer_withdrawn", "Withdrew the offer of"];
  if (from === "pending") return ["trip.confirmed", "Confirmed"];
  return ["trip.unassigned", "Took the driver off"];
}
