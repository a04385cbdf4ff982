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

/** A page of a list and the cursor of the next one, null at the end. */
export type Page = { reservations: ReservationRow[]; nextCursor: string | null };

/** The place of the last row shown. */
export const Cursor = z.tuple([z.number(), z.string()]);

/** The first `limit` rows, as they are shown, with the cursor of what follows. */
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

/** The period of a query's days. `timeZone` is asked when a day is named. */
function pickupRangeOf(
  timeZone: () => string,
  { from, to }: Pick<Partial<ListQuery>, "from" | "to">,
): PickupRange {
  return {
    ...(from !== undefined && { from: localDay(from, timeZone()).from }),
    ...(to !== undefined && { until: localDay(to, timeZone()).until }),
  };
}

/** Days, kinds of service and the like of a query, without its states and its words. `timeZone` is asked when a day is named. */
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
    // A trip that waits for its passenger's call is never late, whatever its estimated time.
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

/** A trip's flight, as `JOINS_SQL` has it. */
const withFlight = (condition: string) =>
  `EXISTS (SELECT 1 FROM flight_trips w JOIN flights f ON f.id = w.flight_id
    WHERE w.reservation_id = r.id AND w.number = r.flight_number AND ${condition})`;
/** As its index says it: only then SQLite takes it. */
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
const ownerFilters = ["driver", "company", "vehicleClass", "source"] as const;
const endStates = [
  "completed",
  "settled",
  "cancelled",
  "no_show",
] as const satisfies ReservationState[];
function hasFilters(query: Partial<Pick<ListQuery, (typeof ownerFilters)[number]>>): boolean {
  return ownerFilters.some((name) => query[name] !== undefined);
}
/** Of what a report narrows by, the index of what is narrowest. */
function indexHint(query: Partial<Pick<ListQuery, (typeof ownerFilters)[number]>>): string {
  const by = ownerFilters.find((name) => query[name] !== undefined);
  return `reservations_over_${by === "vehicleClass" ? "class" : by}`;
}

/** As the partial indices say it: only then SQLite takes them. */
const isOverSql = `r.state IN (${endStates.map((state) => `'${state}'`).join(", ")})`;

/** Trips that are few: of one vehicle, of one booking, waiting for approval. All else of them is looked at. */
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

/** Whether a query is for all that was ever booked on one company's account, in the order of booking. */
function isCompanyFilter(query: Omit<ListQuery, "limit">, states: readonly string[]): boolean {
  const { company, from, to, driver, vehicleClass, source, service } = query;
  return (
    company !== undefined &&
    company !== "none" &&
    query.sort.endsWith("createdAt") &&
    [from, to, driver, vehicleClass, source, service].every((each) => each === undefined) &&
    // Nearly all trips are settled: without them the index would be read for what is hardly in it.
    (states.length === 0 || states.includes("settled"))
  );
}

/** How a query is read: each state asked for is a head, or each kind of service in a state. */
export function scanOf(
  deps: Deps,
  timeZone: () => string,
  query: Omit<ListQuery, "limit">,
): ListScan {
  const by = query.sort.endsWith("pickupAt") ? "pickup_at" : "created_at";
  // By the time of booking a kind of service has no index of its own.
  const services = by === "pickup_at" && query.flight === undefined ? servicesOf(query) : [];
  const isFiltered = hasFilters(query);
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
  if (isCompanyFilter(query, stateFilter))
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
    const head = { conditions: ["r.state = ?"], values: [state] };
    if (filtersByFlight) return { ...head, index: "reservations_flight" };
    if (!isFiltered || by !== "pickup_at") return head;
    if (endStates.some((each) => each === state))
      return { ...head, conditions: [isOverSql, ...head.conditions], index: indexHint(query) };
    // Trips that are not over are few: that is a shorter way than along all of a driver.
    return state === "rejected" ? head : { ...head, index: "reservations_state" };
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

/**
 * Dispatch's list. `timeZone` is asked when the query names a day. 400 for a foreign cursor.
 */
export function listReservations(deps: Deps, timeZone: () => string, query: ListQuery): Page {
  const { db } = deps;
  const scan = scanOf(deps, timeZone, query);
  const { by } = scan;
  const after = fromCursor(query.cursor, Cursor);
  const limit = query.limit + 1;
  if (query.q === undefined || query.q === "") {
    const requestedColumns = { columns: ROW_COLUMNS_SQL, joins: JOINS_SQL, after, limit };
    const isFiltered =
      hasFilters(query) || query.flight !== undefined || servicesOf(query).length > 0;
    if (by === "created_at" && isFiltered && scan.index === undefined) {
      const pickupScan = scanOf(deps, timeZone, { ...query, sort: "pickupAt" });
      const foundTrips = findFilteredTrips(db, scan, pickupScan, { after, limit });
      return page(deps, rowsOf(deps, scan, foundTrips), query.limit, by);
    }
    return page(deps, scanRows<JoinedTripRow>(db, scan, requestedColumns), query.limit, by);
  }
  const searchTerms = searchTermsFor(deps, query.q);
  if (!searchTerms) return { reservations: [], nextCursor: null };
  const foundTrips = findTripsInList(db, scan, searchTerms, { after, limit });
  return page(deps, rowsOf(deps, scan, foundTrips), query.limit, by);
}

/** The rows of these ids, in the order of the scan. */
function rowsOf(
  deps: Deps,
  scan: ListScan,
  foundTrips: readonly { id: string }[],
): JoinedTripRow[] {
  return scanListedRows<JoinedTripRow>(deps.db, scan, foundTrips, {
    columns: ROW_COLUMNS_SQL,
    joins: JOINS_SQL,
  });
}

/** The same with columns of one's own. */
export function scanListedRows<Row>(
  db: Db,
  scan: ListScan,
  found: readonly { id: string }[],
  requested: { columns: string; joins?: string },
): Row[] {
  const IN_GIVEN_IDS_SQL = "r.id IN (SELECT value FROM json_each(?))";
  const filter = {
    conditions: [IN_GIVEN_IDS_SQL],
    values: [JSON.stringify(found.map(({ id }) => id))],
  };
  const index = "sqlite_autoindex_reservations_1";
  return scanRows<Row>(
    db,
    { ...scan, branches: [], filter, index },
    { ...requested, after: null, limit: found.length },
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

/** How many reservations a query finds, at most `maxCount`: counting ends there. */
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
  for (const head of scan.branches.length > 0 ? scan.branches : [{ conditions: [], values: [] }]) {
    const conditions = [...head.conditions, ...scan.filter.conditions];
    const [countedRow] = deps.db.$client
      .query<{ n: number }, Value[]>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM reservations r
         ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""} LIMIT ?)`,
      )
      .all(...head.values, ...scan.filter.values, maxCount - count);
    count += countedRow?.n ?? 0;
    if (count >= maxCount) break;
  }
  return count;
}

/**
 * At most `limit` reservations with the words: those picked up from `at` on, ms UTC, the next first, then those
 * before, the latest first.
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
 * How many reservations are in each state, over the pickups of a time, ms UTC, half open. Counting a state
 * ends at `maxCount`.
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
