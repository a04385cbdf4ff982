import { asc } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { findRow, findRows } from "../../../db/rows";
import { confirmationRules } from "../../../db/schema/auto-dispatch";
import { companies } from "../../../db/schema/companies";
import type { StoredTrip } from "../../../db/schema/reservations";
import { vehicles } from "../../../db/schema/vehicles";
import type { Deps } from "../../deps";
import { needsOf, outageDuring, overlappingTripNumber } from "../../dispatch/queries";
import { vehicleRefusals } from "../../dispatch/rules";
import { documentsInForce, requiredKindsIn } from "../../documents/queries";
import { occupiedTime, pointOf } from "../../reservations/rules";
import { storedTripPlaces } from "../../reservations/stored-trip";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { bookableClassNames } from "../../vehicles/bookable-queries";
import { listZoneNames, zonesAt } from "../../zones/queries";
import { ConfirmationRule, type ConfirmationRulesAnswer } from "./contract";
import type { Booking } from "./rules";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** The most bookings in one round. The next round handles the others. */
const MAX_PER_RUN = 200;

/** Returns the rules, and since when there have been any; no rules before they are first saved. */
export function readSettings(db: Db): {
  rules: ConfirmationRule[];
  version: number;
  since: number | null;
} {
  const row = findRow(db, confirmationRules, { id: 1 });
  if (!row) return { rules: [], version: 0, since: null };
  return { ...row, rules: ConfirmationRule.array().parse(row.rules) };
}

/** Returns the rules, and the classes, zones and companies that they can name. */
export function readConfirmationRules({ db }: Deps): ConfirmationRulesAnswer {
  const { rules, version } = readSettings(db);
  return {
    rules,
    version,
    classes: bookableClassNames({ db }),
    zones: listZoneNames(db),
    companies: db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .orderBy(asc(companies.name))
      .all(),
  };
}

const statements = prepared(({ $client }: Db) => ({
  history: $client.query<Booking["history"], [number, string, number]>(
    `SELECT count(*) FILTER (WHERE state IN ('completed', 'settled')) AS trips,
       count(*) FILTER (WHERE state = 'no_show' AND pickup_at > ?) AS noShows
     FROM reservations WHERE rider_id = ? AND pickup_at < ?`,
  ),
  /** Bookings that need a decision, oldest first. */
  due: $client.query<{ id: string }, [number, number, string | null]>(
    `SELECT r.id FROM reservations r
     WHERE r.state = 'pending' AND r.pickup_at > ?1 AND r.created_at >= ?2 AND (?3 IS NULL OR r.id = ?3)
       AND NOT EXISTS (SELECT 1 FROM prepayments p
         WHERE p.reservation_id = r.id AND p.state = 'waiting')
       AND NOT EXISTS (SELECT 1 FROM trip_approvals a
         WHERE a.reservation_id = r.id AND a.state = 'waiting')
       AND NOT EXISTS (SELECT 1 FROM reservation_events e
         WHERE e.reservation_id = r.id AND e.kind = 'left_to_dispatch')
     ORDER BY r.created_at LIMIT ${MAX_PER_RUN}`,
  ),
  /** Confirmed trips of a class without a vehicle. */
  unassigned: $client.query<
    { pickupAt: number; durationSeconds: number; hours: number | null },
    [string, string, number, number]
  >(
    `SELECT pickup_at AS pickupAt, duration_seconds AS durationSeconds, hours FROM reservations
     WHERE state IN ('confirmed', 'offered') AND vehicle_class_id = ? AND id <> ?
       AND pickup_at BETWEEN ? AND ?`,
  ),
}));

/**
 * Returns the ids of the bookings that rules must decide, or only `id` if it is one of them. Leaves out bookings that
 * wait for payment or approval, and bookings left to dispatch.
 */
export function dueBookings(db: Db, now: number, id: string | null = null): string[] {
  const { rules, since } = readSettings(db);
  if (rules.length === 0 || since === null) return [];
  return statements(db)
    .due.all(now, since, id)
    .map((row) => row.id);
}

/** Returns the facts about a booking at `at` (ms UTC) that the rules check. */
export function bookingFacts(
  db: Db,
  row: StoredTrip,
  at: number,
  isVehicleFree: () => boolean,
): Booking {
  const pickup = pointOf(storedTripPlaces(row).pickup);
  const { serviceType, vehicleClassId, companyId, riderId, pickupAt } = row;
  return {
    ...{ serviceType, vehicleClassId, companyId, isVehicleFree },
    fareMinor: tripsOfBooking(db, row).reduce((sum, vehicle) => sum + vehicle.fareMinor, 0),
    zoneIds: pickup ? zonesAt(db, pickup).map(({ id }) => id) : [],
    leadHours: (pickupAt - at) / HOUR_MS,
    history: (riderId !== null && statements(db).history.get(at - YEAR_MS, riderId, at)) || {
      trips: 0,
      noShows: 0,
    },
  };
}

/** The longest time that a trip can take. */
export const MAX_TRIP_MS = 3 * 24 * HOUR_MS;

/**
 * Returns whether a vehicle of the booked class is free for a trip: a vehicle that can take it, and that no confirmed
 * trip without a vehicle needs at that time.
 */
export function isVehicleFree(db: Db, row: StoredTrip): boolean {
  const needs = needsOf(row);
  const required = requiredKindsIn(db);
  const suitableVehicles = findRows(db, vehicles, { classId: row.vehicleClassId }).filter(
    (vehicle) => {
      const papers = { documents: documentsInForce(db, { vehicleId: vehicle.id }), required };
      const overlappingNumber = overlappingTripNumber(db, "vehicle_id", vehicle.id, row);
      const outage = outageDuring(db, vehicle.id, row);
      return (
        vehicleRefusals({ ...vehicle, ...papers }, needs, overlappingNumber, outage).length === 0
      );
    },
  );
  const { startsAt, endsAt } = occupiedTime(row);
  const unassignedTimes = statements(db)
    .unassigned.all(row.vehicleClassId, row.id, startsAt - MAX_TRIP_MS, endsAt + HOUR_MS)
    .map(occupiedTime)
    .filter((other) => other.startsAt < endsAt && other.endsAt > startsAt);
  return suitableVehicles.length > unassignedTimes.length;
}
