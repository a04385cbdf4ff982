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
import { documentsInForce, requiredDocuments } from "../../documents/queries";
import { occupiedTime, pointOf } from "../../reservations/rules";
import { storedTripPlaces } from "../../reservations/stored-trip";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { bookableClassNames } from "../../vehicles/bookable-queries";
import { listZoneNames, zonesAt } from "../../zones/queries";
import { ConfirmationRule, type ConfirmationRulesAnswer } from "./contract";
import type { Booking } from "./rules";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** Bookings in one round; the rest follows in the next. */
const MAX_PER_RUN = 200;

/** The rules, and since when there are any; none until somebody saves. */
export function readSettings(db: Db): {
  rules: ConfirmationRule[];
  version: number;
  since: number | null;
} {
  const row = findRow(db, confirmationRules, { id: 1 });
  if (!row) return { rules: [], version: 0, since: null };
  return { ...row, rules: ConfirmationRule.array().parse(row.rules) };
}

/** The rules with the classes, zones and companies that they can name. */
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
  /** Bookings to decide about, oldest first. */
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
  /** Confirmed trips of a class that have no vehicle yet. */
  unassigned: $client.query<
    { pickupAt: number; durationSeconds: number; hours: number | null },
    [string, string, number, number]
  >(
    `SELECT pickup_at AS pickupAt, duration_seconds AS durationSeconds, hours FROM reservations
     WHERE state IN ('confirmed', 'offered') AND vehicle_class_id = ? AND id <> ?
       AND pickup_at BETWEEN ? AND ?`,
  ),
}));

/** The bookings that rules have to decide about, or whether `id` is one: none that waits to be paid or approved, or was left to dispatch. */
export function dueBookings(db: Db, now: number, id: string | null = null): string[] {
  const { rules, since } = readSettings(db);
  if (rules.length === 0 || since === null) return [];
  return statements(db)
    .due.all(now, since, id)
    .map((row) => row.id);
}

/** What the rules look at, of a booking at `at` (ms UTC). */
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

/** No trip takes longer. */
export const MAX_TRIP_MS = 3 * 24 * HOUR_MS;

/**
 * Whether a vehicle of the booked class is free for a trip: one that can take it and that no confirmed trip without
 * a vehicle needs at that time.
 */
export function isVehicleFree(db: Db, row: StoredTrip): boolean {
  const needs = needsOf(row);
  const required = requiredDocuments(db);
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
