/** Dispatch lets a driver set off to a trip earlier than drivers may. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { notify } from "../../notifications/outbox";
import { announce, changeReservation } from "../../reservations/actions";
import type { RejectReservation } from "../../reservations/contract";
import { hasDriver, startsEarly } from "../../reservations/rules";
import { readStart } from "../../reservations/start-queries";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Lets the driver of a trip set off from now on, for a reason that the log keeps, as long as the pickup time
 * stays what it is; the driver is told. What cancelling costs the rider goes by the clock as before. 409 when
 * the trip has changed meanwhile, has no driver, or when they may set off already.
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
    const mayAlready = startsEarly(before) || now >= readStart({ ...deps, db: tx }, before);
    if (!hasDriver(state) || driverId === null || mayAlready)
      throw new AppError("reservation.illegal_transition");
    notify(
      tx,
      deps,
      { audience: "driver", accountId: driverId },
      {
        reservationId: id,
        title: `You can set off for trip ${before.number} now`,
        // Why stands on the trip alone, where an erasure reaches it.
        body: "Dispatch has allowed an early start.",
        href: `/driver/dashboard/trips/${id}`,
      },
    );
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
