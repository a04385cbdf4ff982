/** What dispatch may do to a reservation, as the one table of steps says it. */
import type { AdminRole } from "../../src/accounts/contract";
import type { ReservationState } from "../../src/reservations/contract";
import { canMove, hasDriver } from "../../src/reservations/rules";

export type ActName =
  "confirm" | "reject" | "assign" | "withdraw" | "unassign" | "cancel" | "settle" | "reopen";

/** Whether a role does the act: an accountant looks after the money only. */
export function roleMayAct(name: ActName, role: AdminRole): boolean {
  return role !== "accountant" || name === "settle" || name === "reopen";
}

/** Whether the act leads on from a state. */
export function mayAct(name: ActName, state: ReservationState): boolean {
  switch (name) {
    case "confirm":
      return state === "pending";
    case "reject":
      return canMove(state, "rejected");
    case "assign":
      // A booking that waits is confirmed on the way, an open offer taken back.
      return state === "pending" || canMove(state, "assigned");
    case "withdraw":
      return state === "offered";
    case "unassign":
      return hasDriver(state) && canMove(state, "confirmed");
    case "cancel":
      return canMove(state, "cancelled");
    case "settle":
      return canMove(state, "settled");
    case "reopen":
      return state === "settled";
  }
}
