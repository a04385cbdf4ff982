/** What dispatch may do to a reservation, as the one table of steps says it. */
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type {
  Reservation,
  ReservationRow,
  ReservationState,
} from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { canMove, hasDriver, isOver, pointOf } from "../../src/reservations/rules";

export type ActName =
  | "pin"
  | "price"
  | "confirm"
  | "reject"
  | "call"
  | "assign"
  | "withdraw"
  | "landing"
  | "unassign"
  | "earlyStart"
  | "noShow"
  | "cancel"
  | "record"
  | "settle"
  | "payment"
  | "refund"
  | "waive"
  | "fare"
  | "reopen";

/** Acts on the money of a trip. */
const settling: readonly ActName[] = ["record", "settle", "payment"];
/** Acts on it that cost the operator something. */
const billing: readonly ActName[] = ["reopen", "fare", "refund", "waive"];

/** Whether a role does the act. */
export function roleMayAct(name: ActName, role: AdminRole): boolean {
  if (billing.includes(name)) return may(role, "billing.manage");
  return may(role, settling.includes(name) ? "trips.settle" : "trips.manage");
}

/**
 * Whether the act leads on from a state. Whether there is a place to pin, `unpinned` tells; only an
 * airport pickup has a landing.
 */
export function mayAct(name: ActName, state: ReservationState): boolean {
  switch (name) {
    case "pin":
    case "price":
      return state === "quote";
    case "confirm":
      return state === "pending";
    case "reject":
      return canMove(state, "rejected");
    case "assign":
      // A booking that waits is confirmed on the way, an open offer taken back.
      return state === "pending" || canMove(state, "assigned");
    case "call":
      return !isOver(state);
    case "withdraw":
      return state === "offered";
    case "landing":
      return state !== "quote" && !isOver(state);
    case "unassign":
      return hasDriver(state) && canMove(state, "confirmed");
    case "earlyStart":
      return hasDriver(state);
    case "noShow":
      return canMove(state, "no_show");
    case "cancel":
      return canMove(state, "cancelled");
    case "record":
      return state !== "quote" && state !== "settled" && state !== "rejected";
    case "waive":
      return isOver(state) && state !== "settled" && state !== "rejected";
    case "refund":
      return true;
    case "settle":
      return canMove(state, "settled");
    case "payment":
      // What is settled or called off for nothing has nobody left who pays.
      return state !== "settled" && state !== "rejected";
    case "fare":
      return state === "completed";
    case "reopen":
      return state === "settled";
  }
}

/** A reservation as far as it is known: a list tells neither when its driver may set off nor what is due. */
export type KnownTrip = ReservationRow &
  Partial<Pick<Reservation, "startsAt" | "earlyStart" | "payment" | "paidMinor" | "dueMinor">>;

/** Whether an act that its state allows has anything to do with this reservation at `now` (ms UTC). */
export function suits(name: ActName, row: KnownTrip, now: number | null = null): boolean {
  if (name === "earlyStart")
    return (
      !row.earlyStart &&
      row.startsAt !== undefined &&
      now !== null &&
      now < Date.parse(row.startsAt)
    );
  if (name === "record")
    return row.dueMinor === undefined ? row.state === "completed" : row.dueMinor > 0;
  if (name === "waive") return (row.dueMinor ?? 0) > 0;
  if (name === "refund") return (row.paidMinor ?? 0) > 0;
  if (name === "settle") return (row.dueMinor ?? 0) <= 0;
  if (name === "pin") return unpinned(row).length > 0;
  if (name === "price") return row.onRequest && unpinned(row).length === 0;
  if (name === "landing") return row.serviceType === "airport_pickup";
  // Whoever was sent to a way back that waits for a call would wait for nobody.
  if (name === "call") return row.willCall;
  return name !== "assign" || !row.willCall;
}

/** A stop that is given in words, as the pin call names it. */
interface UnpinnedStop {
  stop: "pickup" | "dropoff" | number;
  /** "Pickup", "Stop 2". */
  words: string;
  place: Stop;
}

/** The stops of a request that dispatch has yet to put on the map, in the order of the way. */
export function unpinned({
  pickup,
  stops,
  dropoff,
  onRequest,
}: Pick<ReservationRow, "pickup" | "stops" | "dropoff" | "onRequest">): UnpinnedStop[] {
  if (!onRequest) return [];
  const all: UnpinnedStop[] = [
    { stop: "pickup", words: "Pickup", place: pickup },
    ...stops.map((place, at) => ({ stop: at, words: `Stop ${at + 1}`, place })),
    { stop: "dropoff", words: "Drop-off", place: dropoff },
  ];
  return all.filter(({ place }) => pointOf(place) === null);
}
