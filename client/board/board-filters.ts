/** What the board shows, as its address says it. Nothing said means: what is open, from today on. */
import { allStates, daysFrom, servicesOf, statesOf } from "../../src/dispatch/board/view-rules";
import type { ViewSearch } from "../../src/dispatch/board/view-contract";
import type { ServiceType } from "../../src/fares/contract";
import type { ReservationState } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
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

const sorts = ["pickupAt", "-pickupAt", "createdAt", "-createdAt"] as const;
export type BoardSort = (typeof sorts)[number];

export const views = ["table", "timeline", "map"] as const;
export type BoardView = (typeof views)[number];

/** Every kind of service. */
const allServices = Object.keys(serviceWords) as ServiceType[];

/** The board's address: what a view keeps, and what is looked at now. What is absent is at its default. */
export interface BoardSearch extends ViewSearch {
  /** The day that timeline and map show; absent: the first of the range. */
  day?: string | undefined;
  /** The saved view whose filters these are, or were. */
  saved?: string | undefined;
  /** The reservation shown beside the list. */
  open?: string | undefined;
}

const sources = ["web", "phone", "demo"] as const;

/** A day of the calendar in a year that is booked for. */
function isDay(text: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

/** What an address may say; named in full, since the router keeps what nobody names. */
const nothingSaid: BoardSearch = {
  view: undefined,
  day: undefined,
  service: undefined,
  overdue: undefined,
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
  source: undefined,
  arrival: undefined,
};

/** Reads the address; what makes no sense in it is left out. */
export function readBoardSearch(raw: Record<string, unknown>): BoardSearch {
  const text = (name: string, limit: number) => {
    const value = raw[name];
    const found = typeof value === "number" ? String(value) : value;
    return typeof found === "string" && found !== "" ? found.slice(0, limit) : undefined;
  };
  const search: BoardSearch = { ...nothingSaid };
  const view = text("view", 20);
  if (view === "timeline" || view === "map") search.view = view;
  const shownDay = text("day", 10);
  if (shownDay && isDay(shownDay)) search.day = shownDay;
  const service = text("service", 200);
  const services = allServices.filter((name) => service?.split(".").includes(name));
  if (services.length > 0 && services.length < allServices.length)
    search.service = services.join(".");
  if (raw.overdue === true || raw.overdue === "true") search.overdue = true;
  const state = text("state", 200);
  if (state === "all") search.state = state;
  else if (state) {
    const known = allStates.filter((name) => state.split(".").includes(name));
    if (known.length > 0) search.state = known.join(".");
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
  const sort = sorts.find((name) => name === raw.sort);
  if (sort && sort !== "pickupAt") search.sort = sort;
  const saved = text("saved", 64);
  if (saved) search.saved = saved;
  const open = text("open", 64);
  if (open) search.open = open;
  for (const name of ["driver", "vehicleClass", "company"] as const) {
    const value = text(name, 64);
    if (value) search[name] = value;
  }
  const source = sources.find((name) => name === raw.source);
  if (source) search.source = source;
  if (raw.arrival === "on_time" || raw.arrival === "late") search.arrival = raw.arrival;
  return search;
}

/** Whether the address narrows what is shown by more than the day. */
export function isNarrowed(search: BoardSearch): boolean {
  return (
    Boolean(search.state || search.range || search.q || search.service || search.overdue) ||
    isOfReport(search)
  );
}

/** Whether the address narrows as only a report does. */
export function isOfReport({
  driver,
  vehicleClass,
  company,
  source,
  arrival,
}: BoardSearch): boolean {
  return Boolean(driver || vehicleClass || company || source || arrival);
}

/** What takes away what only a report narrows by. */
export const noReport = {
  driver: undefined,
  vehicleClass: undefined,
  company: undefined,
  source: undefined,
  arrival: undefined,
} satisfies BoardSearch;

/** What takes every filter away, and leaves the view and its day. */
export const noFilters = {
  state: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  service: undefined,
  overdue: undefined,
  ...noReport,
} satisfies BoardSearch;

/** What of the address a view keeps. */
export function keptOf({
  open: _open,
  day: _day,
  saved: _saved,
  ...search
}: BoardSearch): ViewSearch {
  return search;
}

/** Whether two addresses show the same; with `anyView` in whatever view and order. */
export function sameFilters(a: ViewSearch, b: ViewSearch, how?: "anyView"): boolean {
  const text = ({ view, sort, ...filters }: ViewSearch) =>
    JSON.stringify(
      Object.entries(how ? filters : { ...filters, view, sort })
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return text(a) === text(b);
}

/** The address's `state` after pressing one state's chip; absent when none is left. */
export function toggleState(search: BoardSearch, state: ReservationState): string | undefined {
  const chosen = search.state && search.state !== "all" ? search.state.split(".") : [];
  const next = allStates.filter((name) =>
    name === state ? !chosen.includes(name) : chosen.includes(name),
  );
  return next.length > 0 ? next.join(".") : undefined;
}

/** The day that timeline and map show, in the operator's zone. */
export function dayOf(search: BoardSearch, timeZone: string, now: number): string {
  return (
    search.day ??
    daysOf(search, timeZone, now).from ??
    localDay(new Date(now).toISOString(), timeZone)
  );
}

/** The days that an address asks for, in the operator's zone; absent: no limit on that side. */
export function daysOf(
  search: BoardSearch,
  timeZone: string,
  now: number,
): { from?: string; to?: string } {
  return daysFrom(search, localDay(new Date(now).toISOString(), timeZone));
}

/** What is looked for whatever the day, for the API. */
export function filterQuery(search: BoardSearch) {
  const states = statesOf(search);
  const services = servicesOf(search);
  return {
    ...(states.length < allStates.length && { state: [...states] }),
    ...(services.length > 0 && { service: services }),
    ...(search.overdue && { overdue: "true" as const }),
    ...(search.q && { q: search.q }),
    ...(search.driver && { driver: search.driver }),
    ...(search.vehicleClass && { vehicleClass: search.vehicleClass }),
    ...(search.company && { company: search.company }),
    ...(search.source && { source: search.source }),
    ...(search.arrival && { arrival: search.arrival }),
  };
}

/** The list's query for the API; numbers as text, since it becomes an address. */
export function listQuery(search: BoardSearch, timeZone: string, now: number) {
  return {
    ...filterQuery(search),
    ...daysOf(search, timeZone, now),
    sort: search.sort ?? ("pickupAt" as const),
  };
}
