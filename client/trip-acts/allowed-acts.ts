/** The actions that dispatch may take in each state, derived from the state table. */
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
  | "quote"
  | "confirm"
  | "reject"
  | "call"
  | "assign"
  | "farmOut"
  | "withdraw"
  | "landing"
  | "follow"
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
  | "agree"
  | "reopen";

/** The actions on the money of a trip. */
const settlingActs: readonly ActName[] = ["record", "settle", "payment"];
/** The actions on the money of a trip that cost the operator something. */
const billingActs: readonly ActName[] = ["reopen", "fare", "refund", "waive"];

/** Returns whether a role may take the action. */
export function canRoleAct(name: ActName, role: AdminRole): boolean {
  if (billingActs.includes(name)) return may(role, "billing.manage");
  return may(role, settlingActs.includes(name) ? "trips.settle" : "trips.manage");
}

/** Returns whether a state allows the action. */
export function mayAct(name: ActName, state: ReservationState): boolean {
  switch (name) {
    case "pin":
      // An accepted quote may have described places that are not on the map yet.
      return state === "quote" || state === "pending" || state === "confirmed";
    case "price":
    case "quote":
      return state === "quote";
    case "agree":
    case "follow":
      return ["pending", "confirmed", "offered", "assigned"].includes(state);
    case "confirm":
      return state === "pending";
    case "reject":
      return canMove(state, "rejected");
    case "assign":
      // Assigning also confirms a pending booking and withdraws an open offer.
      return state === "pending" || canMove(state, "assigned");
    case "farmOut":
      return state === "confirmed";
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
      // The payer of a settled or rejected trip, or of one cancelled free of charge, can't change.
      return state !== "settled" && state !== "rejected";
    case "fare":
      return state === "completed";
    case "reopen":
      return state === "settled";
  }
}

/** A reservation as far as it is known: list rows have neither the earliest start nor the amount due. */
export type ActionableTrip = ReservationRow &
  Partial<Pick<Reservation, "startsAt" | "earlyStart" | "payment" | "paidMinor" | "dueMinor">>;

/** Returns whether an action that the state allows applies to this reservation at `now` (ms UTC). */
export function isActAvailable(
  name: ActName,
  row: ActionableTrip,
  now: number | null = null,
): boolean {
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
  if (name === "pin") return unpinnedStops(row).length > 0;
  if (name === "price") return row.onRequest && unpinnedStops(row).length === 0;
  if (name === "follow") return Boolean(row.flight?.proposedPickupAt);
  if (name === "landing") return row.serviceType === "airport_pickup";
  // A return trip that waits for a call has no passenger for a driver to meet yet.
  if (name === "call") return row.willCall;
  return (name !== "assign" && name !== "farmOut") || !row.willCall;
}

/** A described stop, with the fields by which the pin call identifies it. */
interface UnpinnedStop {
  stop: "pickup" | "dropoff" | number;
  /** "Pickup", "Stop 2". */
  words: string;
  place: Stop;
}

/** Returns the stops of a trip that are not on the map yet, in route order. */
export function unpinnedStops({
  pickup,
  stops,
  dropoff,
}: Pick<ReservationRow, "pickup" | "stops" | "dropoff">): UnpinnedStop[] {
  const all: UnpinnedStop[] = [
    { stop: "pickup", words: "Pickup", place: pickup },
    ...stops.map((place, at) => ({ stop: at, words: `Stop ${at + 1}`, place })),
    { stop: "dropoff", words: "Drop-off", place: dropoff },
  ];
  return all.filter(({ place }) => pointOf(place) === null);
}
