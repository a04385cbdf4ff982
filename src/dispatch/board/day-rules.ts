/**
 * What of a driver's day is too close together. A trip is tight when the way from the end of the one
 * before it to its pickup takes longer than the time between them. Ways are estimates, so this is a
 * sign for dispatch and refuses nothing; what truly overlaps the database refuses.
 */
import type { Point } from "../../places/contract";
import type { ReservationState } from "../../reservations/contract";
import { isOver } from "../../reservations/rules";
import { estimateRoute } from "../../routing/rules";
import type { TightConnection } from "./day-contract";

/** What of a trip decides; times in ms UTC. */
type Connected = {
  id: string;
  number: number;
  state: ReservationState;
  driverId: string | null;
  pickupAt: number;
  endsAt: number;
  /** Null where nobody has pinned it. */
  from: Point | null;
  to: Point | null;
};

/** The tight trips by id, each with what goes before it. What is over is tight no more. */
export function tightTrips(
  trips: readonly Connected[],
  speedKmh: number,
): Map<string, TightConnection> {
  const tight = new Map<string, TightConnection>();
  const driven = trips.filter(({ driverId, state }) => driverId !== null && state !== "cancelled");
  for (const day of Map.groupBy(driven, ({ driverId }) => driverId).values()) {
    const inOrder = day.toSorted((a, b) => a.pickupAt - b.pickupAt);
    for (const [at, trip] of inOrder.entries()) {
      const before = inOrder[at - 1];
      if (!before || isOver(trip.state) || isOver(before.state)) continue;
      const gapSeconds = Math.round((trip.pickupAt - before.endsAt) / 1000);
      const travelSeconds =
        before.to && trip.from
          ? estimateRoute([before.to, trip.from], speedKmh).durationSeconds
          : 0;
      if (travelSeconds > gapSeconds)
        tight.set(trip.id, { number: before.number, gapSeconds, travelSeconds });
    }
  }
  return tight;
}
