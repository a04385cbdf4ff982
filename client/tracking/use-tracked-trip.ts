import { useEffect, useState } from "react";
import type { TrackedTrip } from "../../src/tracking/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { onWake } from "../pwa/on-wake";

/**
 * How long an interruption must last, in ms, before it is shown. The browser reconnects automatically after shorter
 * ones.
 */
const WARN_AFTER_MS = 4_000;
const RETRY_MS = 5_000;

/**
 * Keeps a link's trip live, starting with `loaded`. `trip` is null once the link has expired. `lost` is true while the
 * stream is down, when the page may be outdated.
 */
export function useTrackedTrip(
  api: Api,
  token: string,
  loaded: TrackedTrip,
): { trip: TrackedTrip | null; isConnectionLost: boolean } {
  const [trip, setTrip] = useState<TrackedTrip | null>(loaded);
  const [isConnectionLost, setIsConnectionLost] = useState(false);

  useEffect(() => {
    let source: EventSource | undefined;
    let connectionLossTimer: ReturnType<typeof setTimeout> | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;

    const close = () => {
      source?.close();
      clearTimeout(connectionLossTimer);
      clearTimeout(retryTimer);
    };
    const end = () => {
      isUnmounted = true;
      close();
      setTrip(null);
    };
    const connect = () => {
      clearTimeout(retryTimer);
      source?.close();
      const eventSource = new EventSource(`/backend/track/${encodeURIComponent(token)}/events`);
      source = eventSource;
      eventSource.addEventListener("trip", ({ data }: MessageEvent<string>) => {
        setTrip(JSON.parse(data) as TrackedTrip);
      });
      eventSource.addEventListener("over", end);
      eventSource.onopen = () => {
        clearTimeout(connectionLossTimer);
        connectionLossTimer = undefined;
        setIsConnectionLost(false);
      };
      eventSource.onerror = () => {
        connectionLossTimer ??= setTimeout(() => setIsConnectionLost(true), WARN_AFTER_MS);
        // The answer was not a stream, so the browser will not reconnect. Checks whether the link has expired or the
        // server failed.
        if (eventSource.readyState === EventSource.CLOSED) void checkLinkAndReconnect();
      };
    };
    const checkLinkAndReconnect = async () => {
      try {
        const trackedTrip = await read(api.track[":token"].$get({ param: { token } }));
        if (!isUnmounted) setTrip(trackedTrip);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 404) return end();
      }
      if (isUnmounted) return;
      clearTimeout(retryTimer);
      retryTimer = setTimeout(connect, RETRY_MS);
    };

    connect();
    const removeWakeListener = onWake(() => {
      if (!isUnmounted) connect();
    });
    return () => {
      isUnmounted = true;
      removeWakeListener();
      close();
    };
  }, [api, token]);

  return { trip, isConnectionLost };
}
