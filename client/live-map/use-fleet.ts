import { useCallback, useEffect, useRef, useState } from "react";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates, positionUpdates, shiftUpdates } from "../office/live/updates";
import { mergeFleets, applyPosition, type Fleet } from "./fleet";
import { fetchFleet } from "./fleet-data";

/** The minimum time between requests during many changes, ms. */
const MIN_INTERVAL_MS = 1_000;
/** Changes that only time causes have no event, so the fleet reloads this often, ms. */
const REFRESH_MS = 30_000;

/**
 * The current fleet: cars follow the event stream; trips, shifts and pickups are loaded after
 * changes and every half minute. `failure` has the reason when loading failed.
 */
export function useFleet({ first, timeZone }: { first: Fleet; timeZone: string }) {
  const { api, call } = useOffice();
  const [fleet, setFleet] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const current = useRef(fleet);
  const take = useCallback((next: Fleet) => {
    current.current = next;
    setFleet(next);
  }, []);

  const running = useRef(false);
  const mustReload = useRef(false);
  const ask = useCallback(async () => {
    if (running.current) {
      mustReload.current = true;
      return;
    }
    running.current = true;
    try {
      do {
        mustReload.current = false;
        const requestedFleet = await fetchFleet(api, call, timeZone);
        take(mergeFleets(current.current, requestedFleet));
        setFailure(null);
      } while (mustReload.current);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      running.current = false;
    }
  }, [api, call, take, timeZone]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const scheduleRequest = useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, askedAt.current + MIN_INTERVAL_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      askedAt.current = performance.now();
      void ask();
    }, wait);
  }, [ask]);
  useEffect(() => {
    const refreshTimer = setInterval(scheduleRequest, REFRESH_MS);
    return () => {
      clearInterval(refreshTimer);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [scheduleRequest]);

  reservationUpdates.useNews(scheduleRequest);
  shiftUpdates.useNews(scheduleRequest);
  positionUpdates.useNews((news) => {
    const after = applyPosition(current.current, news);
    if (after) take(after);
    else scheduleRequest();
  });
  return { fleet, failure, ask };
}
