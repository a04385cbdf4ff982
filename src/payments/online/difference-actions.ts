/**
 * Differences between a provider and the ledger. Staff with the permission `billing.manage` are notified of each once,
 * and it stays open until it is resolved.
 */
import { paymentDifferences } from "../../../db/schema/payment-links";
import { payments } from "../../../db/schema/payments";
import { findRow, findRows, insertRow, type ColumnValues, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { announce } from "../../reservations/actions";
import { concludePayment, recordPaymentOnTrip } from "../actions";
import { recordStaffNews } from "../../notifications/staff/staff-notification-actions";

type NewDifference = Omit<
  typeof paymentDifferences.$inferInsert,
  "id" | "foundAt" | "resolvedAt" | "resolvedBy" | "note" | "foundMinor"
> & { foundMinor: number };

/** Stores a difference and notifies staff with the permission `billing.manage`, once for each. */
export function recordDifference(tx: Tx, deps: Deps, difference: NewDifference): void {
  const { provider, ref, kind, foundMinor } = difference;
  if (findRow(tx, paymentDifferences, { provider, ref, kind, foundMinor })) return;
  const id = Bun.randomUUIDv7();
  insertRow(tx, paymentDifferences, { ...difference, id, foundAt: deps.now() });
  recordStaffNews(tx, deps, "payment_fault", id, null);
}

/** Resolves the dispute of a payment after the payer's bank has decided. */
export function closeDispute(tx: Tx, deps: Deps, attemptId: string): void {
  closeDifferences(tx, deps, { attemptId, kind: "disputed" }, "The payer’s bank has decided");
}

/** Resolves differences that no longer exist at the provider. */
export function closeDifferences(
  tx: Tx,
  deps: Deps,
  which: ColumnValues<typeof paymentDifferences>,
  note: string,
): void {
  for (const { id, resolvedAt } of findRows(tx, paymentDifferences, which))
    if (resolvedAt === null)
      updateRow(tx, paymentDifferences, id, {
        resolvedAt: deps.now(),
        resolvedBy: SYSTEM_ACTOR.name,
        note,
      });
}

/** Reopens a dispute that `closeDispute` resolved: a bank can have a second stage, and a payer can dispute again. */
export function reopenDispute(tx: Tx, deps: Deps, attemptId: string): void {
  for (const { id, resolvedBy } of findRows(tx, paymentDifferences, {
    attemptId,
    kind: "disputed",
  })) {
    if (resolvedBy !== SYSTEM_ACTOR.name) continue;
    updateRow(tx, paymentDifferences, id, { resolvedAt: null, resolvedBy: null, note: "" });
    recordStaffNews(tx, deps, "payment_fault", id, null);
  }
}

/**
 * Closes a difference with a note, and gives up a refund or the end of a hold that could not be confirmed. Such a hold is
 * recorded as released. Throws 404, 409 if it is already closed.
 */
export async function resolveDifference(
  deps: Deps,
  actor: Actor,
  id: string,
  note: string,
): Promise<void> {
  const trip = await deps.write((tx) => {
    const row = findRow(tx, paymentDifferences, { id });
    if (!row) throw new AppError("request.not_found");
    if (row.resolvedAt !== null) throw new AppError("payment.difference_resolved");
    updateRow(tx, paymentDifferences, id, {
      resolvedAt: deps.now(),
      resolvedBy: actor.name,
      note,
    });
    appendAudit(tx, deps, {
      actor,
      action: "payment.difference_resolved",
      subject:
        row.reservationId === null
          ? { kind: "invoice", id: row.invoiceId }
          : { kind: "trip", id: row.reservationId },
      summary: "Resolved a difference with a payment provider",
    });
    if (row.kind !== "refund_unconfirmed" && row.kind !== "hold_unconfirmed") return null;
    const by = { actor, now: deps.now() };
    const { payment, trip } = concludePayment(deps, tx, row.ref, { state: "failed" }, by);
    const hold = findRow(tx, payments, { id: payment.parentId ?? "" });
    if (!trip || !hold || row.kind === "refund_unconfirmed") return trip;
    const { paidOn, method, provider } = payment;
    const release = { kind: "release", amountMinor: -hold.amountMinor, parentId: hold.id } as const;
    const entry = { ...release, paidOn, method, ...(provider && { provider }) };
    return recordPaymentOnTrip(deps, tx, trip, entry, by).trip;
  });
  if (trip) announce(deps, trip);
}
