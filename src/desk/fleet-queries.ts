/** Summaries of a driver and a vehicle, combined from other slices. */
import { eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { driverApplications, drivers } from "../../db/schema/drivers";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Deps } from "../deps";
import { tripsOfSuspendedDriver } from "../dispatch/suspension/suspension-queries";
import { slotsOf } from "../documents/queries";
import { EXPIRES_SOON_MS } from "../documents/rules";
import { AppError } from "../errors";
import { versionInForce } from "../fares/queries";
import { shiftStartedAt } from "../tracking/shift-queries";
import type { DriverOverview, TripLine, VehicleDrivers } from "./fleet-contract";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

const EXPIRY_NOTICE_DAYS = EXPIRES_SOON_MS / 86_400_000;
const MAX_NEXT_TRIPS = 3;
const RECENT_MS = 90 * 86_400_000;

/**
 * Returns a driver's summary. Documents and application are left out unless `canSeeDocuments` is set. 404 if the driver
 * does not exist.
 */
export function readDriverOverview(
  deps: Deps,
  id: string,
  canSeeDocuments: boolean,
): DriverOverview {
  const { db } = deps;
  const driver = requireRow(db, drivers, { id });
  const since = shiftStartedAt(db, id, deps.now());
  const commitments = tripsOfSuspendedDriver(db, id).map(toTripLine);
  const assignedTrips = commitments.filter(({ state }) => state === "assigned");
  const schedule = versionInForce(db, deps.now())?.schedule;
  return {
    vehicle: driver.vehicleId === null ? null : vehicleOf(db, driver.vehicleId),
    onShiftSince: iso(since),
    now: commitments.filter(({ state }) => state !== "assigned"),
    next: assignedTrips.slice(0, MAX_NEXT_TRIPS),
    upcoming: assignedTrips.length,
    papers: canSeeDocuments ? documentsSummary(deps, id) : null,
    applicationId: canSeeDocuments ? applicationOf(db, id) : null,
    pay: schedule
      ? {
          ...schedule.driverPay,
          currency: schedule.currency,
          distanceUnit: schedule.distanceUnit,
        }
      : null,
  };
}

function documentsSummary(deps: Deps, driverId: string): DriverOverview["papers"] {
  const { documents } = slotsOf(deps, { driverId });
  const daysLeft = documents.flatMap(({ inForce }) => inForce?.daysLeft ?? []);
  return {
    waiting: documents.filter(({ waiting }) => waiting !== null).length,
    ending: daysLeft.filter((days) => days >= 0 && days <= EXPIRY_NOTICE_DAYS).length,
    expired: daysLeft.filter((days) => days < 0).length,
    missing: documents.filter(({ required, inForce }) => required && inForce === null).length,
  };
}

function applicationOf(db: Db, driverId: string): string | null {
  const [application] = db
    .select({ id: driverApplications.id })
    .from(driverApplications)
    .where(eq(driverApplications.driverId, driverId))
    .all();
  return application?.id ?? null;
}

function toTripLine(row: ReturnType<typeof tripsOfSuspendedDriver>[number]): TripLine {
  const { id, number, state, pickupAt, pickup, dropoff } = row;
  return { id, number, state, pickupAt: iso(pickupAt), pickup, dropoff };
}

function vehicleOf(db: Db, id: string): DriverOverview["vehicle"] {
  const [row] = db
    .select({
      id: vehicles.id,
      plate: vehicles.plate,
      make: vehicles.make,
      model: vehicles.model,
      color: vehicles.color,
      state: vehicles.state,
      className: vehicleClasses.name,
    })
    .from(vehicles)
    .innerJoin(vehicleClasses, eq(vehicleClasses.id, vehicles.classId))
    .where(eq(vehicles.id, id))
    .all();
  return row ?? null;
}

type DriverRow = {
  id: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  state: "active" | "suspended";
  usual: number;
  trips: number;
  lastAt: number | null;
};

/**
 * Lists a vehicle's drivers: the usual ones first, then by their last trip. 404 if the vehicle does not exist. Uses the
 * indexes `reservations_vehicle` and `drivers_vehicle`.
 */
export function listVehicleDrivers(deps: Deps, vehicleId: string): VehicleDrivers {
  const { db } = deps;
  if (!db.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.id, vehicleId)).all()[0])
    throw new AppError("request.not_found");
  const rows = db.$client
    .query<DriverRow, [string, number]>(
      `WITH driven AS (
         SELECT driver_id, count(*) AS trips, max(pickup_at) AS last_at FROM reservations
         WHERE vehicle_id = ?1 AND pickup_at >= ?2 AND state IN ('completed', 'settled')
           AND driver_id IS NOT NULL
         GROUP BY driver_id
       )
       SELECT d.id, d.first_name AS firstName, d.last_name AS lastName, d.phone, d.state,
         coalesce(d.vehicle_id = ?1, 0) AS usual, coalesce(t.trips, 0) AS trips, t.last_at AS lastAt
       FROM drivers d LEFT JOIN driven t ON t.driver_id = d.id
       WHERE d.vehicle_id = ?1 OR t.driver_id IS NOT NULL
       ORDER BY usual DESC, t.last_at DESC,
         coalesce(nullif(d.last_name, ''), d.first_name), d.first_name, d.id`,
    )
    .all(vehicleId, deps.now() - RECENT_MS);
  return {
    drivers: rows.map(({ state, usual, trips, lastAt, ...driver }) => ({
      driver,
      state,
      usual: usual === 1,
      trips,
      lastAt: iso(lastAt),
    })),
  };
}
