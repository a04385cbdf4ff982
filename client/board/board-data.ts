/** The board's first load; later requests are in `board-updates.ts`. */
import type {
  ReservationList,
  ReservationRow,
  ReservationState,
} from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
import type { Api } from "../api";
import { addDays } from "../../src/dispatch/board/view-rules";
import type { LoadedRows } from "./board-merge";
import { type BoardSearch, daysOf, listQuery } from "./board-filters";
import type { StaffCall } from "../office/calls";

type Counts = Partial<Record<ReservationState, number>>;

export interface BoardData extends LoadedRows {
  nextCursor: string | null;
  /** The count of each state on the shown days; null for all time, for which nothing is counted. */
  counts: Counts | null;
  /** Trips that may need attention; `attentionOf` decides. */
  watchedTrips: WatchedTrips;
  /** When the requests for all of this were sent, ms UTC. */
  requestedAt: number;
}

/** Waiting reservations, and those of the coming days, both sorted by pickup. */
interface WatchedTrips {
  waiting: LoadedRows;
  upcoming: LoadedRows;
}

/** The most rows the server returns at once. */
const MAX_PAGE_SIZE = 100;
/** Rows in a page. */
export const PAGE_SIZE = 25;

/** The filters and the time zone of the list. */
export interface BoardRequest {
  search: BoardSearch;
  timeZone: string;
}

/** Loads the first `minRows` rows, the counts and the attention lists. */
export async function fetchBoard(
  api: Api,
  call: StaffCall,
  { search, timeZone, minRows = PAGE_SIZE }: BoardRequest & { minRows?: number },
): Promise<BoardData> {
  const requestedAt = Date.now();
  const [list, counts, watched] = await Promise.all([
    fetchRows(api, call, { search, timeZone, minRows, now: requestedAt }),
    fetchCounts(api, call, { search, timeZone }),
    fetchWatchedTrips(api, call, timeZone),
  ]);
  return { ...list, counts, watchedTrips: watched, requestedAt };
}

/** Loads the count of each state on the shown days. */
export async function fetchCounts(
  api: Api,
  call: StaffCall,
  { search, timeZone }: BoardRequest,
): Promise<Counts | null> {
  const days = daysOf(search, timeZone, Date.now());
  if (!days.from) return null;
  return (await call(api.admin.reservations.counts.$get({ query: days }))).counts;
}

/** Loads the attention lists. */
export async function fetchWatchedTrips(
  api: Api,
  call: StaffCall,
  timeZone: string,
): Promise<WatchedTrips> {
  const day = localDay(new Date().toISOString(), timeZone);
  const sort = "pickupAt" as const;
  const [waiting, upcoming] = await Promise.all([
    call(
      api.admin.reservations.$get({
        query: { state: [...waitingStates], from: addDays(day, -1), sort, limit: "50" },
      }),
    ),
    call(
      api.admin.reservations.$get({
        query: {
          state: [...upcomingStates],
          from: addDays(day, -1),
          to: addDays(day, 1),
          sort,
          limit: "100",
        },
      }),
    ),
  ]);
  return { waiting: loadedRowsOf(waiting), upcoming: loadedRowsOf(upcoming) };
}

/** Turns a page into the start of a list. */
export function loadedRowsOf({ reservations, nextCursor }: ReservationList): LoadedRows {
  return { rows: reservations, end: nextCursor === null ? null : (reservations.at(-1) ?? null) };
}

/** Unconfirmed bookings, and requests with a place that is not on the map. */
export const waitingStates: readonly ReservationState[] = ["pending", "quote"];
/** Trips that should have a driver or be under way. */
export const upcomingStates: readonly ReservationState[] = [
  "confirmed",
  "offered",
  "assigned",
  "en_route",
];

async function fetchRows(
  api: Api,
  call: StaffCall,
  request: BoardRequest & { minRows: number; now: number },
): Promise<LoadedRows & { nextCursor: string | null }> {
  const query = listQuery(request.search, request.timeZone, request.now);
  const rows: ReservationRow[] = [];
  let cursor: string | null = null;
  do {
    const missingCount = Math.max(PAGE_SIZE, request.minRows - rows.length);
    const page: ReservationList = await call(
      api.admin.reservations.$get({
        query: {
          ...query,
          limit: String(Math.min(MAX_PAGE_SIZE, missingCount)),
          ...(cursor && { cursor }),
        },
      }),
    );
    rows.push(...page.reservations);
    cursor = page.nextCursor;
  } while (cursor && rows.length < request.minRows);
  return { ...loadedRowsOf({ reservations: rows, nextCursor: cursor }), nextCursor: cursor };
}
