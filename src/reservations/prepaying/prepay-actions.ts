/** Saves the payment rules, and records the prepayment of a booking. */
import { insertRow } from "../../../db/rows";
import { paymentRules, prepayments } from "../../../db/schema/prepayments";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import { changedNames } from "../../audit/rules";
import type { Actor, Deps } from "../../deps";
import { requireSeen } from "../../rows";
import { pointOf } from "../rules";
import { storedTripPlaces } from "../stored-trip";
import { partsOf } from "../vehicles/combination-rules";
import type { SavePaymentRules } from "./prepay-contract";
import { prepaymentFor, readStoredRules } from "./prepay-queries";
import type { TripToPay } from "./prepay-rules";

/** Saves the rules. 409 if they have changed since they were read. Existing bookings keep their prepayments. */
export async function savePaymentRules(
  deps: Deps,
  actor: Actor,
  { version, ...settings }: SavePaymentRules,
): Promise<void> {
  await deps.write((tx) => {
    const before = readStoredRules(tx);
    requireSeen(before, version, "request.conflict");
    const values = { ...settings, version: version + 1, updatedAt: deps.now() };
    tx.insert(paymentRules)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: paymentRules.id, set: values })
      .run();
    appendAudit(tx, deps, {
      actor,
      action: "payment.rules_changed",
      subject: { kind: "settings", id: "payment-rules" },
      summary: "Changed the payment rules",
      detail: { changed: changedNames(before.settings, settings) },
    });
  });
}

/**
 * Records the prepayment of a trip that was just booked, in the transaction of the booking. Returns the amount, or 0
 * without a prepayment. For several vehicles, the rules use the total price, and each vehicle gets its part. Trips
 * without a price or on a company's account have none. Riders who book themselves pay on the screen. Others get a
 * message.
 */
export function recordPrepayment(
  deps: Deps,
  tx: Tx,
  vehicles: readonly StoredTrip[],
  how: TripToPay["how"],
  now: number,
): number {
  const [row] = vehicles;
  if (!row || row.payment === "account" || row.state === "quote") return 0;
  const transactionDeps = { ...deps, db: tx };
  const fares = vehicles.map(({ fareMinor }) => fareMinor);
  const prepayment = prepaymentFor(transactionDeps, {
    serviceType: row.serviceType,
    pickupAt: row.pickupAt,
    currency: row.currency,
    pickup: pointOf(storedTripPlaces(row).pickup),
    riderId: row.riderId,
    how,
  })({ vehicleClassId: row.vehicleClassId, fareMinor: fares.reduce((sum, fare) => sum + fare, 0) });
  if (!prepayment) return 0;
  const { take, requestAt } = prepayment;
  const { payWithinMinutes } = readStoredRules(tx).settings;
  const isDueNow = requestAt === null;
  const parts = partsOf(prepayment.amountMinor, fares);
  for (const [at, { id }] of vehicles.entries()) {
    const amountMinor = parts[at] ?? 0;
    if (amountMinor <= 0) continue;
    insertRow(tx, prepayments, {
      reservationId: id,
      take,
      amountMinor,
      state: isDueNow ? "waiting" : "later",
      requestAt,
      payBy: isDueNow ? now + payWithinMinutes * 60_000 : null,
      // Each vehicle has a hold of its own. The screen requests the first, messages request the others.
      notifiedAt: isDueNow && (at === 0 || take !== "hold") ? now : null,
      createdAt: now,
      updatedAt: now,
    });
  }
  return prepayment.amountMinor;
}
