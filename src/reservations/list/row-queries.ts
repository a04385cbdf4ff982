/** Turns a stored reservation into a row of an answer, and selects what a rider may see of it. */
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import type { DriverRef } from "../../drivers/contract";
import type { Mobility } from "../../vehicles/class-contract";
import type { VehicleReference } from "../../vehicles/contract";
import type { Language } from "../../settings/languages/languages-contract";
import type {
  DriverNewsRecipient,
  FlightState,
  Payment,
  ReservationRow,
  ReservationState,
  RiderTrip,
} from "../contract";
import type { Stop } from "../quotes/quote-contract";
import { affiliateOf, driverAndVehicleOfFarmOut, farmOutOf } from "../farm-out/farm-out-queries";
import { payOf } from "../driver-pay-queries";
import { hasDriver, isOver } from "../rules";
import { type PickupDropoffColumns, pickupAndDropoffOf } from "../stored-trip";
import { iso } from "../../formats/instants";

/** A row of `reservations` with the names that lists show, as SQLite returns it. */
export type JoinedTripRow = PickupDropoffColumns & {
  id: string;
  number: number;
  state: ReservationState;
  is_late_cancellation: number;
  version: number;
  service_type: ReservationRow["serviceType"];
  rider_id: string | null;
  rider_name: string | null;
  passenger_name: string;
  passenger_phone: string | null;
  passenger_email: string | null;
  passenger_language: Language | null;
  driver_news_to: DriverNewsRecipient;
  passengers: number;
  luggage: number;
  mobility: Mobility;
  flight_number: string | null;
  flight_state: FlightState | null;
  flight_at: number | null;
  flight_delay: number | null;
  flight_has_happened: number;
  proposed_pickup_at: number | null;
  hours: number | null;
  details: string | null;
  payment: Payment;
  company_id: string | null;
  cost_centre_id: string | null;
  billing_reference: string;
  invoice_id: string | null;
  note: string;
  pickup_at: number;
  pickup_local: string;
  time_zone: string;
  distance_meters: number;
  duration_seconds: number;
  estimate: number;
  route_geometry: string | null;
  vehicle_class_id: string;
  driver_id: string | null;
  vehicle_id: string | null;
  fare_minor: number;
  currency: string;
  on_request: number;
  return_of_id: string | null;
  will_call: number;
  awaits_payment: number;
  awaits_approval: number;
  there_number: number | null;
  back_number: number | null;
  order_id: string | null;
  order_position: number;
  order_count: number;
  fare_lines: string;
  stops: string;
  extras: string;
  promotion_code: string | null;
  landed_at: number | null;
  minutes_after_landing: number;
  pay_lines: string | null;
  pay_minor: number | null;
  fee_lines: string | null;
  cancellation_fee_minor: number | null;
  standing_order_id: string | null;
  fee_schedule_id: string;
  paid_minor: number;
  waived_minor: number;
  is_collected: number;
  ended_at: number | null;
  early_start_for_pickup_at: number | null;
  created_at: number;
  farm_out_id: string | null;
};

/** The position of a vehicle in its booking, and the number of vehicles. */
const ORDER_COLUMNS_SQL = `r.order_id,
  CASE WHEN r.order_id IS NULL THEN 0 ELSE (SELECT count(*) FROM reservations g
    WHERE g.order_id = r.order_id AND g.number <= r.number) END AS order_position,
  CASE WHEN r.order_id IS NULL THEN 0 ELSE (SELECT count(*) FROM reservations g
    WHERE g.order_id = r.order_id) END AS order_count`;

/** Returns SQL for a time of a flight: of its arrival or its departure, whichever the trip is about. */
const flightTimeSql = (name: "scheduled" | "estimated" | "actual") =>
  `CASE f.direction WHEN 'arrival' THEN f.${name}_in ELSE f.${name}_out END`;
/** When the flight landed or departed. Dispatch may have recorded the landing. */
const FLIGHT_ACTUAL_SQL = `coalesce(r.landed_at, ${flightTimeSql("actual")})`;
/** The delay of a flight of `JOINS_SQL`, in ms. Negative if early. */
export const FLIGHT_DELAY_SQL = `coalesce(${FLIGHT_ACTUAL_SQL}, ${flightTimeSql("estimated")}) - ${flightTimeSql("scheduled")}`;

