/** Handles the passenger's call for a return trip that waited for it. From then on it is a trip like any other. */
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { announce, changeReservation } from "./actions";
import { bookingLimitsOf } from "./quotes/booking-rules-queries";
import type { SeenVersion } from "./contract";
import { notifyOfChange } from "./messages/messages";
import { isOver, soonestPickup } from "./rules";
import { otherLegOf } from "./quotes/return-trip-queries";
import { localTimeOf } from "./quotes/return-trip-rules";
import { loadTrip } from "./trip-queries";
import { iso } from "../formats/instants";

/**
 * Sets the pickup to as soon as possible, at the agreed price, because the passenger is ready. A rider may call for
 * their own reservation (otherwise 404) from the pickup time of the outbound trip on, dispatch at any time. 409 if it
 * does not wait for a call.
 */
export async function callForReturnTrip(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SeenVersion,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (!before.willCall || isOver(before.state))
      throw new AppError("reservation.illegal_transition");
    const outbound = otherLegOf(tx, before);
    if (actor.kind === "rider" && outbound && !isOver(outbound.state) && now < outbound.pickupAt)
      throw new AppError("reservation.call_too_early");
    const pickupAt = soonestPickup(now, bookingLimitsOf(deps, before.serviceType));
    const called = changeReservation(deps, tx, before, {
      actor,
      now,
      changes: {
        willCall: false,
        pickupAt,
        pickupLocal: localTimeOf(pickupAt, before.timeZone).pickupLocal,
      },
      event: { kind: "called", pickupAt: iso(pickupAt) },
    });
    notifyOfChange(tx, deps, called, [], { before });
    return called;
  });
  announce(deps, row);
}
