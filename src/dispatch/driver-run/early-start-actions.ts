/** Allows a driver, for dispatch, to set off earlier than usual. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { notifyDriver } from "../../notifications/outbox";
import { announce, changeReservation } from "../../reservations/actions";
import type { RejectReservation } from "../../reservations/contract";
import { hasDriver, canStartEarly } from "../../reservations/rules";
import { readStartTime } from "../../reservations/start-queries";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Allows the driver of a trip to set off now, as long as the pickup time does not change. The log keeps the reason, and
 * the driver is notified. The rider's cancellation fee still depends on the time. 409 if the trip has changed in the
 * meantime, has no driver, or they may already set off.
 */
export async function allowEarlyStart(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, reason }: RejectReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    const { state, driverId, pickupAt } = before;
    const canStartAlready =
      canStartEarly(before) || now >= readStartTime({ ...deps, db: tx }, before);
    if (!hasDriver(state) || driverId === null || canStartAlready)
      throw new AppError("reservation.illegal_transition");
    notifyDriver(tx, deps, driverId, (t) => ({
      reservationId: id,
      title: t("You can set off for trip {number} now", { number: before.number }),
      // The reason is stored only on the trip, where an erasure of the rider's data reaches it.
      body: t("Dispatch has allowed an early start."),
      href: `/driver/dashboard/trips/${id}`,
    }));
    return changeReservation(deps, tx, before, {
      actor,
      now,
      reason,
      changes: { earlyStartForPickupAt: pickupAt },
      event: { kind: "early_start_allowed" },
    });
  });
  announce(deps, row);
}
