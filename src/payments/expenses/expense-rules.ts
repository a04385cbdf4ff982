/**
 * When expenses can be added and decided. A driver adds them from setting off until seven days after the trip. Dispatch
 * decides once the passenger is on board, because the price can change until then. The bill of a settled trip is
 * closed, and an invoiced fee can't be changed. An invoiced fare may change: the next invoice has the difference.
 */
import type { ReservationState } from "../../reservations/contract";

const ADDABLE_AFTER_TRIP_MS = 7 * 86_400_000;
/** The maximum number of expenses of a trip. More would be a mistake. */
export const MAX_EXPENSES = 20;

/** Tells whether a driver may add expenses to a trip at `now`. Times are in ms UTC. */
export function acceptsExpenses(
  trip: { state: ReservationState; pickupAt: number; endedAt: number | null },
  now: number,
): boolean {
  if (["en_route", "on_location", "passenger_on_board"].includes(trip.state)) return true;
  const isOver = ["completed", "settled", "cancelled", "no_show"].includes(trip.state);
  return isOver && now < (trip.endedAt ?? trip.pickupAt) + ADDABLE_AFTER_TRIP_MS;
}

/** Tells whether the expenses of a trip in this state can be decided. */
export function canDecideExpense(state: ReservationState): boolean {
  return ["passenger_on_board", "completed", "settled", "cancelled", "no_show"].includes(state);
}

/** Returns why a decision about an expense is refused, or null if it is allowed. */
export function decisionRefusal(
  trip: { state: ReservationState; driverId: string | null; invoiceId: string | null },
  expense: { driverId: string | null },
  change: { changesBill: boolean; changesPay: boolean },
): "expense.too_early" | "expense.settled" | "company.invoiced" | "expense.no_driver" | null {
  if (!canDecideExpense(trip.state)) return "expense.too_early";
  if (change.changesBill && trip.state === "settled") return "expense.settled";
  const isUndriven = trip.state === "cancelled" || trip.state === "no_show";
  if (change.changesBill && isUndriven && trip.invoiceId !== null) return "company.invoiced";
  const isOfCurrentDriver = trip.driverId !== null && trip.driverId === expense.driverId;
  return change.changesPay && !isOfCurrentDriver ? "expense.no_driver" : null;
}
