import { useCallback, useEffect, useRef, useState } from "react";
import type { ReservationChanged } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";
import { type BoardData, fetchBoard, fetchWatched } from "./board-data";
import type { BoardSearch } from "./board-filters";
import { fetchMore, fetchNews, withKnown } from "./board-news";
import { failureText, NavigatedAway, useOffice } from "../office/calls";
import { liveNews } from "../office/live/news";

/** Changes that arrive together are one question to the server. */
const GATHER_MS = 120;
/** A stream of changes is one question this often. */
const LEAST_BETWEEN_MS = 600;
/** How long a row stays marked as new or changed. */
const MARK_MS = 4_000;
/** When more reservations than these changed, all that is shown is asked for again. The server gives 40. */
const MOST_MERGED = 30;

/** What is to be asked for: some reservations by their ids, or the whole board. */
type Asked = ReadonlySet<string> | "all";

const nothing: Asked = new Set();

function both(one: Asked, other: Asked): Asked {
  return one === "all" || other === "all" ? "all" : new Set([...one, ...other]);
}

/**
 * The list as it is now: starts with what the page came with, follows the live line, and keeps every
 * page that was loaded. `onBooked` hears of each new booking, whatever the filters show.
 */
export function useBoard(
  wanted: { search: BoardSearch; timeZone: string; first: BoardData },
  onBooked: (news: ReservationChanged) => void,
) {
  const { api, call } = useOffice();
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
  const state = useRef({ search, key, data, running: false, asked: nothing });
  state.current.search = search;
  state.current.key = key;
  state.current.data = source === first ? data : first;

  const show = useCallback((next: BoardData) => {
    state.current.data = next;
    setData(next);
  }, []);

  const mark = useCallback((before: BoardData, after: BoardData) => {
    const known = new Map(before.rows.map((row) => [row.id, row.version]));
    const ids = after.rows.filter((row) => known.get(row.id) !== row.version).map(({ id }) => id);
    if (ids.length === 0) return;
    setMarks((old) => new Set([...old, ...ids]));
    setTimeout(() => {
      setMarks((old) => new Set([...old].filter((id) => !ids.includes(id))));
    }, MARK_MS);
  }, []);

  /** Asks once for what is wanted by now; it may want more then. */
  const askOnce = useCallback(async () => {
    const now = state.current;
    const { asked, key: filters, search: shown, data: before } = now;
    now.asked = nothing;
    const which = { search: shown, timeZone };
    const answer =
      asked !== "all" && isMergeable(asked, before, which)
        ? await fetchNews(api, call, { ...which, ids: [...asked] })
        : await fetchBoard(api, call, { ...which, atLeast: before.rows.length });
    // The filters changed meanwhile: this answer is about something else.
    if (filters !== now.key) {
      now.asked = both(now.asked, asked);
      return;
    }
    const known = now.data;
    if (typeof answer !== "function") show(withKnown(known, answer));
    else {
      const merged = answer(known);
      if (merged) show(merged.board);
      else now.asked = "all";
      if (merged?.watchAnew) {
        const watched = await fetchWatched(api, call, timeZone);
        show({ ...now.data, watched });
      }
    }
    mark(known, now.data);
    setFailure(null);
  }, [api, call, mark, show, timeZone]);

  const ask = useCallback(
    async (what: Asked) => {
      const now = state.current;
      now.asked = both(now.asked, what);
      if (now.running) return;
      now.running = true;
      try {
        while (now.asked === "all" || now.asked.size > 0) await askOnce();
      } catch (error) {
        // What was to be learned is not: the next time asks for everything.
        now.asked = "all";
        if (!(error instanceof NavigatedAway)) setFailure(failureText(error));
      } finally {
        now.running = false;
      }
    },
    [askOnce],
  );

  const heard = useRef(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askedAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  liveNews.useNews((news) => {
    if ((news?.state === "pending" || news?.state === "quote") && news.version === 1)
      onBooked(news);
    // Without the line nobody knows what changed.
    heard.current = both(heard.current, news ? new Set([news.id]) : "all");
    if (timer.current !== undefined) return;
    const rest = askedAt.current + LEAST_BETWEEN_MS - performance.now();
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        askedAt.current = performance.now();
        const what = heard.current;
        heard.current = nothing;
        void ask(what);
      },
      Math.max(GATHER_MS, rest),
    );
  });

  const loadMore = useCallback(async () => {
    const { data: shown, search: filters, key: asked } = state.current;
    if (!shown.nextCursor) return;
    setLoadingMore(true);
    try {
      const more = await fetchMore(api, call, {
        search: filters,
        timeZone,
        cursor: shown.nextCursor,
      });
      if (asked !== state.current.key) return;
      show(more(state.current.data));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof NavigatedAway)) setFailure(failureText(error));
    } finally {
      setLoadingMore(false);
    }
  }, [api, call, show, timeZone]);

  /** Asks again for everything that is shown. */
  const refresh = useCallback(() => ask("all"), [ask]);
  /** Asks for one reservation, which changed. */
  const update = useCallback((id: string) => ask(new Set([id])), [ask]);
  return { data, marks, refresh, update, loadMore, loadingMore, failure };
}

/** Whether a few answers can be put into what is known; else all of it is asked for. */
function isMergeable(
  ids: ReadonlySet<string>,
  known: BoardData,
  { search, timeZone }: { search: BoardSearch; timeZone: string },
): boolean {
  const dayOf = (at: number) => localDay(new Date(at).toISOString(), timeZone);
  // By time alone trips become overdue, and days end, without any news.
  return ids.size <= MOST_MERGED && !search.overdue && dayOf(known.askedAt) === dayOf(Date.now());
}
