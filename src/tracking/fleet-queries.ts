/** Reads the drivers on duty, with their vehicle, trip and last position. */
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { MAX_SHIFT_MS } from "../drivers/shift-rules";
import type { ReservationState } from "../reservations/contract";
import { arrivalOf } from "./arrivals";
import type { DriverOnDuty, DriversOnDuty } from "./contract";
import { findLastPosition, toPosition } from "./shift-queries";
import { canSeePosition } from "./rules";
import { findTrip } from "../reservations/links/trip-queries";
import { iso } from "../formats/instants";

type DriverRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  started_at: number | null;
  vehicle_id: string | null;
  plate: string;
  make: string;
  model: string;
  color: string;
};
type TripRow = {
  id: string;
  number: number;
  state: ReservationState;
  service_type: string;
  driver_id: string;
  vehicle_id: string | null;
  pickup_name: string;
  dropoff_name: string;
};

/**
 * Lists drivers on shift or on a trip with their last position, the most recent first. The vehicle is that of the trip
 * under way, otherwise the driver's own unless another driver is on a trip in it.
 */
export function listDriversOnDuty(deps: Deps): DriversOnDuty {
  const { db } = deps;
  const now = deps.now();
  const trips = Map.groupBy(tripsUnderWay(db), (trip) => trip.driver_id);
  const vehicleIdByDriver = Object.fromEntries(
    [...trips].map(([driverId, [first]]) => [driverId, first?.vehicle_id ?? null]),
  );
  const vehicleIdsOnTrip = new Set(Object.values(vehicleIdByDriver));
  const drivers = db.$client
    .query<DriverRow, [number, string]>(
      `SELECT d.id, d.first_name, d.last_name, d.phone, s.started_at,
         v.id AS vehicle_id, v.plate, v.make, v.model, v.color
       FROM drivers d
       LEFT JOIN driver_shifts s ON s.driver_id = d.id AND s.started_at > ?1
       LEFT JOIN vehicles v
         ON v.id = coalesce((SELECT value FROM json_each(?2) WHERE key = d.id), d.vehicle_id)
       WHERE s.driver_id IS NOT NULL OR d.id IN (SELECT key FROM json_each(?2))`,
    )
    .all(now - MAX_SHIFT_MS, JSON.stringify(vehicleIdByDriver))
    .map((row): DriverOnDuty => {
      const lastPosition = findLastPosition(db, row.id);
      return {
        driver: {
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          phone: row.phone,
        },
        vehicle:
          row.vehicle_id && (trips.has(row.id) || !vehicleIdsOnTrip.has(row.vehicle_id))
            ? {
                id: row.vehicle_id,
                plate: row.plate,
                make: row.make,
                model: row.model,
                color: row.color,
              }
            : null,
        onShiftSince: iso(row.started_at),
        trips: (trips.get(row.id) ?? []).map((trip) => {
          const followedTrip = lastPosition && findTrip(db, trip.id);
          return {
            id: trip.id,
            number: trip.number,
            state: trip.state,
            pickup: trip.pickup_name,
            dropoff: trip.service_type === "hourly" ? null : trip.dropoff_name,
            arrival:
              followedTrip && canSeePosition(followedTrip, lastPosition)
                ? arrivalOf(deps, followedTrip, lastPosition)
                : null,
          };
        }),
        position: lastPosition && toPosition(lastPosition),
      };
    });
  const seenAt = ({ position }: DriverOnDuty) => position?.recordedAt ?? "";
  drivers.sort((a, b) => (seenAt(a) < seenAt(b) ? 1 : -1));
  return { drivers, now: iso(now) };
}

function tripsUnderWay(db: Db): TripRow[] {
  return db.$client
    .query<TripRow, []>(
      `SELECT id, number, state, service_type, driver_id, vehicle_id, pickup_name, dropoff_name
       FROM reservations
       WHERE state IN ('en_route', 'on_location', 'passenger_on_board') AND driver_id IS NOT NULL
       ORDER BY pickup_at`,
    )
    .all();
}
