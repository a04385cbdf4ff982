/** Reads the lists of one person: a rider's trips by state, a driver's trips by day. */
import type { z } from "zod";
import { fromCursor, toPage } from "../../formats/cursors";
import type { Deps } from "../../deps";
import { searchWords } from "../../places/rules";
import { localDay } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import {
  DriverList,
  type MyReservationsQuery,
  type ReservationRow,
  type RiderList,
} from "../contract";
import { withoutPrice } from "../hidden-price-rules";
import { type ListScan, scanRows } from "./list-scan";
import { Cursor, page, scanListedRows } from "./list-queries";
import {
  driverEarnings,
  toDriverRow,
  toRiderRow,
  JOINS_SQL,
  type JoinedTripRow,
  namesOf,
  RIDER_COLUMNS_SQL,
  type RiderColumns,
  ROW_COLUMNS_SQL,
  toRiderTrip,
} from "./row-queries";
import { findTripsOfRider } from "./search-queries";

const statesForRiders = {
  upcoming: "r.state NOT IN ('completed', 'settled', 'no_show', 'cancelled', 'rejected')",
  past: "r.state IN ('completed', 'settled', 'no_show')",
  cancelled: "r.state IN ('cancelled', 'rejected')",
} as const;

type RidersQuery = z.output<typeof MyReservationsQuery>;

/**
 * Returns a rider's upcoming trips, the next first, or past or cancelled ones, the latest first. Searches only what the
 * rider sees, so only the first name of the driver. Returns one row more than the limit if there is one.
 */
function rowsOfRider<Row>(
  { db }: Deps,
  riderId: string,
  query: RidersQuery,
  { columns, joins }: { columns: string; joins?: string },
): Row[] {
  const scan: ListScan = {
    by: "pickup_at",
    isDescending: query.when !== "upcoming",
    branches: [],
    filter: { conditions: ["r.rider_id = ?", statesForRiders[query.when]], values: [riderId] },
    index: "reservations_rider",
  };
  const requestedColumns = { columns, ...(joins && { joins }) };
  const after = fromCursor(query.cursor, Cursor);
  const limit = query.limit + 1;
  if (!query.q) return scanRows<Row>(db, scan, { ...requestedColumns, after, limit });
  const tripsInList = findTripsOfRider(db, scan, searchWords(query.q), { after, limit });
  return scanListedRows<Row>(db, scan, tripsInList, requestedColumns);
}

/** Returns a rider's list as the rider sees it. */
export function listRiderReservations(deps: Deps, riderId: string, query: RidersQuery): RiderList {
  const rows = rowsOfRider<RiderColumns>(deps, riderId, query, { columns: RIDER_COLUMNS_SQL });
  const names = namesOf(deps.db);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.pickup_at, last.id]);
  return { reservations: shown.map((row) => toRiderTrip(row, names)), nextCursor };
}

/** Returns the same trips for dispatch, next to their rider. Of the driver, they have what the rider sees. */
export function tripsOfRider(deps: Deps, riderId: string, query: RidersQuery): ReservationRow[] {
  const rows = rowsOfRider<JoinedTripRow>(deps, riderId, query, {
    columns: ROW_COLUMNS_SQL,
    joins: JOINS_SQL,
  });
  return page(deps, rows, query.limit, "pickup_at").reservations.map((row) => toRiderRow(row));
}

/** Returns a driver's assignments and open offers, by day in the operator's time zone. */
export function listDriverReservations(
  deps: Deps,
  driverId: string,
  timeZone: string,
  query: { when: "today" | "future" | "past"; cursor?: string | undefined; limit: number },
): DriverList {
  const today = localDay(localDateOf(deps.now(), timeZone), timeZone);
  const days = {
    today: ["pickup_at >= ? AND pickup_at < ?", [today.from, today.until]],
    future: ["pickup_at >= ?", [today.until]],
    past: ["pickup_at < ?", [today.from]],
  } as const;
  const [range, bounds] = days[query.when];
  const isDescending = query.when === "past";
  const cursor = fromCursor(query.cursor, Cursor);
  const direction = isDescending ? "DESC" : "ASC";
  // The index yields only the rows of the page, for any number of years.
  const driverTripIdsSql = `SELECT id FROM reservations
    WHERE driver_id = ? AND ${range} ${cursor ? `AND (pickup_at, id) ${isDescending ? "<" : ">"} (?, ?)` : ""}
      AND state NOT IN ('quote', 'pending', 'confirmed', 'offered', 'rejected')
    ORDER BY pickup_at ${direction}, id ${direction} LIMIT ?`;
  const afterSql = cursor ? `AND (r.pickup_at, r.id) ${isDescending ? "<" : ">"} (?, ?)` : "";
  const rows = deps.db.$client
    .query<JoinedTripRow, (string | number)[]>(
      `SELECT ${ROW_COLUMNS_SQL}, r.fare_lines, r.fee_schedule_id, r.distance_meters
       FROM reservations r ${JOINS_SQL}
       WHERE ${range.replaceAll("pickup_at", "r.pickup_at")} AND r.id IN (SELECT id FROM (${driverTripIdsSql})
         UNION ALL
         SELECT reservation_id FROM offers WHERE driver_id = ? AND state = 'open' AND expires_at > ?)
         ${afterSql}
       ORDER BY r.pickup_at ${direction}, r.id ${direction} LIMIT ?`,
    )
    .all(
      ...bounds,
      ...[driverId, ...bounds, ...(cursor ?? []), query.limit + 1],
      ...[driverId, deps.now()],
      ...[...(cursor ?? []), query.limit + 1],
    );
  const listPage = page(deps, rows, query.limit, "pickup_at");
  const { showFareToDrivers } = readOperator(deps);
  const earningsByTrip = new Map(rows.map((row) => [row.id, driverEarnings(deps.db, row)]));
  return DriverList.parse({
    ...listPage,
    reservations: listPage.reservations.map((row) => ({
      ...toDriverRow(showFareToDrivers ? row : withoutPrice(row)),
      payMinor: earningsByTrip.get(row.id) ?? null,
    })),
  });
}

function localDateOf(now: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
