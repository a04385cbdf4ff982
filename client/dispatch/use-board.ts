import { useCallback, useEffect, useRef, useState } from "react";
import type { ReservationChanged } from "../../src/reservations/contract";
import type { Api } from "../api";
import { type BoardData, fetchBoard, fetchMore } from "./board-data";
import type { BoardSearch } from "./board-filters";
import { failureText, LeftScreen, useStaffCall } from "./calls";
import { useLiveNews } from "./live-line";

/** Changes that arrive together are one question to the server. */
const GATHER_MS = 120;
/** A stream of changes is one question this often. */
const LEAST_BETWEEN_MS = 600;
/** How long a row stays marked as new or changed. */
const MARK_MS = 4_000;

/**
 * The list as it is now: starts with what the page came with, follows the live line, and keeps every
 * page that was loaded. `onBooked` hears of each new booking, whatever the filters show.
 */
export function useBoard(
  api: Api,
  wanted: { search: BoardSearch; timeZone: string; first: BoardData },
  onBooked: (news: ReservationChanged) => void,
) {
  const call = useStaffCall();
  const { search, timeZone, first } = wanted;
  const [data, setData] = useState(first);
  const [source, setSource] = useState(first);
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const [loadingMore, setLoadingMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Other filters, or the loader ran again: what it brought is the truth now.
  if (source !== first) {
    setSource(first);
    setData(first);
    setFailure(null);
  }

  const key = JSON.stringify(search);
  const state = useRef({ search, key, data, running: false, again: false });
  state.current.search = search;
  state.current.key = key;
  state.current.data = source === first ? data : first;

  const mark = useCallback((ids: readonly string[]) => {
    if (ids.length === 0) return;
    setMarks((old) => new Set([...old, ...ids]));
    setTimeout(() => {
      setMarks((old) => new Set([...old].filter((id) => !ids.includes(id))));
    }, MARK_MS);
  }, []);

  /** Asks again for everything that is shown. */
  const refresh = useCallback(async () => {
    const now = state.current;
    if (now.running) {
      now.again = true;
      return;
    }
    now.running = true;
    try {
      do {
        now.again = false;
        const asked = now.key;
        const before = now.data;
        const after = await fetchBoard(api, call, {
          search: now.search,
          timeZone,
          atLeast: before.rows.length,
        });
        // The filters changed meanwhile: this answer is about something else.
        if (asked !== now.key) continue;
        const known = new Map(before.rows.map((row) => [row.id, row.version]));
        mark(after.rows.filter((row) => known.get(row.id) !== row.version).map(({ id }) => id));
        setData(after);
        setFailure(null);
      } while (now.again);
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    } finally {
      now.running = false;
    }
  }, [api, call, mark, timeZone]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveNews((news) => {
    if ((news?.state === "pending" || news?.state === "quote") && news.version === 1)
      onBooked(news);
    if (timer.current !== undefined) return;
    const rest = askedAt.current + LEAST_BETWEEN_MS - performance.now();
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        askedAt.current = performance.now();
        void refresh();
      },
      Math.max(GATHER_MS, rest),
    );
  });

  const loadMore = useCallback(async () => {
    const { data: shown, search: filters, key: asked } = state.current;
    if (!shown.nextCursor) return;
    setLoadingMore(true);
    try {
      const page = await fetchMore(api, call, {
        search: filters,
        timeZone,
        cursor: shown.nextCursor,
      });
      if (asked !== state.current.key) return;
      const have = new Set(shown.rows.map(({ id }) => id));
      setData((old) => ({
        ...old,
        rows: [...old.rows, ...page.reservations.filter(({ id }) => !have.has(id))],
        nextCursor: page.nextCursor,
      }));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    } finally {
      setLoadingMore(false);
    }
  }, [api, call, timeZone]);

  return { data, marks, refresh, loadMore, loadingMore, failure };
}