/** The columns that a row of any list needs, from `reservations r` and the tables of `JOINS_SQL`. */
export const ROW_COLUMNS_SQL = `r.id, r.number, r.state, r.version, r.service_type, r.rider_id,
  trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS rider_name,
  r.passenger_name, r.passenger_phone, r.pickup_at, r.created_at,
  r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude, r.pickup_pinned,
  r.dropoff_name, r.dropoff_detail, r.dropoff_latitude, r.dropoff_longitude, r.dropoff_pinned,
  r.vehicle_class_id, r.driver_id, r.vehicle_id, r.farm_out_id, r.fare_minor, r.currency, r.pay_minor, r.stops,
  r.flight_number, r.landed_at, f.state AS flight_state, ${FLIGHT_DELAY_SQL} AS flight_delay,
  coalesce(${FLIGHT_ACTUAL_SQL}, ${flightTimeSql("estimated")}, ${flightTimeSql("scheduled")}) AS flight_at,
  ${FLIGHT_ACTUAL_SQL} IS NOT NULL AS flight_has_happened, w.proposed_pickup_at,
  r.fare_lines = '[]' AS on_request, r.will_call,
  CASE WHEN r.state = 'pending' THEN EXISTS (SELECT 1 FROM prepayments p
    WHERE p.reservation_id = r.id AND p.state = 'waiting') ELSE 0 END AS awaits_payment,
  CASE WHEN r.company_id IS NOT NULL THEN EXISTS (SELECT 1 FROM trip_approvals a
    WHERE a.reservation_id = r.id AND a.state = 'waiting') ELSE 0 END AS awaits_approval,
  (SELECT o.number FROM reservations o WHERE o.id = r.return_of_id) AS there_number,
  (SELECT b.number FROM reservations b WHERE b.return_of_id = r.id) AS back_number, ${ORDER_COLUMNS_SQL}`;

/** The columns that a rider's own list shows. */
export const RIDER_COLUMNS_SQL = `r.id, r.number, r.state, r.service_type, r.pickup_at, r.pickup_name, r.dropoff_name,
  r.vehicle_class_id, r.driver_id, r.vehicle_id, r.farm_out_id, r.fare_minor, r.currency, r.stops,
  r.fare_lines = '[]' AS on_request, r.will_call,
  (SELECT o.number FROM reservations o WHERE o.id = r.return_of_id) AS there_number,
  (SELECT b.number FROM reservations b WHERE b.return_of_id = r.id) AS back_number, ${ORDER_COLUMNS_SQL}`;

export type RiderColumns = Pick<
  JoinedTripRow,
  | "id"
  | "number"
  | "state"
  | "service_type"
  | "pickup_at"
  | "pickup_name"
  | "dropoff_name"
  | "vehicle_class_id"
  | "driver_id"
  | "vehicle_id"
  | "farm_out_id"
  | "fare_minor"
  | "currency"
  | "stops"
  | "on_request"
  | "will_call"
  | "there_number"
  | "back_number"
  | "order_id"
  | "order_position"
  | "order_count"
>;

/** Joins the rider, whose name a row shows, and the flight. Driver, vehicle and class come from `namesOf`. */
export const JOINS_SQL = `LEFT JOIN riders u ON u.id = r.rider_id
  LEFT JOIN flight_trips w ON w.reservation_id = r.id AND w.number = r.flight_number
  LEFT JOIN flights f ON f.id = w.flight_id`;

/** What rows show of driver, vehicle, class and affiliate. */
type Names = {
  driver(id: string): DriverRef;
  vehicle(id: string): VehicleReference;
  vehicleClass(id: string): ReservationRow["vehicleClass"];
  affiliate(farmOutId: string): Affiliate;
};

type Affiliate = NonNullable<ReservationRow["affiliate"]>;

const nameQueries = prepared(({ $client }) => ({
  driver: $client.query<DriverRef, [string]>(
    "SELECT id, first_name AS firstName, last_name AS lastName, phone FROM drivers WHERE id = ?",
  ),
  vehicle: $client.query<VehicleReference, [string]>(
    "SELECT id, plate, make, model, color FROM vehicles WHERE id = ?",
  ),
  vehicleClass: $client.query<ReservationRow["vehicleClass"], [string]>(
    "SELECT id, name FROM vehicle_classes WHERE id = ?",
  ),
}));

/** Counters that change when this connection or another one writes a row. */
type WriteCounts = { own: number; others: number };

const namesCache = prepared(({ $client }) => ({
  writes: $client.query<WriteCounts, []>(
    "SELECT total_changes() AS own, data_version AS others FROM pragma_data_version",
  ),
  seen: { own: -1, others: -1 },
  names: null as Names | null,
}));

