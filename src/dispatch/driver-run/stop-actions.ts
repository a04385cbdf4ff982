/** Drivers at the stops on the way. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { changeReservation } from "../../reservations/actions";
import { readStopVisits } from "../../reservations/waiting/stop-queries";
import { mayDo } from "../../reservations/waiting/stop-rules";
import type { VisitStop } from "./stop-contract";
import { momentOf, takeTap } from "./tap-actions";

/**
 * Notes that the driver reached, left or skipped a stop, for the time of the tap. 404 unless the trip is
 * theirs; 409 when it has changed meanwhile, nobody is on board, or another stop comes first. The same
 * tap counts once.
 */
export async function visitStop(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: VisitStop,
  key: string | null,
): Promise<void> {
  await takeTap(deps, driver, id, input, key, (tx, before, now) => {
    if (before.state !== "passenger_on_board") throw new AppError("reservation.illegal_transition");
    if (!mayDo(readStopVisits(tx, id, before.stops.length), input))
      throw new AppError("stop.not_next");
    return changeReservation(deps, tx, before, {
      actor: driver,
      ...momentOf(tx, id, input, now),
      reason: input.reason,
      event: { kind: "stop_visited", stop: input.did, stopNumber: input.stop },
    });
  });
}
