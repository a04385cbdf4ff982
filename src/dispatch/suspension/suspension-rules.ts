/**
 * Decides what happens to a driver's trips on suspension. Until the driver is at the pickup, a trip can be reassigned.
 * After that the driver must be signed in to finish it and cannot be suspended. Dispatch decides on every trip as it
 * was shown. If trips were added, removed or changed in the meantime, dispatch must decide again.
 */
import type { ReservationState } from "../../reservations/contract";

/** Whether a trip can be reassigned. */
export function isMovable(state: ReservationState): boolean {
  return state === "assigned" || state === "en_route";
}

type Trip = { id: string; version: number; state: ReservationState };

/** Returns why a driver with these trips cannot be suspended with these decisions, or null if they can. */
export function suspensionRefusal(
  trips: readonly Trip[],
  decidedTrips: readonly { id: string; version: number }[],
): "driver.under_way" | "driver.trips_changed" | null {
  if (!trips.every(({ state }) => isMovable(state))) return "driver.under_way";
  const versionByTrip = new Map(decidedTrips.map(({ id, version }) => [id, version]));
  const hasDecisionForEach =
    versionByTrip.size === decidedTrips.length &&
    versionByTrip.size === trips.length &&
    trips.every(({ id, version }) => versionByTrip.get(id) === version);
  return hasDecisionForEach ? null : "driver.trips_changed";
}
