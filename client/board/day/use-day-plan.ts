import { useCallback, useEffect, useRef, useState } from "react";
import type { DayPlan } from "../../../src/dispatch/board/day-contract";
import type { BoardSearch } from "../board-filters";
import { reuseRows } from "../board-merge";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { reservationUpdates } from "../../office/live/updates";
import { type Counts, fetchDay } from "./day-data";

/** Changes that arrive within this time cause one request, ms. */
const BATCH_DELAY_MS = 150;
const MIN_INTERVAL_MS = 800;

interface LoadedDay {
  key: string;
  plan: DayPlan | null;
  /** The count of each state on the day. */
  counts: Counts | null;
  failure: string | null;
}

/**
 * The current day for the timeline and map. Null until the first answer to these filters. If a
 * later request fails, the old day stays and `failure` has the reason.
 */
export function useDayPlan(search: BoardSearch, timeZone: string) {
  const { api, call } = useOffice();
  const { open: _open, saved: _saved, view: _view, sort: _sort, ...filters } = search;
  const key = JSON.stringify(filters);
  const [loadedDay, setLoadedDay] = useState<LoadedDay>({
    key,
    plan: null,
    counts: null,
    failure: null,
  });
  const latestRequest = useRef({ key, search });
  latestRequest.current = { key, search };
  const isLoading = useRef(false);
  const mustReload = useRef(false);

  const refresh = useCallback(async () => {
    if (isLoading.current) {
      mustReload.current = true;
      return;
    }
    isLoading.current = true;
    try {
      do {
        mustReload.current = false;
        const request = latestRequest.current;
        try {
          const fetchedDay = await fetchDay(api, call, { search: request.search, timeZone });
          if (request.key === latestRequest.current.key)
            setLoadedDay((old) => ({
              key: request.key,
              counts: fetchedDay.counts,
              // A block whose trip object is the same is not rendered again.
              plan: {
                ...fetchedDay.plan,
                trips: reuseRows(old.plan?.trips ?? [], fetchedDay.plan.trips),
              },
              failure: null,
            }));
        } catch (error) {
          if (error instanceof LeftPageError) return;
          const failure = failureText(error);
          setLoadedDay((old) =>
            old.key === request.key
              ? { ...old, failure }
              : { key: request.key, plan: null, counts: null, failure },
          );
        }
        if (request.key !== latestRequest.current.key) mustReload.current = true;
      } while (mustReload.current);
    } finally {
      isLoading.current = false;
    }
  }, [api, call, timeZone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another question
  useEffect(() => void refresh(), [refresh, key]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requestedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  reservationUpdates.useUpdates(() => {
    if (timer.current !== undefined) return;
    const restMs = requestedAt.current + MIN_INTERVAL_MS - performance.now();
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        requestedAt.current = performance.now();
        void refresh();
      },
      Math.max(BATCH_DELAY_MS, restMs),
    );
  });

  // The same day with other filters stays visible until the answer; a different day does not.
  const isPlanCurrent =
    loadedDay.plan && (loadedDay.key === key || loadedDay.plan.day === search.day);
  return {
    plan: isPlanCurrent ? loadedDay.plan : null,
    counts: isPlanCurrent ? loadedDay.counts : null,
    failure: loadedDay.key === key ? loadedDay.failure : null,
    refresh,
  };
}
