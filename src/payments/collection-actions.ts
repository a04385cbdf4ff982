/** Lets drivers confirm what they received from the passenger. */
import { payments } from "../../db/schema/payments";
import { findRows } from "../../db/rows";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { tapTimeOf, recordTap } from "../dispatch/driver-run/tap-actions";
import { AppError } from "../errors";
import { amountDue } from "../fares/amount-due-rules";
import { amountDueAboveHold } from "../reservations/prepaying/prepay-queries";
import { changeReservation } from "../reservations/actions";
import { writePayment } from "./actions";
import type { CollectPayment } from "./contract";
import { today } from "./trip-payment-actions";

/**
 * Records the amount that the driver received, with the amount due. The driver holds cash, and card payments on their
 * own terminal. Throws 404 if the trip isn't the driver's; 409 if it has changed in the meantime, isn't over, has
 * nothing due, or was confirmed before. A repeated tap counts once.
 */
export async function collectPayment(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: CollectPayment,
  key: string | null,
): Promise<void> {
  await recordTap(deps, driver, id, input, key, (tx, before, now) => {
    if (before.state !== "completed") throw new AppError("reservation.illegal_transition");
    if (isCollectionConfirmed(tx, id)) throw new AppError("cash.confirmed");
    const dueMinor = amountDueAboveHold(tx, before, amountDue(before));
    if (dueMinor <= 0) throw new AppError("cash.not_due");
    const { collectedMinor, method, reason } = input;
    const isHeldByDriver = method === "cash" || deps.config.cardTerminal === "driver";
    writePayment(
      tx,
      {
        reservationId: id,
        kind: "manual",
        method,
        amountMinor: collectedMinor,
        currency: before.currency,
        ...(isHeldByDriver && { heldByDriverId: driver.id }),
        paidOn: today(deps),
        ...(reason && { reason }),
      },
      { actor: driver, now },
    );
    return changeReservation(deps, tx, before, {
      actor: driver,
      ...tapTimeOf(tx, id, input, now),
      reason,
      event: {
        kind: "cash_collected",
        collectedMinor,
        dueMinor,
        currency: before.currency,
        method,
      },
    });
  });
}

/** Tells whether a driver has confirmed what they received, and nobody has reversed it. */
function isCollectionConfirmed(tx: Tx, reservationId: string): boolean {
  const rows = findRows(tx, payments, { reservationId });
  const reversed = new Set(rows.map(({ reversesId }) => reversesId));
  return rows.some(({ id, recordedByKind }) => recordedByKind === "driver" && !reversed.has(id));
}
