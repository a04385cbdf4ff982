/**
 * What becomes of a driver's trips when they are suspended. Until they stand at the pickup a trip can
 * be taken from them and given to another; after that they have to end it, for which they must stay
 * signed in, so nobody is suspended then. Dispatch decides on every trip, as it saw it: a trip that
 * came, went or changed meanwhile is looked at again before anybody is suspended.
 */
import type { ReservationState } from "../../reservations/contract";

/** Whether a trip can be taken from its driver. */
export function isMovable(state: ReservationState): boolean {
  return state === "assigned" || state === "en_route";
}

type Trip = { id: string; version: number; state: ReservationState };

/** Why a driver with these trips is not suspended after such decisions; null when they are. */
export function suspensionRefusal(
  trips: readonly Trip[],
  decided: readonly { id: string; version: number }[],
): "driver.under_way" | "driver.trips_changed" | null {
  if (!trips.every(({ state }) => isMovable(state))) return "driver.under_way";
  const seen = new Map(decided.map(({ id, version }) => [id, version]));
  const decidesOnAll =
    seen.size === decided.length &&
    seen.size === trips.length &&
    trips.every(({ id, version }) => seen.get(id) === version);
  return decidesOnAll ? null : "driver.trips_changed";
}
