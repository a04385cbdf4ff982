import { z } from "zod";
import type { Db } from "../../../db/open";
import { fromCursor, toPage } from "../../formats/cursors";
import type { Deps } from "../../deps";
import type { ServiceType } from "../../fares/contract";
import { type ReservationRow, ReservationState, type ReservationsQuery } from "../contract";
import {
  type ListScan,
  type Filter,
  type BranchFilter,
  type PickupRange,
  scanRows,
  type Value,
} from "./list-scan";
import { LATE_FLIGHT_MS, ON_TIME_TOLERANCE_MS } from "../rules";
import { findFilteredTrips } from "./filtered-list-queries";
import { findTripsInList } from "./search-queries";
import { searchTermsFor } from "./search-term-queries";
import { localDay } from "../../settings/local-time";
import {
  FLIGHT_DELAY_SQL,
  JOINS_SQL,
  type JoinedTripRow,
  namesOf,
  ROW_COLUMNS_SQL,
  toRow,
} from "./row-queries";

/** A page of a list and the cursor of the next one, which is null at the end. */
export type Page = { reservations: ReservationRow[]; nextCursor: string | null };

/** The place of the last row shown. */
export const Cursor = z.tuple([z.number(), z.string()]);

/** Returns the first `limit` rows in the form in which they are shown, with the cursor of the next page. */
export function page(
  deps: Deps,
  rows: JoinedTripRow[],
  limit: number,
  by: "pickup_at" | "created_at",
): Page {
  const names = namesOf(deps.db);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last[by], last.id]);
  return {
    reservations: shown.map((row) => toRow(row, names)),
    nextCursor,
  };
}

export type ListQuery = z.output<typeof ReservationsQuery>;

/** Returns the period of a query's days. Calls `timeZone` only if the query has a day. */
function pickupRangeOf(
  timeZone: () => string,
  { from, to }: Pick<Partial<ListQuery>, "from" | "to">,
): PickupRange {
  return {
    ...(from !== undefined && { from: localDay(from, timeZone()).from }),
    ...(to !== undefined && { until: localDay(to, timeZone()).until }),
  };
}

/**
 * Returns the conditions of a query, such as days and services, without its states and its search words. Calls
 * `timeZone` only if the query has a day.
 */
