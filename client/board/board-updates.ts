/** Requests of the board after its first load: changes and further rows. */
import type { ReservationRow, ReservationState } from "../../src/reservations/contract";
import { addDays } from "../../src/dispatch/board/view-rules";
import type { Api } from "../api";
import { localDay } from "../ui/moment";
import {
  type BoardRequest,
  type BoardData,
  upcomingStates,
  fetchCounts,
  PAGE_SIZE,
  loadedRowsOf,
  waitingStates,
} from "./board-data";
import { daysOf, filterQuery, listQuery } from "./board-filters";
import { hasLostRows, reuseRows, mergeUpdates, type LoadedRows } from "./board-merge";
import type { StaffCall } from "../office/calls";

/** Loads the next page of rows. Returns a function that adds them to the board. */
export async function fetchMore(
  api: Api,
  call: StaffCall,
  { search, timeZone, cursor }: BoardRequest & { cursor: string },
): Promise<(board: BoardData) => BoardData> {
  const query = listQuery(search, timeZone, Date.now());
  const page = await call(
    api.admin.reservations.$get({ query: { ...query, limit: String(PAGE_SIZE), cursor } }),
  );
  return (board) => {
    const loadedIds = new Set(board.rows.map(({ id }) => id));
    const rows = [...board.rows, ...page.reservations.filter(({ id }) => !loadedIds.has(id))];
    return { ...board, rows, nextCursor: page.nextCursor, end: loadedRowsOf(page).end };
  };
}

/**
 * Loads a few changed reservations and the counts. Returns a function that updates the board with them and says whether
 * the attention lists must be loaded. It returns null when the whole board must be loaded again.
 */
export async function fetchUpdates(
  api: Api,
  call: StaffCall,
  { search, timeZone, ids }: BoardRequest & { ids: readonly string[] },
): Promise<(board: BoardData) => { board: BoardData; mustReloadWatchedTrips: boolean } | null> {
  const days = daysOf(search, timeZone, Date.now());
  const [{ reservations, listed }, counts] = await Promise.all([
    call(
      api.admin.reservations.changed.$get({
        query: { id: [...ids], ...filterQuery(search), ...days },
      }),
    ),
    fetchCounts(api, call, { search, timeZone }),
  ]);
  const listedIds = new Set(listed);
  const day = localDay(new Date().toISOString(), timeZone);
  const isWatched =
    (states: readonly ReservationState[], lastDay?: string) => (row: ReservationRow) => {
      const pickupDay = localDay(row.pickupAt, timeZone);
      return (
        states.includes(row.state) &&
        pickupDay >= addDays(day, -1) &&
        (!lastDay || pickupDay <= lastDay)
      );
    };
  return (board) => {
    const list = mergeUpdates(board, reservations, {
      sort: search.sort ?? "pickupAt",
      shouldKeep: ({ id }) => listedIds.has(id),
    });
    // A page that has lost rows must be filled up, so the whole board is loaded again.
    if (!list || (hasLostRows(board, list) && list.rows.length < PAGE_SIZE)) return null;
    const { waiting, upcoming } = board.watchedTrips;
    const updateWatchedRows = (part: LoadedRows, shouldKeep: (row: ReservationRow) => boolean) =>
      mergeUpdates(part, reservations, { sort: "pickupAt", shouldKeep }) ?? part;
    const watchedTrips = {
      waiting: updateWatchedRows(waiting, isWatched(waitingStates)),
      upcoming: updateWatchedRows(upcoming, isWatched(upcomingStates, addDays(day, 1))),
    };
    return {
      board: { ...board, rows: list.rows, counts, watchedTrips },
      mustReloadWatchedTrips:
        hasLostRows(waiting, watchedTrips.waiting) || hasLostRows(upcoming, watchedTrips.upcoming),
    };
  };
}

/** Returns the reloaded board, in which unchanged rows keep their objects. */
export function reuseBoardRows(before: BoardData, after: BoardData): BoardData {
  return { ...after, rows: reuseRows(before.rows, after.rows) };
}
