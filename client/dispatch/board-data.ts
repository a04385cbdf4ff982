/** What the board asks the server for. */
import type { ReservationList, ReservationRow } from "../../src/reservations/contract";
import type { ReservationState } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
import type { Api } from "../api";
import { addDays } from "../../src/dispatch/view-rules";
import { type BoardSearch, daysOf, listQuery } from "./board-filters";
import type { StaffCall } from "./calls";

export interface BoardData {
  rows: readonly ReservationRow[];
  nextCursor: string | null;
  /** How many there are on the days shown, by state; null over all time, which nobody counts. */
  counts: Partial<Record<ReservationState, number>> | null;
  /** What may need a human now; `attentionOf` says what does. */
  watched: readonly ReservationRow[];
  /** When this was asked for, ms UTC. */
  askedAt: number;
}

/** The most rows that the server gives at once. */
const LARGEST_PAGE = 100;
const PAGE = 25;

/** Asks for the board's first `atLeast` rows, its counts and what may need attention. */
export async function fetchBoard(
  api: Api,
  call: StaffCall,
  { search, timeZone, atLeast = PAGE }: { search: BoardSearch; timeZone: string; atLeast?: number },
): Promise<BoardData> {
  const askedAt = Date.now();
  const days = daysOf(search, timeZone, askedAt);
  const [{ rows, nextCursor }, counts, waiting, coming] = await Promise.all([
    fetchRows(api, call, { search, timeZone, atLeast, now: askedAt }),
    days.from ? call(api.admin.reservations.counts.$get({ query: days })) : null,
    call(api.admin.reservations.$get({ query: waitingQuery(timeZone, askedAt) })),
    call(api.admin.reservations.$get({ query: comingQuery(timeZone, askedAt) })),
  ]);
  return {
    rows,
    nextCursor,
    counts: counts?.counts ?? null,
    watched: [...waiting.reservations, ...coming.reservations],
    askedAt,
  };
}

async function fetchRows(
  api: Api,
  call: StaffCall,
  wanted: { search: BoardSearch; timeZone: string; atLeast: number; now: number },
): Promise<{ rows: ReservationRow[]; nextCursor: string | null }> {
  const query = listQuery(wanted.search, wanted.timeZone, wanted.now);
  const rows: ReservationRow[] = [];
  let cursor: string | null = null;
  do {
    const missing = Math.max(PAGE, wanted.atLeast - rows.length);
    const page: ReservationList = await call(
      api.admin.reservations.$get({
        query: {
          ...query,
          limit: String(Math.min(LARGEST_PAGE, missing)),
          ...(cursor && { cursor }),
        },
      }),
    );
    rows.push(...page.reservations);
    cursor = page.nextCursor;
  } while (cursor && rows.length < wanted.atLeast);
  return { rows, nextCursor: cursor };
}

/** The rows after `cursor`. */
export async function fetchMore(
  api: Api,
  call: StaffCall,
  wanted: { search: BoardSearch; timeZone: string; cursor: string },
): Promise<ReservationList> {
  const query = listQuery(wanted.search, wanted.timeZone, Date.now());
  return call(
    api.admin.reservations.$get({
      query: { ...query, limit: String(PAGE), cursor: wanted.cursor },
    }),
  );
}

function today(timeZone: string, now: number): string {
  return localDay(new Date(now).toISOString(), timeZone);
}

/** Bookings that nobody has taken on yet, and requests whose place nobody has found. */
function waitingQuery(timeZone: string, now: number) {
  return {
    state: ["pending", "quote"] satisfies ReservationState[],
    from: addDays(today(timeZone, now), -1),
    sort: "pickupAt" as const,
    limit: "50",
  };
}

/** Trips of these days that ought to have a driver, or to be moving. */
function comingQuery(timeZone: string, now: number) {
  const day = today(timeZone, now);
  return {
    state: ["confirmed", "offered", "assigned", "en_route"] satisfies ReservationState[],
    from: addDays(day, -1),
    to: addDays(day, 1),
    sort: "pickupAt" as const,
    limit: "100",
  };
}