/** Returns functions that read each driver, vehicle and class once, for one answer. */
export function createNameLookup(db: Db): Names {
  const { driver, vehicle, vehicleClass } = nameQueries(db);
  const affiliate = { get: (farmOutId: string) => readAffiliate(db, farmOutId) };
  return {
    driver: cachedLookup(driver),
    vehicle: cachedLookup(vehicle),
    vehicleClass: cachedLookup(vehicleClass),
    affiliate: cachedLookup(affiliate),
  };
}

function readAffiliate(db: Db, farmOutId: string): Affiliate | null {
  const farmOut = farmOutOf(db, { farmOutId });
  if (!farmOut) return null;
  const driverAndVehicle = driverAndVehicleOfFarmOut(farmOut);
  const { costMinor, currency } = farmOut;
  return {
    name: affiliateOf(db, farmOut).name,
    costMinor,
    currency,
    driver: driverAndVehicle && {
      firstName: driverAndVehicle.firstName,
      lastName: driverAndVehicle.lastName,
      phone: driverAndVehicle.phone,
    },
    vehicle: driverAndVehicle && {
      plate: driverAndVehicle.plate,
      make: driverAndVehicle.make,
      model: driverAndVehicle.model,
      color: driverAndVehicle.color,
    },
  };
}

/**
 * As `createNameLookup`, but keeps the names until anything is written, because a fleet is small and joins would read
 * the same few names for every row. Call it again for each answer.
 */
export function namesOf(db: Db): Names {
  // A transaction may be rolled back, and the counters would not show it.
  if (db.$client.inTransaction) return createNameLookup(db);
  const cache = namesCache(db);
  const currentCounts = cache.writes.get();
  if (
    cache.names &&
    currentCounts?.own === cache.seen.own &&
    currentCounts.others === cache.seen.others
  )
    return cache.names;
  cache.names = createNameLookup(db);
  cache.seen = currentCounts ?? { own: -1, others: -1 };
  return cache.names;
}

function cachedLookup<Ref>(statement: { get(id: string): Ref | null }): (id: string) => Ref {
  const refById = new Map<string, Ref>();
  return (id) => {
    const ref = refById.get(id) ?? statement.get(id);
    // A foreign key makes sure that it exists.
    if (!ref) throw new Error("A reservation names something that does not exist.");
    refById.set(id, ref);
    return ref;
  };
}

/** Returns a stored row as every answer contains it. */
export function toRow(row: JoinedTripRow, names: Names): ReservationRow {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    pickupAt: iso(row.pickup_at),
    ...pickupAndDropoffOf(row),
    // Most trips have no stops, and lists are read all day.
    stops: row.stops === "[]" ? [] : (JSON.parse(row.stops) as Stop[]).map(toStop),
    rider: row.rider_id ? { id: row.rider_id, name: row.rider_name || "Rider" } : null,
    passenger: { name: row.passenger_name, phone: row.passenger_phone },
    vehicleClass: names.vehicleClass(row.vehicle_class_id),
    driver: row.driver_id === null ? null : names.driver(row.driver_id),
    vehicle: row.vehicle_id === null ? null : names.vehicle(row.vehicle_id),
    fareMinor: row.fare_minor,
    currency: row.currency,
    payMinor: row.pay_minor,
    onRequest: row.on_request === 1,
    willCall: row.will_call === 1,
    ...((row.state === "pending" || row.state === "quote") && {
      waitingSince: iso(row.created_at),
    }),
    ...(row.awaits_payment === 1 && { awaitsPayment: true }),
    ...flightOf(row),
    ...(row.awaits_approval === 1 && { awaitsApproval: true }),
    ...(row.farm_out_id !== null && { affiliate: names.affiliate(row.farm_out_id) }),
    otherLeg: otherLeg(row),
    ...orderOf(row),
    version: row.version,
  };
}

function flightOf(row: JoinedTripRow): Pick<ReservationRow, "flight"> {
  if (row.flight_number === null) return {};
  const { flight_delay: delay } = row;
  return {
    flight: {
      number: row.flight_number,
      state: row.flight_state ?? "waiting",
      at: iso(row.flight_at),
      hasHappened: row.flight_has_happened === 1,
      delayMinutes: delay === null ? null : Math.round(delay / 60_000),
      proposedPickupAt: iso(row.proposed_pickup_at),
    },
  };
}

