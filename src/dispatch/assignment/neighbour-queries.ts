/** Finds the trips before and after a trip in a driver's or vehicle's day, and the drive between them. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Db } from "../../../db/open";
import { occupiedTime, plannedEnd } from "../../reservations/rules";
import { estimateRoute } from "../../routing/rules";
import type { NeighbourTrip } from "../rules";

type Row = {
  number: number;
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
  pickupLatitude: number;
  pickupLongitude: number;
  dropoffLatitude: number;
  dropoffLongitude: number;
};

const COLUMNS = `r.number, r.pickup_at AS pickupAt, r.duration_seconds AS durationSeconds, r.hours,
  r.pickup_latitude AS pickupLatitude, r.pickup_longitude AS pickupLongitude,
  r.dropoff_latitude AS dropoffLatitude, r.dropoff_longitude AS dropoffLongitude`;

/**
 * Returns the assignments before and after a reservation. The drive between them is estimated at the speed of its hour,
 * in km/h. Uses the index `assignments_driver` or `assignments_vehicle`.
 */
export function readNeighbourTrips(
  db: Db,
  by: "driver_id" | "vehicle_id",
  id: string,
  reservation: StoredTrip,
  speedAt: (at: number) => number,
): NeighbourTrip[] {
  const { startsAt } = occupiedTime(reservation);
  const neighbour = (operator: "<" | ">=", order: "DESC" | "ASC") =>
    db.$client
      .query<Row, [string, number, string]>(
        `SELECT ${COLUMNS} FROM assignments a JOIN reservations r ON r.id = a.reservation_id
         WHERE a.${by} = ? AND a.active = 1 AND a.starts_at ${operator} ? AND a.reservation_id <> ?
         ORDER BY a.starts_at ${order} LIMIT 1`,
      )
      .get(id, startsAt, reservation.id);
  const before = neighbour("<", "DESC");
  const after = neighbour(">=", "ASC");
  return [
    ...(before
      ? [
          {
            side: "before" as const,
            ...between(before, reservation, speedAt),
            number: before.number,
          },
        ]
      : []),
    ...(after
      ? [{ side: "after" as const, ...between(reservation, after, speedAt), number: after.number }]
      : []),
  ];
}

/** Returns the drive and time from the end of one trip to the start of the next. */
function between(
  first: Omit<Row, "number">,
  second: Omit<Row, "number">,
  speedAt: (at: number) => number,
): { gapSeconds: number; travelSeconds: number } {
  const endsAt = plannedEnd(first);
  const { durationSeconds } = estimateRoute(
    [
      { latitude: first.dropoffLatitude, longitude: first.dropoffLongitude },
      { latitude: second.pickupLatitude, longitude: second.pickupLongitude },
    ],
    speedAt(endsAt),
  );
  return {
    gapSeconds: (second.pickupAt - endsAt) / 1000,
    travelSeconds: durationSeconds,
  };
}
