/** Reads trips that can be followed, with the facts that decide by whom, until when and where to. */
import type { Db } from "../../../db/open";
import type { Point } from "../../places/contract";
import type { ReservationState } from "../contract";
import type { Stop } from "../quotes/quote-contract";
import { readStopVisits } from "../waiting/stop-queries";
import { currentStopNumber } from "../waiting/stop-rules";
import { type Reader, requireOwnedRow } from "../../rows";
import { driverAndVehicleOfFarmOut, farmOutOf } from "../farm-out/farm-out-queries";
import { isTracked, type LinkedTrip } from "./link-rules";

/** A trip with the times (ms UTC) that decide who may follow it. */
export type FollowedTrip = LinkedTrip & {
  id: string;
  number: number;
  state: ReservationState;
  serviceType: string;
  riderId: string | null;
  driverId: string | null;
  farmOutId: string | null;
  /** Null while only its text is known, without a position. */
  pickup: Point | null;
  dropoff: Point | null;
  /** The stops in their order. */
  stops: readonly Stop[];
};

type Row = {
  id: string;
  number: number;
  state: ReservationState;
  service_type: string;
  rider_id: string | null;
  driver_id: string | null;
  farm_out_id: string | null;
  pickup_at: number;
  duration_seconds: number;
  hours: number | null;
  pickup_pinned: number;
  dropoff_pinned: number;
  pickup_latitude: number;
  pickup_longitude: number;
  dropoff_latitude: number;
  dropoff_longitude: number;
  stops: string;
  en_route_at: number | null;
  ended_at: number | null;
};

// Takes the latest departure, because a driver may have been unassigned, and ignores events during the approach. A
// departure counts from the time at which the driver may set off, unless dispatch lets them start early. Takes the
// first end, because a bill may be reopened.
const TRIP_SELECT_SQL = `SELECT r.id, r.number, r.state, r.service_type, r.rider_id, r.driver_id,
    r.farm_out_id, r.pickup_at,
    r.duration_seconds, r.hours, r.pickup_pinned, r.pickup_latitude, r.pickup_longitude,
    r.dropoff_pinned, r.dropoff_latitude, r.dropoff_longitude, r.stops,
    (SELECT CASE WHEN r.early_start_for_pickup_at = r.pickup_at THEN max(e.at)
        ELSE max(max(e.at), r.pickup_at - s.set_off_minutes * 60000) END
      FROM reservation_events e, settings s
      WHERE e.reservation_id = r.id AND e.to_state = 'en_route'
        AND e.from_state <> 'en_route') AS en_route_at,
    (SELECT min(e.at) FROM reservation_events e WHERE e.reservation_id = r.id
      AND e.to_state IN ('completed', 'cancelled', 'no_show', 'rejected')) AS ended_at
  FROM reservations r`;

/** Returns a trip to follow. 404 if it is unknown or belongs to another rider or driver. */
export function requireFollowedTrip(db: Db, reader: Reader, id: string): FollowedTrip {
  return requireOwnedRow(findTrip(db, id), reader);
}

/** Returns one trip. Null if it is unknown. */
export function findTrip(db: Db, id: string): FollowedTrip | null {
  const row = db.$client.query<Row, [string]>(`${TRIP_SELECT_SQL} WHERE r.id = ?`).get(id);
  return row && toFollowedTrip(row);
}

const DAY_MS = 86_400_000;
/** A driver's trips are searched among pickups within these days before and after now. */
const PICKUP_DAYS_BACK = 5;
const PICKUP_DAYS_AHEAD = 2;

/** Returns the driver's trips that are under way at `now` or ended within the last day. */
export function tripsOfDriver(db: Db, driverId: string, now: number): FollowedTrip[] {
  return db.$client
    .query<Row, [string, number, number]>(
      `${TRIP_SELECT_SQL} WHERE r.driver_id = ? AND r.pickup_at BETWEEN ? AND ? AND r.state IN
        ('en_route', 'on_location', 'passenger_on_board', 'completed', 'settled', 'no_show', 'cancelled')`,
    )
    .all(driverId, now - PICKUP_DAYS_BACK * DAY_MS, now + PICKUP_DAYS_AHEAD * DAY_MS)
    .map(toFollowedTrip)
    .filter(
      ({ state, enRouteAt, endedAt }) =>
        enRouteAt !== null &&
        enRouteAt <= now &&
        (isTracked(state) || (endedAt ?? 0) > now - DAY_MS),
    );
}

function toFollowedTrip(row: Row): FollowedTrip {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    riderId: row.rider_id,
    driverId: row.driver_id,
    farmOutId: row.farm_out_id,
    pickupAt: row.pickup_at,
    durationSeconds: row.duration_seconds,
    hours: row.hours,
    pickup: row.pickup_pinned
      ? { latitude: row.pickup_latitude, longitude: row.pickup_longitude }
      : null,
    dropoff: row.dropoff_pinned
      ? { latitude: row.dropoff_latitude, longitude: row.dropoff_longitude }
      : null,
    stops: JSON.parse(row.stops) as Stop[],
    enRouteAt: row.en_route_at,
    endedAt: row.ended_at,
  };
}

/**
 * Returns the stop at which the passenger on board is or which comes next, and the remaining stops. Null if there are
 * none.
 */
export function nextStop(
  db: Db,
  { id, state, stops }: FollowedTrip,
): { n: number; count: number; isThere: boolean; stopsAhead: Point[] } | null {
  if (state !== "passenger_on_board" || stops.length === 0) return null;
  const visits = readStopVisits(db, id, stops.length);
  const n = currentStopNumber(visits);
  if (n === null) return null;
  const isThere = visits[n - 1]?.standing === "here";
  const stopsAhead = stops
    .slice(isThere ? n : n - 1)
    .flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude }],
    );
  return { n, count: stops.length, isThere, stopsAhead };
}

/** Returns the first name of a trip's driver and the car, so that they can be recognised. Null without a driver. */
export function driverAndVehicleOf(db: Db, trip: FollowedTrip): DriverAndVehicle | null {
  if (trip.farmOutId !== null) return driverAndVehicleOfFarmOut(farmOutOf(db, trip));
  return db.$client
    .query<DriverAndVehicle, [string]>(
      `SELECT d.first_name AS firstName, v.make, v.model, v.color, v.plate FROM reservations r
       JOIN drivers d ON d.id = r.driver_id JOIN vehicles v ON v.id = r.vehicle_id
       WHERE r.id = ?`,
    )
    .get(trip.id);
}

type DriverAndVehicle = {
  firstName: string;
  make: string;
  model: string;
  color: string;
  plate: string;
};