function otherLeg({
  there_number: outboundNumber,
  back_number: returnNumber,
}: Pick<JoinedTripRow, "there_number" | "back_number">): ReservationRow["otherLeg"] {
  if (outboundNumber !== null) return { number: outboundNumber, leads: "there" };
  return returnNumber === null ? null : { number: returnNumber, leads: "back" };
}

function orderOf({
  order_id: id,
  order_position: position,
  order_count: count,
}: Pick<JoinedTripRow, "order_id" | "order_position" | "order_count">): Pick<
  ReservationRow,
  "order"
> {
  return id === null ? {} : { order: { id, position, count } };
}

/** Returns a stored row for its rider's list. Each field is named here, so that no other field leaves the server. */
export function toRiderTrip(row: RiderColumns, names: Names): RiderTrip {
  const hasAssignedDriver = isStateWithDriver(row.state);
  const affiliate = row.farm_out_id === null ? null : names.affiliate(row.farm_out_id);
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    pickupAt: iso(row.pickup_at),
    pickup: { name: row.pickup_name },
    dropoff: { name: row.dropoff_name },
    stops:
      row.stops === "[]" ? [] : (JSON.parse(row.stops) as Stop[]).map(({ name }) => ({ name })),
    vehicleClass: { name: names.vehicleClass(row.vehicle_class_id).name },
    driver:
      hasAssignedDriver && row.driver_id !== null
        ? { firstName: names.driver(row.driver_id).firstName }
        : hasAssignedDriver && affiliate?.driver
          ? { firstName: affiliate.driver.firstName }
          : null,
    vehicle:
      hasAssignedDriver && row.vehicle_id !== null
        ? { plate: names.vehicle(row.vehicle_id).plate }
        : hasAssignedDriver && affiliate?.vehicle
          ? { plate: affiliate.vehicle.plate }
          : null,
    fareMinor: row.fare_minor,
    currency: row.currency,
    onRequest: row.on_request === 1,
    willCall: row.will_call === 1,
    otherLeg: otherLeg(row),
    ...orderOf(row),
  };
}

const toStop = ({ name, detail, latitude, longitude }: Stop): Stop => ({
  name,
  detail,
  latitude,
  longitude,
});

/** Whether the driver and the passenger approach each other or ride together. */
function isUnderWay(state: ReservationState): boolean {
  return state === "en_route" || state === "on_location" || state === "passenger_on_board";
}

/** Whether the rider may see the driver: from the assignment on. */
export function isStateWithDriver(state: ReservationState): boolean {
  return hasDriver(state) || ["completed", "settled", "no_show"].includes(state);
}

/**
 * Returns a row for its rider. From the assignment on, it shows the driver's first name and initial and the car, but
 * never the driver's pay. It shows the driver's phone number only while the trip is under way, and only if the operator
 * allows it.
 */
export function toRiderRow<Row extends ReservationRow>(row: Row, showsPhone = false): Row {
  if (!isStateWithDriver(row.state)) return { ...row, driver: null, vehicle: null, payMinor: null };
  // An affiliate's driver appears like the operator's own, but has no record here and so no id.
  const { driver: affiliateDriver, vehicle: affiliateVehicle } = row.affiliate ?? {
    driver: null,
    vehicle: null,
  };
  const driver = row.driver ?? (affiliateDriver && { id: "", ...affiliateDriver });
  return {
    ...row,
    payMinor: null,
    driver: driver && {
      ...driver,
      lastName: driver.lastName && `${[...driver.lastName][0]}.`,
      phone: showsPhone && isUnderWay(row.state) ? driver.phone : null,
    },
    vehicle: row.vehicle ?? (affiliateVehicle && { id: "", ...affiliateVehicle }),
  };
}

/** Returns the driver's pay for a trip, before its end by the agreed price. Null after a trip without pay. */
export function driverEarnings(db: Db, row: JoinedTripRow): number | null {
  if (isOver(row.state)) return row.pay_minor;
  return payOf(db, {
    payMinor: row.pay_minor,
    feeScheduleId: row.fee_schedule_id,
    pickupAt: row.pickup_at,
    fareLines: JSON.parse(row.fare_lines),
    currency: row.currency,
    distanceMeters: row.distance_meters,
  });
}

/**
 * Returns a row for its driver. It shows the passenger's phone number only while the trip is under way, and only if the
 * operator allows it.
 */
export function toDriverRow<Row extends ReservationRow>(row: Row, showsPhone = false): Row {
  if (showsPhone && isUnderWay(row.state)) return row;
  return { ...row, passenger: { ...row.passenger, phone: null } };
}
