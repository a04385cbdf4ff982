/** The filters of the board in its address. By default: open reservations from today. */
import { allStates, dayRangeOf, servicesOf, statesOf } from "../../src/dispatch/board/view-rules";
import type { ViewSearch } from "../../src/dispatch/board/view-contract";
import type { ServiceType } from "../../src/fares/contract";
import type { ReservationState } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
import { searchText } from "../ui/search-text";
import { serviceWords } from "../ui/trip-words";

export const ranges = {
  upcoming: "From today",
  today: "Today",
  tomorrow: "Tomorrow",
  week: "7 days",
  all: "All dates",
  custom: "Custom",
} as const;
export type BoardRange = keyof typeof ranges;

const sortOrders = ["pickupAt", "-pickupAt", "createdAt", "-createdAt"] as const;
export type BoardSort = (typeof sortOrders)[number];

export const views = ["table", "timeline", "map"] as const;
export type BoardView = (typeof views)[number];

/** Every kind of service. */
const allServices = Object.keys(serviceWords) as ServiceType[];

/**
 * The board's search parameters: the filters a view saves, and the current selection. Absent ones
 * have their default.
 */
export interface BoardSearch extends ViewSearch {
  /** The day of the timeline and map; undefined for the first day of the range. */
  day?: string | undefined;
  /** The saved view that these filters come from, even if they have been changed since. */
  saved?: string | undefined;
  /** The reservation shown beside the list. */
  open?: string | undefined;
}

/** The labels of the flight filter. */
export const flightFilters = {
  any: "With a flight",
  late: "Late flights",
  diverted: "Diverted flights",
  cancelled: "Cancelled flights",
} as const;

export type FlightFilter = keyof typeof flightFilters;

const sources = ["web", "phone", "demo"] as const;

