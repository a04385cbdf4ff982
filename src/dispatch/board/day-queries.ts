import { daySpans } from "../../availability/queries";
import type { Deps } from "../../deps";
import type { DriverRef } from "../../drivers/contract";
import type { ReservationRow, ReservationState } from "../../reservations/contract";
import { filterOf } from "../../reservations/list/list-queries";
import { plannedEnd } from "../../reservations/rules";
import {
  createMatcher,
  TEXT_COLUMNS_SQL,
  type Texts,
} from "../../reservations/list/search-queries";
import { localDay } from "../../settings/local-time";
import { speedKmhByHour } from "../../routing/queries";
import { readOperator } from "../../settings/queries";
import type { VehicleReference } from "../../vehicles/contract";
import type { DayDriver, DayPlan, DayQuery } from "./day-contract";
import { tightConnectionsById } from "./day-rules";
import { addDays } from "./view-rules";
import { storedStop } from "../../reservations/stored-trip";
import { iso } from "../../formats/instants";

/** The most trips shown for a day. More would be unreadable. */
const MAX_TRIPS = 3_000;
/** The longest time for which a trip can be hired. Earlier trips have ended. */
const MAX_TRIP_MS = 72 * 3_600_000;

/** Trips that start on the day, and earlier ones that extend into it. */
const IS_ON_DAY_SQL = `r.pickup_at >= ? AND r.pickup_at < ? AND (r.pickup_at >= ?
  OR r.pickup_at + max(r.duration_seconds * 1000, coalesce(r.hours, 0) * 3600000) > ?)`;

type Row = {
  id: string;
  number: number;
  state: ReservationState;
  service_type: ReservationRow["serviceType"];
  version: number;
  pickup_at: number;
  duration_seconds: number;
  hours: number | null;
  pickup_name: string;
  pickup_detail: string;
  pickup_latitude: number;
  pickup_longitude: number;
  pickup_pinned: number;
  dropoff_name: string;
  dropoff_latitude: number;
  dropoff_longitude: number;
  dropoff_pinned: number;
  passenger_name: string;
  vehicle_class: string;
  driver_id: string | null;
  plate: string | null;
  asked_driver_id: string | null;
  on_request: number;
  will_call: number;
};

/**
 * Returns a day of the operator's calendar: the matching trips, and all other trips of the drivers, because busy
 * drivers cannot take more. Includes trips from the day before that extend into it. Uses the index
 * `reservations_pickup`.
 */
export function readDayPlan(deps: Deps, query: DayQuery): DayPlan {
  const { timeZone } = readOperator(deps);
  const { from, until } = localDay(query.day, timeZone);
  const filter = filterOf(deps, () => timeZone, query);
  const times = [from - MAX_TRIP_MS, until, from, from];
  const states = [...new Set([query.state ?? []].flat())];
  const requestedConditions = [
    ...(states.length > 0 ? ["r.state IN (SELECT value FROM json_each(?))"] : []),
    ...filter.conditions,
  ];
  const values = [...(states.length > 0 ? [JSON.stringify(states)] : []), ...filter.values];
  const matchesQuery = query.q ? createMatcher(deps, query.q) : null;
  const dayRows = deps.db.$client
    .query<Row & Texts & { matches: number }, (string | number)[]>(
      `SELECT r.id, r.number, r.state, r.service_type, r.version, r.pickup_at, r.duration_seconds, r.hours,
         r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude, r.pickup_pinned,
         r.dropoff_name, r.dropoff_latitude, r.dropoff_longitude, r.dropoff_pinned, r.passenger_name,
         ${matchesQuery ? TEXT_COLUMNS_SQL : "'' AS texts, r.driver_id, r.vehicle_id"},
         c.name AS vehicle_class, v.plate, r.fare_lines = '[]' AS on_request, r.will_call,
         CASE r.state WHEN 'offered' THEN (SELECT o.driver_id FROM offers o
           WHERE o.reservation_id = r.id AND o.state = 'open'
           ORDER BY o.created_at DESC LIMIT 1) END AS asked_driver_id,
         (${requestedConditions.length > 0 ? requestedConditions.join(" AND ") : "1"}) AS matches
       FROM reservations r JOIN vehicle_classes c ON c.id = r.vehicle_class_id
       LEFT JOIN vehicles v ON v.id = r.vehicle_id
       WHERE ${IS_ON_DAY_SQL}
       ORDER BY r.pickup_at, r.id LIMIT ?`,
    )
    .all(...values, ...times, MAX_TRIPS + 1);
  const rows = dayRows
    .slice(0, MAX_TRIPS)
    .map((row) => ({ ...row, matches: row.matches === 1 && (matchesQuery?.(row) ?? true) }))
    .filter((row) => row.matches || isAssignedToDriver(row));
  const tight = tightConnectionsById(rows.map(connectedTripOf), speedKmhByHour(deps));
  const driverIdsWithTrips = new Set(rows.map((row) => row.driver_id));
  return {
    day: query.day,
    from: iso(from),
    until: iso(until),
    drivers: withFreeTime(
      deps,
      query.day,
      driversOfDay(deps).filter(
        ({ driver, active }) => active || driverIdsWithTrips.has(driver.id),
      ),
    ),
    trips: rows.map((row) => ({
      id: row.id,
      number: row.number,
      state: row.state,
      serviceType: row.service_type,
      pickupAt: iso(row.pickup_at),
      endsAt: iso(endOf(row)),
      pickup: storedStop(
        row.pickup_name,
        row.pickup_detail,
        row.pickup_pinned,
        row.pickup_latitude,
        row.pickup_longitude,
      ),
      dropoff: row.dropoff_name,
      passenger: row.passenger_name,
      vehicleClass: row.vehicle_class,
      driverId: row.driver_id,
      plate: row.plate,
      askedDriverId: row.asked_driver_id,
      willCall: row.will_call === 1,
      onRequest: row.on_request === 1,
      version: row.version,
      matches: row.matches,
      tight: tight.get(row.id) ?? null,
    })),
    more: dayRows.length > MAX_TRIPS,
  };
}

