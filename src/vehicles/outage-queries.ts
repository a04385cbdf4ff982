import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { type StoredVehicleOutage, vehicleOutages, vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { Outage, Outages, OutagesQuery, OutageTrip } from "./outage-contract";
import { outageState } from "./outage-rules";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** The most trips that are listed for one period. */
const MAX_TRIPS = 100;

const outagesInTime = prepared((db) =>
  db
    .select()
    .from(vehicleOutages)
    .where(
      and(
        eq(vehicleOutages.vehicleId, sql.placeholder("vehicleId")),
        gt(vehicleOutages.endsAt, sql.placeholder("startsAt")),
        lt(vehicleOutages.startsAt, sql.placeholder("endsAt")),
        isNull(vehicleOutages.liftedAt),
      ),
    )
    .orderBy(asc(vehicleOutages.endsAt))
    .limit(1)
    .prepare(),
);

/**
 * Finds an out-of-service period that overlaps [startsAt, endsAt); null if there is none. Uses the index
 * `vehicle_outages_vehicle`.
 */
export function outageIn(
  db: Db,
  vehicleId: string,
  startsAt: number,
  endsAt: number,
): StoredVehicleOutage | null {
  const [row] = outagesInTime(db).all({ vehicleId, startsAt, endsAt });
  return row ?? null;
}

/**
 * Returns when the vehicle is back in service, if it is out of service now: the latest end of its current periods (ms
 * UTC); null if there is none.
 */
export function outageEnd(db: Db | Tx, vehicleId: string, now: number): number | null {
  const { endsAt, liftedAt, startsAt } = vehicleOutages;
  const [row] = db
    .select({ endsAt })
    .from(vehicleOutages)
    .where(
      and(
        eq(vehicleOutages.vehicleId, vehicleId),
        gt(endsAt, now),
        lte(startsAt, now),
        isNull(liftedAt),
      ),
    )
    .orderBy(desc(endsAt))
    .limit(1)
    .all();
  return row?.endsAt ?? null;
}

/** Returns an out-of-service period of a vehicle; 404 if it is not this vehicle's. */
export function loadOutage(db: Db, vehicleId: string, id: string): StoredVehicleOutage {
  const row = findRow(db, vehicleOutages, { id });
  if (row?.vehicleId !== vehicleId) throw new AppError("request.not_found");
  return row;
}

/** Lists a page of a vehicle's out-of-service periods; 404 if the vehicle does not exist. */
export function listOutages(deps: Deps, vehicleId: string, query: OutagesQuery): Outages {
  const { db } = deps;
  const now = deps.now();
  const after = fromCursor(query.cursor, TimeCursor);
  const isUpcoming = query.when === "ahead";
  const { endsAt, id, liftedAt } = vehicleOutages;
  if (!db.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.id, vehicleId)).all()[0])
    throw new AppError("request.not_found");
  const [compare, order] = isUpcoming ? [gt, asc] : [lt, desc];
  const rows = db
    .select()
    .from(vehicleOutages)
    .where(
      and(
        eq(vehicleOutages.vehicleId, vehicleId),
        isUpcoming
          ? and(gt(endsAt, now), isNull(liftedAt))
          : or(lte(endsAt, now), isNotNull(liftedAt)),
        after
          ? or(compare(endsAt, after[0]), and(eq(endsAt, after[0]), compare(id, after[1])))
          : undefined,
      ),
    )
    .orderBy(order(endsAt), order(id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.endsAt, last.id]);
  return {
    outages: shown.map((row) => toOutage(deps, row)),
    nextCursor,
  };
}

/** Converts a period to the form that dispatch reads, with the trips that were assigned the vehicle before. */
export function toOutage(deps: Deps, row: StoredVehicleOutage): Outage {
  const { timeZone } = readOperator(deps);
  const state = outageState(row, deps.now());
  return {
    id: row.id,
    version: row.version,
    state,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    startsLocal: localTimeAt(row.startsAt, timeZone),
    endsLocal: localTimeAt(row.endsAt, timeZone),
    reason: row.reason,
    by: row.createdBy,
    trips: state === "planned" || state === "now" ? findTripsDuring(deps.db, row) : [],
  };
}

type TripRow = {
  id: string;
  number: number;
  pickup_at: number;
  pickup_name: string;
  dropoff_name: string;
  driver: string;
  state: string;
};

/** Finds trips that have the vehicle during the period. Uses the index `assignments_vehicle`. */
function findTripsDuring(
  db: Db,
  { vehicleId, startsAt, endsAt }: StoredVehicleOutage,
): OutageTrip[] {
  return db.$client
    .query<TripRow, [string, number, number, number]>(
      `SELECT r.id, r.number, r.pickup_at, r.pickup_name, r.dropoff_name, r.state,
         trim(d.first_name || ' ' || d.last_name) AS driver
       FROM assignments a JOIN reservations r ON r.id = a.reservation_id
       JOIN drivers d ON d.id = a.driver_id
       WHERE a.vehicle_id = ? AND a.active = 1 AND a.starts_at < ? AND a.ends_at > ?
         AND r.state IN ('assigned', 'en_route', 'on_location', 'passenger_on_board')
       ORDER BY a.starts_at, r.id LIMIT ?`,
    )
    .all(vehicleId, endsAt, startsAt, MAX_TRIPS)
    .map((row) => ({
      id: row.id,
      number: row.number,
      pickupAt: iso(row.pickup_at),
      pickup: row.pickup_name,
      dropoff: row.dropoff_name,
      driver: row.driver,
      reassignable: row.state === "assigned" || row.state === "en_route",
    }));
}
