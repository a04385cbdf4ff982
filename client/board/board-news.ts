/** What the board asks for once it is shown: what changed, and the rows after those it has. */
import type { ReservationRow, ReservationState } from "../../src/reservations/contract";
import { addDays } from "../../src/dispatch/board/view-rules";
import type { Api } from "../api";
import { localDay } from "../ui/moment";
import {
  type Asked,
  type BoardData,
  comingStates,
  fetchCounts,
  PAGE,
  partOf,
  waitingStates,
} from "./board-data";
import { daysOf, filterQuery, listQuery } from "./board-filters";
import { hasLost, keepKnown, mergeNews, type Part } from "./board-merge";
import type { StaffCall } from "../office/calls";

/** The board with the rows after those it has. */
export async function fetchMore(
  api: Api,
  call: StaffCall,
  { search, timeZone, cursor }: Asked & { cursor: string },
): Promise<(board: BoardData) => BoardData> {
  const query = listQuery(search, timeZone, Date.now());
  const page = await call(
    api.admin.reservations.$get({ query: { ...query, limit: String(PAGE), cursor } }),
  );
  return (board) => {
    const have = new Set(board.rows.map(({ id }) => id));
    const rows = [...board.rows, ...page.reservations.filter(({ id }) => !have.has(id))];
    return { ...board, rows, nextCursor: page.nextCursor, end: partOf(page).end };
  };
}

/**
 * Asks for a few reservations that changed, and for the counts. Answers how the board is with them, and
 * whether what is watched must be asked for; null where all of the board must.
 */
export async function fetchNews(
  api: Api,
  call: StaffCall,
  { search, timeZone, ids }: Asked & { ids: readonly string[] },
): Promise<(board: BoardData) => { board: BoardData; watchAnew: boolean } | null> {
  const days = daysOf(search, timeZone, Date.now());
  const [{ reservations, listed }, counts] = await Promise.all([
    call(
      api.admin.reservations.changed.$get({
        query: { id: [...ids], ...filterQuery(search), ...days },
      }),
    ),
    fetchCounts(api, call, { search, timeZone }),
  ]);
  const isListed = new Set(listed);
  const day = localDay(new Date().toISOString(), timeZone);
  const isWatched =
    (states: readonly ReservationState[], last?: string) => (row: ReservationRow) => {
      const on = localDay(row.pickupAt, timeZone);
      return states.includes(row.state) && on >= addDays(day, -1) && (!last || on <= last);
    };
  return (board) => {
    const list = mergeNews(board, reservations, {
      sort: search.sort ?? "pickupAt",
      belongs: ({ id }) => isListed.has(id),
    });
    // A page that is no longer full is filled up.
    if (!list || (hasLost(board, list) && list.rows.length < PAGE)) return null;
    const { waiting, coming } = board.watched;
    const watch = (part: Part, belongs: (row: ReservationRow) => boolean) =>
      mergeNews(part, reservations, { sort: "pickupAt", belongs }) ?? part;
    const watched = {
      waiting: watch(waiting, isWatched(waitingStates)),
      coming: watch(coming, isWatched(comingStates, addDays(day, 1))),
    };
    return {
      board: { ...board, rows: list.rows, counts, watched },
      watchAnew: hasLost(waiting, watched.waiting) || hasLost(coming, watched.coming),
    };
  };
}

/** The board as it was asked for again, each row the known one where nothing about it changed. */
export function withKnown(known: BoardData, now: BoardData): BoardData {
  return { ...now, rows: keepKnown(known.rows, now.rows) };
}