/** Whether the trip is assigned to a driver. If so, the driver counts as busy during it, whatever the filters. */
function isAssignedToDriver({ driver_id, state }: Row): boolean {
  return driver_id !== null && state !== "cancelled" && state !== "rejected";
}

function endOf(row: Row): number {
  return plannedEnd({
    pickupAt: row.pickup_at,
    durationSeconds: row.duration_seconds,
    hours: row.hours,
  });
}

function connectedTripOf(row: Row) {
  const point = (pinned: number, latitude: number, longitude: number) =>
    pinned ? { latitude, longitude } : null;
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    driverId: row.driver_id,
    pickupAt: row.pickup_at,
    endsAt: endOf(row),
    from: point(row.pickup_pinned, row.pickup_latitude, row.pickup_longitude),
    to: point(row.dropoff_pinned, row.dropoff_latitude, row.dropoff_longitude),
  };
}

type DriverRow = DriverRef & { state: string; vehicle: string | null };

/** Returns every driver by name, with their usual vehicle. */
function driversOfDay(deps: Deps): Omit<DayDriver, "free">[] {
  return deps.db.$client
    .query<DriverRow, []>(
      `SELECT d.id, d.first_name AS firstName, d.last_name AS lastName, d.phone, d.state,
         CASE WHEN v.id IS NOT NULL THEN json_object('id', v.id, 'plate', v.plate, 'make', v.make,
           'model', v.model, 'color', v.color) END AS vehicle
       FROM drivers d LEFT JOIN vehicles v ON v.id = d.vehicle_id
       ORDER BY d.first_name COLLATE NOCASE, d.last_name COLLATE NOCASE, d.id`,
    )
    .all()
    .map(({ state, vehicle, ...driver }) => ({
      driver,
      // The SQL above wrote this JSON.
      vehicle: vehicle === null ? null : (JSON.parse(vehicle) as VehicleReference),
      active: state === "active",
    }));
}

/** Adds the working hours that start on the day, and those of the evening before that extend into it. */
function withFreeTime(
  deps: Deps,
  day: string,
  drivers: readonly Omit<DayDriver, "free">[],
): DayDriver[] {
  const ids = drivers.map(({ driver }) => driver.id);
  const previousSpansByDriver = daySpans(deps, ids, addDays(day, -1));
  const daySpansByDriver = daySpans(deps, ids, day);
  return drivers.map((one) => ({
    ...one,
    free: [
      ...(previousSpansByDriver.get(one.driver.id) ?? []),
      ...(daySpansByDriver.get(one.driver.id) ?? []),
    ].map((span) => ({ from: iso(span.from), until: iso(span.until) })),
  }));
}
