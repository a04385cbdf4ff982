/** Who is on duty, and where they were last. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { driverPositions, driverShifts } from "../../db/schema/tracking";
import type { Deps } from "../deps";
import type { ReservationState } from "../reservations/contract";
import type { DriverOnDuty, DriversOnDuty, Position, Shift } from "./contract";
import { isOnShift, isTracked, LONGEST_SHIFT_MS } from "./rules";
import { tripsOfDriver } from "./trip-queries";

/** A driver's last position as it is stored: times in ms UTC. */
export type LastPosition = typeof driverPositions.$inferSelect;

const shiftOf = prepared((db) =>
  db
    .select({ startedAt: driverShifts.startedAt })
    .from(driverShifts)
    .where(eq(driverShifts.driverId, sql.placeholder("driverId")))
    .prepare(),
);

const positionOf = prepared((db) =>
  db
    .select()
    .from(driverPositions)
    .where(eq(driverPositions.driverId, sql.placeholder("driverId")))
    .prepare(),
);

/** When the shift began that lasts at `now` (ms UTC); null off shift. */
export function shiftSince(db: Db, driverId: string, now: number): number | null {
  const startedAt = shiftOf(db).get({ driverId })?.startedAt ?? null;
  return isOnShift(startedAt, now) ? startedAt : null;
}

/** Where a driver was last; null when nothing is known. */
export function lastPosition(db: Db, driverId: string | null): LastPosition | null {
  return (driverId !== null && positionOf(db).get({ driverId })) || null;
}

/** Whether the driver's position is wanted now. */
export function readShift(deps: Deps, driverId: string): Shift {
  const now = deps.now();
  const since = shiftSince(deps.db, driverId, now);
  const trips = tripsOfDriver(deps.db, driverId, now);
  return {
    on: since !== null,
    since: since === null ? null : iso(since),
    onTrip: trips.some(({ state }) => isTracked(state)),
    now: iso(now),
  };
}

/** A stored position as answers have it. */
export function toPosition(row: LastPosition): Position {
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    accuracyMeters: row.accuracyMeters,
    headingDegrees: row.headingDegrees,
    speedMps: row.speedMps,
    recordedAt: iso(row.recordedAt),
  };
}

/** An instant (ms UTC) as answers write it. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

type OnDutyRow = {
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
  driver_id: string;
};

/** Everybody on shift or on a trip with their last position: the freshest first. */
export function listOnDuty(deps: Deps): DriversOnDuty {
  const { db } = deps;
  const now = deps.now();
  const trips = db.$client
    .query<TripRow, []>(
      `SELECT id, number, state, driver_id FROM reservations
       WHERE state IN ('en_route', 'on_location', 'passenger_on_board') AND driver_id IS NOT NULL
       ORDER BY pickup_at`,
    )
    .all();
  const ofDriver = Map.groupBy(trips, (trip) => trip.driver_id);
  const drivers = db.$client
    .query<OnDutyRow, [number, string]>(
      `SELECT d.id, d.first_name, d.last_name, d.phone, s.started_at,
         v.id AS vehicle_id, v.plate, v.make, v.model, v.color
       FROM drivers d
       LEFT JOIN driver_shifts s ON s.driver_id = d.id AND s.started_at > ?
       LEFT JOIN vehicles v ON v.id = d.vehicle_id
       WHERE s.driver_id IS NOT NULL OR d.id IN (SELECT value FROM json_each(?))`,
    )
    .all(now - LONGEST_SHIFT_MS, JSON.stringify([...ofDriver.keys()]))
    .map((row): DriverOnDuty => {
      const last = lastPosition(db, row.id);
      return {
        driver: {
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          phone: row.phone,
        },
        vehicle: row.vehicle_id
          ? {
              id: row.vehicle_id,
              plate: row.plate,
              make: row.make,
              model: row.model,
              color: row.color,
            }
          : null,
        onShiftSince: row.started_at === null ? null : iso(row.started_at),
        trips: (ofDriver.get(row.id) ?? []).map(({ id, number, state }) => ({ id, number, state })),
        position: last && toPosition(last),
      };
    });
  const seenAt = ({ position }: DriverOnDuty) => position?.recordedAt ?? "";
  drivers.sort((a, b) => (seenAt(a) < seenAt(b) ? 1 : -1));
  return { drivers, now: iso(now) };
}
