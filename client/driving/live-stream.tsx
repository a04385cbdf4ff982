/**
 * The driver's live stream. It carries no data for the screen: an event only says that something changed, and the
 * screen loads again. A closed stream reopens after one second, then after longer and longer waits up to 30 seconds.
 * When the network comes back, or the phone wakes, it reopens at once, because a stream that looks open may have died.
 */
import { useEffect, useRef, useState } from "react";
import type { NewMessageNotice } from "../../src/messages/contract";
import type { ReservationChanged } from "../../src/reservations/contract";
import { messageUpdates } from "../messages/updates";
import { stopAtSessionEnd } from "../pwa/end-session";
import { onWake } from "../pwa/on-wake";

type Connection = "connecting" | "open" | "lost";

interface LiveListener {
  onReservation: (change: ReservationChanged) => void;
  onNotification: () => void;
  /** Called when the stream has opened, for the first time or again. Earlier events may have been missed. */
  onOpen: () => void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Shorter interruptions, as in a tunnel, show no warning. In ms. */
const WARN_AFTER_MS = 4000;

/** Listens to `url` while mounted. Returns the state of the connection. */
export function useLiveStream(url: string, listener: LiveListener): Connection {
  const [connection, setConnection] = useState<Connection>("connecting");
  const latest = useRef(listener);
  latest.current = listener;

  useEffect(() => {
    let source: EventSource | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let warningTimer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;

    const handleDisconnect = () => {
      warningTimer ??= setTimeout(() => setConnection("lost"), WARN_AFTER_MS);
      // The browser reopens an interrupted stream automatically, but not one that was refused.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(retryTimer);
      retryTimer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
    const connect = () => {
      clearTimeout(retryTimer);
      source?.close();
      source = new EventSource(url);
      source.onopen = () => {
        clearTimeout(warningTimer);
        warningTimer = undefined;
        waitMs = FIRST_WAIT_MS;
        setConnection("open");
        messageUpdates.publish(null);
        latest.current.onOpen();
      };
      source.onerror = handleDisconnect;
      source.addEventListener("reservation", ({ data }: MessageEvent<string>) => {
        latest.current.onReservation(JSON.parse(data) as ReservationChanged);
      });
      source.addEventListener("notification", () => latest.current.onNotification());
      source.addEventListener("message", (event: MessageEvent<string>) => {
        messageUpdates.publish(JSON.parse(event.data) as NewMessageNotice);
      });
    };

    connect();
    const removeWakeListener = onWake(connect);
    return stopAtSessionEnd(() => {
      removeWakeListener();
      clearTimeout(retryTimer);
      clearTimeout(warningTimer);
      source?.close();
    });
  }, [url]);

  return connection;
}
