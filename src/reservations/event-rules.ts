/** Events of the log: that of a plain step, and their way in and out of a row. */
import type { ReservationState } from "./contract";
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

/** The event of a plain step; where there is more to tell, whoever makes the step tells it. */
export function stepEvent(from: ReservationState | null, to: ReservationState): ReservationEvent {
  switch (to) {
    case "quote":
      return { kind: "price_asked" };
    case "pending":
      return { kind: from === "quote" ? "priced" : "booked" };
    case "confirmed":
      if (from === "offered") return { kind: "offer_ended", answer: "withdrawn" };
      return { kind: from === "assigned" || from === "en_route" ? "unassigned" : "confirmed" };
    case "offered":
    case "assigned":
    case "settled":
    case "cancelled":
    case "no_show":
    case "rejected":
      return { kind: to };
    case "en_route":
      return { kind: "set_off" };
    case "on_location":
      return { kind: "arrived" };
    case "passenger_on_board":
      return { kind: "boarded" };
    case "completed":
      return { kind: from === "settled" ? "reopened" : "completed" };
  }
}
