/** Dispatch lets a driver set off earlier than usual. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { notifyDriver } from "../../notifications/outbox";
import { announce, changeReservation } from "../../reservations/actions";
import type { RejectReservation } from "../../reservations/contract";
import { hasDriver, canStartEarly } from "../../reservations/rules";
import { readStartTime } from "../../reservations/start-queries";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Lets the driver of a trip set off now, for a reason that the log keeps, as long as the pickup
 * time does not change; the driver is told. The rider's cancellation fee still depends on the time.
 * 409 when the trip has changed in the meantime, has no driver, or they may already set off.
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
      // The reason is kept only on the trip, where an erasure reaches it.
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