export function filterOf(
  deps: Deps,
  timeZone: () => string,
  query: Partial<Omit<ListQuery, "state" | "q" | "cursor" | "limit" | "sort">>,
): Filter {
  const conditions: string[] = [];
  const values: Value[] = [];
  const { from, until } = pickupRangeOf(timeZone, query);
  if (from !== undefined) {
    conditions.push("r.pickup_at >= ?");
    values.push(from);
  }
  if (until !== undefined) {
    conditions.push("r.pickup_at < ?");
    values.push(until);
  }
  const services = servicesOf(query);
  if (services.length > 0) {
    conditions.push("+r.service_type IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(services));
  }
  if (query.overdue) {
    // A trip that waits for its passenger's call is never overdue, because its time is an estimate.
    conditions.push("r.pickup_at < ? AND r.will_call = 0");
    values.push(deps.now());
  }
  if (query.approval)
    conditions.push(
      "r.id IN (SELECT a.reservation_id FROM trip_approvals a WHERE a.state = 'waiting')",
    );
  for (const [column, value] of [
    ["r.driver_id", query.driver],
    ["r.vehicle_id", query.vehicle],
    ["r.company_id", query.company],
    ["r.order_id", query.order],
    ["r.vehicle_class_id", query.vehicleClass],
    ["r.source", query.source],
  ] as const) {
    if (value === "none") conditions.push(`${column} IS NULL`);
    else if (value !== undefined) {
      conditions.push(`${column} = ?`);
      values.push(value);
    }
  }
  if (query.arrival !== undefined) {
    conditions.push(`r.arrived_at ${query.arrival === "late" ? ">" : "<="} r.pickup_at + ?`);
    values.push(ON_TIME_TOLERANCE_MS);
  }
  if (query.flight !== undefined) conditions.push(...flightConditions[query.flight]);
  return { conditions, values };
}

/** Returns a condition on a trip's flight, joined as in `JOINS_SQL`. */
const withFlight = (condition: string) =>
  `EXISTS (SELECT 1 FROM flight_trips w JOIN flights f ON f.id = w.flight_id
    WHERE w.reservation_id = r.id AND w.number = r.flight_number AND ${condition})`;
/** Written like the condition of its index. Otherwise SQLite does not use the index. */
const HAS_FLIGHT_SQL = "r.flight_number IS NOT NULL";
const flightConditions = {
  any: [HAS_FLIGHT_SQL],
  late: [
    HAS_FLIGHT_SQL,
    withFlight(
      `f.state NOT IN ('cancelled', 'diverted') AND ${FLIGHT_DELAY_SQL} >= ${LATE_FLIGHT_MS}`,
    ),
  ],
  diverted: [HAS_FLIGHT_SQL, withFlight("f.state = 'diverted'")],
  cancelled: [HAS_FLIGHT_SQL, withFlight("f.state = 'cancelled'")],
} as const;

/** Filters that only reports use. Their figures count ended trips, which have indexes for these filters. */
const reportFilters = ["driver", "company", "vehicleClass", "source"] as const;
const endStates = [
  "completed",
  "settled",
  "cancelled",
  "no_show",
] as const satisfies ReservationState[];
function hasReportFilter(query: Partial<Pick<ListQuery, (typeof reportFilters)[number]>>): boolean {
  return reportFilters.some((name) => query[name] !== undefined);
}
/** Returns the index of the narrowest filter. */
function indexHint(query: Partial<Pick<ListQuery, (typeof reportFilters)[number]>>): string {
  const by = reportFilters.find((name) => query[name] !== undefined);
  return `reservations_over_${by === "vehicleClass" ? "class" : by}`;
}

/** Written like the condition of the partial indexes. Otherwise SQLite does not use them. */
const isOverSql = `r.state IN (${endStates.map((state) => `'${state}'`).join(", ")})`;

/**
 * Returns a scan by an index that finds few trips: of one vehicle or one booking, or those that wait for approval. All
 * other conditions are checked on each of them.
 */
function scanByOwnIndex(
  index: string,
  { sort }: Pick<ListQuery, "sort">,
  states: string[],
  filter: Filter,
  pickups: PickupRange,
): ListScan {
  if (states.length > 0) {
    filter.conditions.push("+r.state IN (SELECT value FROM json_each(?))");
    filter.values.push(JSON.stringify(states));
  }
  const isDescending = sort.startsWith("-");
  return {
    by: sort.endsWith("pickupAt") ? "pickup_at" : "created_at",
    isDescending,
    branches: [],
    filter,
    index,
    pickups,
  };
}

/** Whether a query selects all trips billed to one company, in the order of booking. */
function selectsOneCompany(query: Omit<ListQuery, "limit">, states: readonly string[]): boolean {
  const { company, from, to, driver, vehicleClass, source, service } = query;
  return (
    company !== undefined &&
    company !== "none" &&
    query.sort.endsWith("createdAt") &&
    [from, to, driver, vehicleClass, source, service].every((each) => each === undefined) &&
    // Nearly all trips are settled. Without them, most of the index would be read in vain.
    (states.length === 0 || states.includes("settled"))
  );
}

/** Returns how a query is read: in a branch for each requested state, or for each service in a state. */
export function scanOf(
  deps: Deps,
  timeZone: () => string,
  query: Omit<ListQuery, "limit">,
): ListScan {
  const by = query.sort.endsWith("pickupAt") ? "pickup_at" : "created_at";
  // No index has a service's trips in the order of booking.
  const services = by === "pickup_at" && query.flight === undefined ? servicesOf(query) : [];
  const isFiltered = hasReportFilter(query);
  const filtersByFlight = query.flight !== undefined && by === "pickup_at" && !isFiltered;
  const stateFilter = [...new Set([query.state ?? []].flat())];
  if (query.approval)
    return scanByOwnIndex(
      "sqlite_autoindex_reservations_1",
      query,
      stateFilter,
      filterOf(deps, timeZone, query),
      pickupRangeOf(timeZone, query),
    );
  if (by === "pickup_at" && query.vehicle !== undefined && query.vehicle !== "none")
    return scanByOwnIndex(
      "reservations_vehicle",
      query,
      stateFilter,
      filterOf(deps, timeZone, query),
      pickupRangeOf(timeZone, query),
    );
  if (query.order !== undefined && query.order !== "none")
    return scanByOwnIndex(
      "reservations_order",
      query,
      stateFilter,
      filterOf(deps, timeZone, query),
      pickupRangeOf(timeZone, query),
    );
  if (selectsOneCompany(query, stateFilter))
    return scanByOwnIndex(
      "reservations_company_created",
      query,
      stateFilter,
      filterOf(deps, timeZone, query),
      {},
    );
  const states =
    stateFilter.length === 0 &&
    (services.length > 0 || filtersByFlight || (isFiltered && by === "pickup_at"))
      ? ReservationState.options
      : stateFilter;
  const branchesByState = states.map((state): BranchFilter => {
    const branch = { conditions: ["r.state = ?"], values: [state] };
    if (filtersByFlight) return { ...branch, index: "reservations_flight" };
    if (!isFiltered || by !== "pickup_at") return branch;
    if (endStates.some((each) => each === state))
      return { ...branch, conditions: [isOverSql, ...branch.conditions], index: indexHint(query) };
    // Trips that are not over are few, so their index is shorter than that of all trips of a driver.
    return state === "rejected" ? branch : { ...branch, index: "reservations_state" };
  });
  return {
    by,
    isDescending: query.sort.startsWith("-"),
    branches:
      services.length > 0
        ? services.flatMap((service) =>
            branchesByState.map(({ conditions, values }) => ({
              conditions: ["r.service_type = ?", ...conditions],
              values: [service, ...values],
              index: "reservations_service",
            })),
          )
        : branchesByState,
    filter: filterOf(deps, timeZone, services.length > 0 ? withoutService(query) : query),
    pickups: pickupRangeOf(timeZone, query),
  };
}

/** Returns a page of the list of dispatch. Calls `timeZone` only if the query has a day. 400 for an invalid cursor. */
export function listReservations(deps: Deps, timeZone: () => string, query: ListQuery): Page {
  const { db } = deps;
  const scan = scanOf(deps, timeZone, query);
  const { by } = scan;
  const after = fromCursor(query.cursor, Cursor);
  const limit = query.limit + 1;
  if (query.q === undefined || query.q === "") {
    const scanRequest = { columns: ROW_COLUMNS_SQL, joins: JOINS_SQL, after, limit };
    const isFiltered =
      hasReportFilter(query) || query.flight !== undefined || servicesOf(query).length > 0;
    if (by === "created_at" && isFiltered && scan.index === undefined) {
      const pickupScan = scanOf(deps, timeZone, { ...query, sort: "pickupAt" });
      const tripsInList = findFilteredTrips(db, scan, pickupScan, { after, limit });
      return page(deps, rowsOf(deps, scan, tripsInList), query.limit, by);
    }
    return page(deps, scanRows<JoinedTripRow>(db, scan, scanRequest), query.limit, by);
  }
  const searchTerms = searchTermsFor(deps, query.q);
  if (!searchTerms) return { reservations: [], nextCursor: null };
  const tripsInList = findTripsInList(db, scan, searchTerms, { after, limit });
  return page(deps, rowsOf(deps, scan, tripsInList), query.limit, by);
}

/** Returns the rows of these ids, in the order of the scan. */
function rowsOf(
  deps: Deps,
  scan: ListScan,
  tripsInList: readonly { id: string }[],
): JoinedTripRow[] {
  return scanListedRows<JoinedTripRow>(deps.db, scan, tripsInList, {
    columns: ROW_COLUMNS_SQL,
    joins: JOINS_SQL,
  });
}

/** As `rowsOf`, with columns of the caller's choice. */
export function scanListedRows<Row>(
  db: Db,
  scan: ListScan,
  tripsInList: readonly { id: string }[],
  requested: { columns: string; joins?: string },
): Row[] {
  const IN_GIVEN_IDS_SQL = "r.id IN (SELECT value FROM json_each(?))";
  const filter = {
    conditions: [IN_GIVEN_IDS_SQL],
    values: [JSON.stringify(tripsInList.map(({ id }) => id))],
  };
  const index = "sqlite_autoindex_reservations_1";
  return scanRows<Row>(
    db,
    { ...scan, branches: [], filter, index },
    { ...requested, after: null, limit: tripsInList.length },
  );
}

function servicesOf(query: Partial<Pick<ListQuery, "service">>): ServiceType[] {
  return [...new Set([query.service ?? []].flat())];
}

function withoutService<Query extends object>({
  service: _service,
  ...query
}: Query & { service?: unknown }) {
  return query;
}

/** Returns how many reservations a query finds. Counts up to `maxCount`. */
export function countReservations(
  deps: Deps,
  timeZone: () => string,
  query: Partial<Omit<ListQuery, "cursor" | "limit" | "sort">>,
  maxCount: number,
): number {
  const scan = scanOf(deps, timeZone, { ...query, sort: "pickupAt" });
  if (query.q) {
    const searchTerms = searchTermsFor(deps, query.q);
    return searchTerms
      ? findTripsInList(deps.db, scan, searchTerms, { after: null, limit: maxCount }).length
      : 0;
  }
  let count = 0;
  for (const branch of scan.branches.length > 0
    ? scan.branches
    : [{ conditions: [], values: [] }]) {
    const conditions = [...branch.conditions, ...scan.filter.conditions];
    const [countedRow] = deps.db.$client
      .query<{ n: number }, Value[]>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM reservations r
         ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""} LIMIT ?)`,
      )
      .all(...branch.values, ...scan.filter.values, maxCount - count);
    count += countedRow?.n ?? 0;
    if (count >= maxCount) break;
  }
  return count;
}

/**
 * Returns at most `limit` reservations with the words: first pickups from `at` (ms UTC) on, the next first, then
 * earlier ones, the latest first.
 */
export function idsAroundTime(deps: Deps, typed: string, at: number, limit: number): string[] {
  const searchTerms = searchTermsFor(deps, typed);
  if (!searchTerms) return [];
  const find = (isDescending: boolean, filter: Filter, pickups: PickupRange, limit: number) =>
    findTripsInList(
      deps.db,
      { by: "pickup_at", isDescending, branches: [], filter, pickups },
      searchTerms,
      {
        after: null,
        limit,
      },
    ).map(({ id }) => id);
  const next = find(false, { conditions: ["r.pickup_at >= ?"], values: [at] }, { from: at }, limit);
  if (next.length === limit) return next;
  const before = { conditions: ["r.pickup_at < ?"], values: [at] };
  return [...next, ...find(true, before, { until: at }, limit - next.length)];
}

/**
 * Returns how many reservations are in each state, for pickups of a half-open period (ms UTC). Counts up to `maxCount`
 * in each state.
 */
export function countByState(
  deps: Deps,
  pickups: { from: number; until: number },
  maxCount: number,
): Partial<Record<ReservationState, number>> {
  const count = deps.db.$client.query<{ n: number }, [string, number, number, number]>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM reservations
     WHERE state = ? AND pickup_at >= ? AND pickup_at < ? LIMIT ?)`,
  );
  const counts = ReservationState.options.map((state) => {
    const [countedRow] = count.all(state, pickups.from, pickups.until, maxCount);
    return [state, countedRow?.n ?? 0] as const;
  });
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}
