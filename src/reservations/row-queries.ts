/** How a stored reservation becomes a row of an answer, and what of it a rider may see. */
import type { Mobility } from "../vehicles/class-contract";
import type { Payment, ReservationRow, ReservationState, Stop } from "./contract";
import { hasDriver } from "./rules";

/** A row of `reservations` with the names that lists show, as SQLite returns it. */
export type Joined = {
  id: string;
  number: number;
  state: ReservationState;
  late: number;
  version: number;
  service_type: ReservationRow["serviceType"];
  rider_id: string | null;
  rider_name: string | null;
  passenger_name: string;
  passenger_phone: string | null;
  passengers: number;
  luggage: number;
  mobility: Mobility;
  flight_number: string | null;
  hours: number | null;
  details: string | null;
  payment: Payment;
  note: string;
  pickup_at: number;
  pickup_local: string;
  time_zone: string;
  pickup_name: string;
  pickup_detail: string;
  pickup_latitude: number;
  pickup_longitude: number;
  pickup_pinned: number;
  dropoff_name: string;
  dropoff_detail: string;
  dropoff_latitude: number;
  dropoff_longitude: number;
  dropoff_pinned: number;
  distance_meters: number;
  duration_seconds: number;
  estimate: number;
  route_geometry: string | null;
  vehicle_class_id: string;
  class_name: string;
  driver_id: string | null;
  driver_first_name: string;
  driver_last_name: string;
  driver_phone: string | null;
  vehicle_id: string | null;
  plate: string;
  make: string;
  model: string;
  color: string;
  fare_minor: number;
  currency: string;
  on_request: number;
  fare_lines: string;
  stops: string;
  extras: string;
  promotion_code: string | null;
  landed_at: number | null;
  pay_lines: string | null;
  pay_minor: number | null;
  fee_lines: string | null;
  cancellation_fee_minor: number | null;
  created_at: number;
};

/** What a row of any list needs, from `reservations r` and the tables of `JOINS`. */
export const ROW_COLUMNS = `r.id, r.number, r.state, r.version, r.service_type, r.rider_id,
  trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS rider_name,
  r.passenger_name, r.passenger_phone, r.pickup_at, r.created_at,
  r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude, r.pickup_pinned,
  r.dropoff_name, r.dropoff_detail, r.dropoff_latitude, r.dropoff_longitude, r.dropoff_pinned,
  r.vehicle_class_id, c.name AS class_name,
  r.driver_id, d.first_name AS driver_first_name, d.last_name AS driver_last_name, d.phone AS driver_phone,
  r.vehicle_id, v.plate, v.make, v.model, v.color, r.fare_minor, r.currency, r.pay_minor, r.stops,
  r.fare_lines = '[]' AS on_request`;

/** The tables whose names a row shows. */
export const JOINS = `JOIN vehicle_classes c ON c.id = r.vehicle_class_id
  LEFT JOIN riders u ON u.id = r.rider_id
  LEFT JOIN drivers d ON d.id = r.driver_id
  LEFT JOIN vehicles v ON v.id = r.vehicle_id`;

/** An instant (ms UTC) as answers write it. */
export const iso = (at: number) => new Date(at).toISOString();

/** A stored row as every answer has it. */
export function toRow(row: Joined): ReservationRow {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    pickupAt: iso(row.pickup_at),
    pickup: {
      name: row.pickup_name,
      detail: row.pickup_detail,
      latitude: row.pickup_pinned ? row.pickup_latitude : null,
      longitude: row.pickup_pinned ? row.pickup_longitude : null,
    },
    dropoff: {
      name: row.dropoff_name,
      detail: row.dropoff_detail,
      latitude: row.dropoff_pinned ? row.dropoff_latitude : null,
      longitude: row.dropoff_pinned ? row.dropoff_longitude : null,
    },
    // Most trips have none, and lists are read all day.
    stops: row.stops === "[]" ? [] : (JSON.parse(row.stops) as Stop[]),
    rider: row.rider_id ? { id: row.rider_id, name: row.rider_name || "Rider" } : null,
    passenger: { name: row.passenger_name, phone: row.passenger_phone },
    vehicleClass: { id: row.vehicle_class_id, name: row.class_name },
    driver: row.driver_id
      ? {
          id: row.driver_id,
          firstName: row.driver_first_name,
          lastName: row.driver_last_name,
          phone: row.driver_phone,
        }
      : null,
    vehicle: row.vehicle_id
      ? {
          id: row.vehicle_id,
          plate: row.plate,
          make: row.make,
          model: row.model,
          color: row.color,
        }
      : null,
    fareMinor: row.fare_minor,
    currency: row.currency,
    payMinor: row.pay_minor,
    onRequest: row.on_request === 1,
    version: row.version,
  };
}

/**
 * A rider learns first name, initial and car of the driver, once one is assigned; no number, and
 * never what the driver earns.
 */
export function forRider<Row extends ReservationRow>(row: Row): Row {
  const known = hasDriver(row.state) || ["completed", "settled", "no_show"].includes(row.state);
  if (!known) return { ...row, driver: null, vehicle: null, payMinor: null };
  return {
    ...row,
    payMinor: null,
    driver: row.driver && {
      ...row.driver,
      lastName: `${[...row.driver.lastName][0] ?? ""}.`,
      phone: null,
    },
  };
}
