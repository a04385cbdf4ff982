/** The driver's taps at stops. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { changeReservation } from "../../reservations/actions";
import { readStopVisits } from "../../reservations/waiting/stop-queries";
import { canAct } from "../../reservations/waiting/stop-rules";
import type { VisitStop } from "./stop-contract";
import { tapTimeOf, recordTap } from "./tap-actions";

/**
 * Records that the driver reached, left or skipped a stop, at the time of the tap. 404 unless the trip is theirs, 409
 * if it has changed in the meantime, nobody is on board, or another stop comes first. Idempotent by key.
 */
export async function visitStop(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: VisitStop,
  key: string | null,
): Promise<void> {
  await recordTap(deps, driver, id, input, key, (tx, before, now) => {
    if (before.state !== "passenger_on_board") throw new AppError("reservation.illegal_transition");
    if (!canAct(readStopVisits(tx, id, before.stops.length), input))
      throw new AppError("stop.not_next");
    return changeReservation(deps, tx, before, {
      actor: driver,
      ...tapTimeOf(tx, id, input, now),
      reason: input.reason,
      event: { kind: "stop_visited", stop: input.action, stopNumber: input.stop },
    });
  });
}
