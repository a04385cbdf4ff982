/**
 * Finds tight connections in a driver's day: trips whose pickup takes longer to reach than the time since the trip
 * before. Driving times are estimates, so this is only a warning. The database refuses real overlaps.
 */
import type { Point } from "../../places/contract";
import type { ReservationState } from "../../reservations/contract";
import { isOver } from "../../reservations/rules";
import { estimateRoute } from "../../routing/rules";
import type { TightConnection } from "./day-contract";

/** The facts of a trip that matter for its connections, with times in ms UTC. */
type ConnectedTrip = {
  id: string;
  number: number;
  state: ReservationState;
  driverId: string | null;
  pickupAt: number;
  endsAt: number;
  /** Null if it is not on the map. */
  from: Point | null;
  to: Point | null;
};

/** Returns the tight trips by id, each with the trip before. Trips that have ended are never tight. */
export function tightConnectionsById(
  trips: readonly ConnectedTrip[],
  /** Returns the mean speed at a time, in km/h. */
  speedAt: (at: number) => number,
): Map<string, TightConnection> {
  const tight = new Map<string, TightConnection>();
  const drivenTrips = trips.filter(
    ({ driverId, state }) => driverId !== null && state !== "cancelled",
  );
  for (const driverTrips of Map.groupBy(drivenTrips, ({ driverId }) => driverId).values()) {
    const sortedTrips = driverTrips.toSorted((a, b) => a.pickupAt - b.pickupAt);
    for (const [at, trip] of sortedTrips.entries()) {
      const before = sortedTrips[at - 1];
      if (!before || isOver(trip.state) || isOver(before.state)) continue;
      const gapSeconds = Math.round((trip.pickupAt - before.endsAt) / 1000);
      const travelSeconds =
        before.to && trip.from
          ? estimateRoute([before.to, trip.from], speedAt(before.endsAt)).durationSeconds
          : 0;
      if (travelSeconds > gapSeconds)
        tight.set(trip.id, { number: before.number, gapSeconds, travelSeconds });
    }
  }
  return tight;
}
