import { useCallback, useEffect, useRef, useState } from "react";
import type { ReservationChanged } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
import { type BoardData, fetchBoard, fetchWatchedTrips } from "./board-data";
import type { BoardSearch } from "./board-filters";
import { fetchMore, fetchUpdates, reuseBoardRows } from "./board-updates";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";

/** Changes that arrive within this time cause one request, ms. */
const DEBOUNCE_MS = 120;
/** The minimum time between requests during many changes, ms. */
const MIN_INTERVAL_MS = 600;
/** How long a row is marked as new or changed, ms. */
const HIGHLIGHT_MS = 4_000;
/**
 * Above this many changed reservations everything shown is loaded again. The server returns up to
 * 40.
 */
const MAX_MERGED_UPDATES = 30;

/** The rows to load: some reservations by id, or the whole board. */
type RequestedRows = ReadonlySet<string> | "all";

const noRows: RequestedRows = new Set();

function mergeRequests(first: RequestedRows, other: RequestedRows): RequestedRows {
  return first === "all" || other === "all" ? "all" : new Set([...first, ...other]);
}

/**
 * The current list. It starts with the loader's rows, follows the event stream and keeps every loaded page. `onBooked`
 * is called for each new booking, whatever the filters.
 */
export function useBoard(
  options: { search: BoardSearch; timeZone: string; first: BoardData },
  onBooked: (news: ReservationChanged) => void,
) {
  const { api, call } = useOffice();
  const { search, timeZone, first } = options;
  const [data, setData] = useState(first);
  const [shownFirstData, setShownFirstData] = useState(first);
  const [highlightedIds, setHighlightedIds] = useState<ReadonlySet<string>>(new Set());
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The filters changed or the loader ran again, so its rows replace the list.
  if (shownFirstData !== first) {
    setShownFirstData(first);
    setData(first);
    setFailure(null);
  }

  const key = JSON.stringify(search);
  const state = useRef({ search, key, data, isLoading: false, requestedRows: noRows });
  state.current.search = search;
  state.current.key = key;
  state.current.data = shownFirstData === first ? data : first;

  const show = useCallback((next: BoardData) => {
    state.current.data = next;
    setData(next);
  }, []);

  const highlightChanges = useCallback((before: BoardData, after: BoardData) => {
    const oldVersions = new Map(before.rows.map((row) => [row.id, row.version]));
    const ids = after.rows
      .filter((row) => oldVersions.get(row.id) !== row.version)
      .map(({ id }) => id);
    if (ids.length === 0) return;
    setHighlightedIds((old) => new Set([...old, ...ids]));
    setTimeout(() => {
      setHighlightedIds((old) => new Set([...old].filter((id) => !ids.includes(id))));
    }, HIGHLIGHT_MS);
  }, []);

  /** Loads the requested rows. More may be requested in the meantime. */
  const loadRequestedRows = useCallback(async () => {
    const current = state.current;
    const { requestedRows: requested, key: filters, search: shown, data: before } = current;
    current.requestedRows = noRows;
    const boardRequest = { search: shown, timeZone };
    const answer =
      requested !== "all" && isMergeable(requested, before, boardRequest)
        ? await fetchUpdates(api, call, { ...boardRequest, ids: [...requested] })
        : await fetchBoard(api, call, { ...boardRequest, minRows: before.rows.length });
    // The filters have changed since, so this answer is outdated.
    if (filters !== current.key) {
      current.requestedRows = mergeRequests(current.requestedRows, requested);
      return;
    }
    const dataBefore = current.data;
    if (typeof answer !== "function") show(reuseBoardRows(dataBefore, answer));
    else {
      const update = answer(dataBefore);
      if (update) show(update.board);
      else current.requestedRows = "all";
      if (update?.mustReloadWatchedTrips) {
        const watched = await fetchWatchedTrips(api, call, timeZone);
        show({ ...current.data, watchedTrips: watched });
      }
    }
    highlightChanges(dataBefore, current.data);
    setFailure(null);
  }, [api, call, highlightChanges, show, timeZone]);

  const requestAndLoad = useCallback(
    async (newRequest: RequestedRows) => {
      const current = state.current;
      current.requestedRows = mergeRequests(current.requestedRows, newRequest);
      if (current.isLoading) return;
      current.isLoading = true;
      try {
        while (current.requestedRows === "all" || current.requestedRows.size > 0)
          await loadRequestedRows();
      } catch (error) {
        // This load failed, so the next one loads everything.
        current.requestedRows = "all";
        if (!(error instanceof LeftPageError)) setFailure(failureText(error));
      } finally {
        current.isLoading = false;
      }
    },
    [loadRequestedRows],
  );

  /** The changes since the last request. */
  const pendingRequest = useRef(noRows);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requestedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  reservationUpdates.useUpdates((news) => {
    const isWaiting = news?.state === "pending" || news?.state === "quote";
    if (isWaiting && news.version === 1 && !news.flightOnly) onBooked(news);
    // Without the stream, changes are unknown, so load everything.
    pendingRequest.current = mergeRequests(
      pendingRequest.current,
      news ? new Set([news.id]) : "all",
    );
    if (timer.current !== undefined) return;
    const restMs = requestedAt.current + MIN_INTERVAL_MS - performance.now();
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        requestedAt.current = performance.now();
        const nextRequest = pendingRequest.current;
        pendingRequest.current = noRows;
        void requestAndLoad(nextRequest);
      },
      Math.max(DEBOUNCE_MS, restMs),
    );
  });

  const loadMore = useCallback(async () => {
    const { data: shown, search: filters, key: requested } = state.current;
    if (!shown.nextCursor) return;
    setIsLoadingMore(true);
    try {
      const more = await fetchMore(api, call, {
        search: filters,
        timeZone,
        cursor: shown.nextCursor,
      });
      if (requested !== state.current.key) return;
      show(more(state.current.data));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      setIsLoadingMore(false);
    }
  }, [api, call, show, timeZone]);

  /** Loads everything shown again. */
  const refresh = useCallback(() => requestAndLoad("all"), [requestAndLoad]);
  /** Loads one changed reservation again. */
  const reloadRow = useCallback((id: string) => requestAndLoad(new Set([id])), [requestAndLoad]);
  return { data, highlightedIds, refresh, reloadRow, loadMore, isLoadingMore, failure };
}

/** Whether the changed reservations can be merged into the list; otherwise all of it is loaded. */
function isMergeable(
  ids: ReadonlySet<string>,
  board: BoardData,
  { search, timeZone }: { search: BoardSearch; timeZone: string },
): boolean {
  const dayOf = (at: number) => localDay(new Date(at).toISOString(), timeZone);
  // Trips become overdue and days end without any event, so the board also updates by time.
  return (
    ids.size <= MAX_MERGED_UPDATES &&
    !search.overdue &&
    dayOf(board.requestedAt) === dayOf(Date.now())
  );
}
