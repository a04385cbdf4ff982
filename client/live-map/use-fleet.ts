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
export function useFleet({ first: initialFleet, timeZone }: { first: Fleet; timeZone: string }) {
  const { api, call } = useOffice();
  const [fleet, setFleet] = useState(initialFleet);
  const [failure, setFailure] = useState<string | null>(null);
  const latestFleet = useRef(fleet);
  const showFleet = useCallback((next: Fleet) => {
    latestFleet.current = next;
    setFleet(next);
  }, []);

  const isLoading = useRef(false);
  const mustReload = useRef(false);
  const reload = useCallback(async () => {
    if (isLoading.current) {
      mustReload.current = true;
      return;
    }
    isLoading.current = true;
    try {
      do {
        mustReload.current = false;
        const loadedFleet = await fetchFleet(api, call, timeZone);
        showFleet(mergeFleets(latestFleet.current, loadedFleet));
        setFailure(null);
      } while (mustReload.current);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      isLoading.current = false;
    }
  }, [api, call, showFleet, timeZone]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requestedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const scheduleReload = useCallback(() => {
    if (timer.current !== undefined) return;
    const delayMs = Math.max(0, requestedAtMs.current + MIN_INTERVAL_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      requestedAtMs.current = performance.now();
      void reload();
    }, delayMs);
  }, [reload]);
  useEffect(() => {
    const refreshTimer = setInterval(scheduleReload, REFRESH_MS);
    return () => {
      clearInterval(refreshTimer);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [scheduleReload]);

  reservationUpdates.useUpdates(scheduleReload);
  shiftUpdates.useUpdates(scheduleReload);
  positionUpdates.useUpdates((news) => {
    const after = applyPosition(latestFleet.current, news);
    if (after) showFleet(after);
    else scheduleReload();
  });
  return { fleet, failure, ask: reload };
}