/** Whether a text is a calendar day in a bookable year. */
function isDay(text: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

/** Every allowed parameter. All are listed, because the router keeps unknown ones. */
const noFiltersSearch: BoardSearch = {
  view: undefined,
  day: undefined,
  service: undefined,
  overdue: undefined,
  approval: undefined,
  state: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  sort: undefined,
  saved: undefined,
  open: undefined,
  driver: undefined,
  vehicleClass: undefined,
  company: undefined,
  order: undefined,
  source: undefined,
  arrival: undefined,
  flight: undefined,
};

/** Reads the address and ignores invalid values. */
export function readBoardSearch(raw: Record<string, unknown>): BoardSearch {
  const text = (name: string, limit: number) => searchText(raw[name], limit);
  const search: BoardSearch = { ...noFiltersSearch };
  const view = text("view", 20);
  if (view === "timeline" || view === "map") search.view = view;
  const dayFilter = text("day", 10);
  if (dayFilter && isDay(dayFilter)) search.day = dayFilter;
  const service = text("service", 200);
  const services = allServices.filter((name) => service?.split(".").includes(name));
  if (services.length > 0 && services.length < allServices.length)
    search.service = services.join(".");
  for (const name of ["overdue", "approval"] as const)
    if (raw[name] === true || raw[name] === "true") search[name] = true;
  const state = text("state", 200);
  if (state === "all") search.state = state;
  else if (state) {
    const validStates = allStates.filter((name) => state.split(".").includes(name));
    if (validStates.length > 0) search.state = validStates.join(".");
  }
  const range = text("range", 20);
  if (range && range !== "upcoming" && Object.hasOwn(ranges, range))
    search.range = range as Exclude<BoardRange, "upcoming">;
  if (search.range === "custom") {
    const from = text("from", 10);
    const to = text("to", 10);
    if (from && isDay(from)) search.from = from;
    if (to && isDay(to)) search.to = to;
  }
  const q = text("q", 200);
  if (q) search.q = q;
  const sort = sortOrders.find((name) => name === raw.sort);
  if (sort && sort !== "pickupAt") search.sort = sort;
  const saved = text("saved", 64);
  if (saved) search.saved = saved;
  const open = text("open", 64);
  if (open) search.open = open;
  for (const name of ["driver", "vehicleClass", "company", "order"] as const) {
    const value = text(name, 64);
    if (value) search[name] = value;
  }
  const source = sources.find((name) => name === raw.source);
  if (source) search.source = source;
  if (raw.arrival === "on_time" || raw.arrival === "late") search.arrival = raw.arrival;
  const flight = text("flight", 20);
  if (flight && Object.hasOwn(flightFilters, flight)) search.flight = flight as FlightFilter;
  return search;
}

/** Whether any filter besides the day is set. */
export function isFiltered(search: BoardSearch): boolean {
  const { state, range, q, service, overdue, approval, flight } = search;
  return (
    [state, range, q, service, overdue, approval, flight].some(Boolean) || hasReportFilter(search)
  );
}

/** Whether a filter is set that comes only from a report, or the filter for the vehicles of one booking. */
export function hasReportFilter(search: BoardSearch): boolean {
  return Object.keys(withoutReportFilters).some(
    (name) => search[name as keyof typeof withoutReportFilters],
  );
}

/** Clears the filters that come only from reports, and the one for the vehicles of one booking. */
export const withoutReportFilters = {
  driver: undefined,
  vehicleClass: undefined,
  company: undefined,
  order: undefined,
  source: undefined,
  arrival: undefined,
} satisfies BoardSearch;

/** Clears all filters; keeps the view and its day. */
export const withoutFilters = {
  state: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  service: undefined,
  overdue: undefined,
  flight: undefined,
  approval: undefined,
  ...withoutReportFilters,
} satisfies BoardSearch;

/** Returns the part of the address that a view saves. */
export function savedFiltersOf({
  open: _open,
  day: _day,
  saved: _saved,
  ...search
}: BoardSearch): ViewSearch {
  return search;
}

/** Whether two addresses show the same list; with `anyView` regardless of view and order. */
export function areSameFilters(a: ViewSearch, b: ViewSearch, scope?: "anyView"): boolean {
  const filtersKey = ({ view, sort, ...filters }: ViewSearch) =>
    JSON.stringify(
      Object.entries(scope ? filters : { ...filters, view, sort })
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return filtersKey(a) === filtersKey(b);
}

/** Returns the address's `state` after pressing a state chip; absent when none is left. */
export function toggleStateFilter(
  search: BoardSearch,
  state: ReservationState,
): string | undefined {
  const chosen = search.state && search.state !== "all" ? search.state.split(".") : [];
  const next = allStates.filter((name) =>
    name === state ? !chosen.includes(name) : chosen.includes(name),
  );
  return next.length > 0 ? next.join(".") : undefined;
}

/** Returns the day of the timeline and map, in the operator's time zone. */
export function dayOf(search: BoardSearch, timeZone: string, now: number): string {
  return (
    search.day ??
    daysOf(search, timeZone, now).from ??
    localDay(new Date(now).toISOString(), timeZone)
  );
}

/**
 * Returns the days that an address covers, in the operator's time zone; undefined if there is no limit on that side.
 */
export function daysOf(
  search: BoardSearch,
  timeZone: string,
  now: number,
): { from?: string; to?: string } {
  return dayRangeOf(search, localDay(new Date(now).toISOString(), timeZone));
}

/** Returns the API filters that do not depend on the day. */
export function filterQuery(search: BoardSearch) {
  const states = statesOf(search);
  const services = servicesOf(search);
  return {
    ...(states.length < allStates.length && { state: [...states] }),
    ...(services.length > 0 && { service: services }),
    ...(search.overdue && { overdue: "true" as const }),
    ...(search.approval && { approval: "true" as const }),
    ...(search.q && { q: search.q }),
    ...(search.driver && { driver: search.driver }),
    ...(search.vehicleClass && { vehicleClass: search.vehicleClass }),
    ...(search.company && { company: search.company }),
    ...(search.order && { order: search.order }),
    ...(search.source && { source: search.source }),
    ...(search.arrival && { arrival: search.arrival }),
    ...(search.flight && { flight: search.flight }),
  };
}

/** Returns the list's API query; numbers as text, because it becomes an address. */
export function listQuery(search: BoardSearch, timeZone: string, now: number) {
  return {
    ...filterQuery(search),
    ...daysOf(search, timeZone, now),
    sort: search.sort ?? ("pickupAt" as const),
  };
}
