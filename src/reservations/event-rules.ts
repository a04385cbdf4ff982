/** Events of the log on their way in and out of it. */
import { ReservationEvent } from "./event-contract";

/** As what auto-dispatch acts: the id of its `Actor`. */
export const AUTO_ID = "auto-dispatch";

/** An event as the row has it. */
export function eventColumns({ kind, ...facts }: ReservationEvent) {
  return { kind, facts };
}

/** The event of a row; throws where it is none, which nothing of ours writes. */
export function readEvent({ kind, facts }: { kind: string; facts: unknown }): ReservationEvent {
  return ReservationEvent.parse({ ...Object(facts), kind });
}
