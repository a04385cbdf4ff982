import { useEffect, useRef, useState } from "react";
import type { Me } from "../../../src/accounts/contract";
import type { NewMessageNotice } from "../../../src/messages/contract";
import type { TripPosition } from "../../../src/tracking/contract";
import { type Api, read } from "../../api";
import { messageUpdates } from "../../messages/updates";
import { stopAtSessionEnd } from "../../pwa/end-session";
import { onWake } from "../../pwa/on-wake";

const eventsPath = "/backend/reservations/events";
/**
 * How long an interruption must last, in ms, before it is shown. The browser reconnects automatically after shorter
 * ones.
 */
const connectionLossDelayMs = 4_000;
const pollIntervalMs = 15_000;
const reconnectDelayMs = 5_000;

/**
 * Listens to the rider's trips and calls `onChange`: at each event, after an interruption or the phone's sleep
 * (something may have been missed), and every 15 s while the stream is down but the server answers (otherwise reloading
 * would replace the page with an error). `onPosition` receives the cars' positions. Returns true while the stream is
 * down.
 */
export function useLiveTrips(
  api: Api,
  onChange: () => void,
  onPosition?: (position: TripPosition) => void,
): boolean {
  const [isConnectionLost, setIsConnectionLost] = useState(false);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const latestOnPosition = useRef(onPosition);
  latestOnPosition.current = onPosition;

  useEffect(() => {
    let source: EventSource | undefined;
    let mayHaveMissedEvents = false;
    let connectionLossTimer: ReturnType<typeof setTimeout> | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;

    const connect = () => {
      clearTimeout(retryTimer);
      source?.close();
      const eventSource = new EventSource(eventsPath);
      source = eventSource;
      eventSource.onopen = () => {
        clearTimeout(connectionLossTimer);
        connectionLossTimer = undefined;
        setIsConnectionLost(false);
        if (mayHaveMissedEvents) {
          latestOnChange.current();
          messageUpdates.publish(null);
        }
        mayHaveMissedEvents = false;
      };
      eventSource.addEventListener("reservation", () => latestOnChange.current());
      eventSource.addEventListener("position", ({ data }: MessageEvent<string>) => {
        latestOnPosition.current?.(JSON.parse(data) as TripPosition);
      });
      eventSource.addEventListener("message", ({ data }: MessageEvent<string>) => {
        messageUpdates.publish(JSON.parse(data) as NewMessageNotice);
      });
      eventSource.onerror = () => {
        mayHaveMissedEvents = true;
        connectionLossTimer ??= setTimeout(() => setIsConnectionLost(true), connectionLossDelayMs);
        // The server answered with something other than a stream, so the browser will not reconnect.
        if (eventSource.readyState === EventSource.CLOSED)
          retryTimer = setTimeout(connect, reconnectDelayMs);
      };
    };
    connect();
    const removeWakeListener = onWake(() => {
      mayHaveMissedEvents = true;
      connect();
    });
    return stopAtSessionEnd(() => {
      removeWakeListener();
      source?.close();
      clearTimeout(connectionLossTimer);
      clearTimeout(retryTimer);
    });
  }, []);

  useEffect(() => {
    if (!isConnectionLost) return;
    let isUnmounted = false;
    const reloadIfReachable = async () => {
      const isServerReachable = await read<Me>(api.auth.me.$get()).then(
        () => true,
        () => false,
      );
      if (isServerReachable && !isUnmounted) latestOnChange.current();
    };
    void reloadIfReachable();
    const timer = setInterval(() => void reloadIfReachable(), pollIntervalMs);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, [api, isConnectionLost]);

  return isConnectionLost;
}
