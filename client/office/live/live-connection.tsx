/** The event stream of changes from the server. There is one for the whole dashboard. */
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ContactNews } from "../../../src/contact/contact-desk-contract";
import type { IncidentNotice } from "../../../src/incidents/contract";
import type { NewMessageNotice } from "../../../src/messages/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import type {
  ReservationPresence,
  StreamOpened,
} from "../../../src/dispatch/board/presence-contract";
import { messageUpdates } from "../../messages/updates";
import { stopAtSessionEnd } from "../../pwa/end-session";
import { LeftPageError, useOffice } from "../calls";
import {
  contactUpdates,
  incidentUpdates,
  reservationUpdates,
  outboxUpdates,
  positionUpdates,
  shiftUpdates,
} from "./updates";
import { createPresenceStore, type PresenceStore } from "./presence-store";

/** It is `lost` until the connection is back, when missed changes are loaded. */
type ConnectionState = "connecting" | "open" | "lost";

interface Connection {
  state: ConnectionState;
  /** The reservations that other people have open; null outside the dashboard. */
  presence: PresenceStore | null;
}

/** The connection, for lazily loaded listeners. */
export const ConnectionContext = createContext<Connection>({
  state: "connecting",
  presence: null,
});

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Keeps the stream open while mounted. When it breaks, checks the session at once: a locked session leads to the lock
 * screen, an ended one to the sign-in.
 */
export function LiveConnection({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { call } = useOffice();
  const [state, setState] = useState<ConnectionState>("connecting");
  const [presence] = useState(() =>
    createPresenceStore(async (json) => {
      try {
        await call(router.options.context.api.admin.presence.$put({ json }));
        return true;
      } catch {
        // Either the screen was left, or the stream will report the lost connection.
        return false;
      }
    }),
  );

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    let retryMs = FIRST_RETRY_MS;
    let hasMissedEvents = false;

    const open = () => {
      const stream = new EventSource("/backend/admin/events");
      source = stream;
      stream.addEventListener("open", () => {
        retryMs = FIRST_RETRY_MS;
        setState("open");
        if (hasMissedEvents) {
          reservationUpdates.publish(null);
          messageUpdates.publish(null);
          contactUpdates.publish(null);
          outboxUpdates.publish();
          incidentUpdates.publish(null);
        }
        hasMissedEvents = false;
      });
      stream.addEventListener("hello", (event: MessageEvent<string>) => {
        presence.onOpened(JSON.parse(event.data) as StreamOpened);
      });
      stream.addEventListener("presence", (event: MessageEvent<string>) => {
        presence.onPresence(JSON.parse(event.data) as ReservationPresence);
      });
      stream.addEventListener("reservation", (event) => {
        reservationUpdates.publish(JSON.parse(event.data) as ReservationChanged);
      });
      stream.addEventListener("position", (event) => {
        positionUpdates.publish(JSON.parse(event.data) as DriverPosition);
      });
      stream.addEventListener("shift", (event: MessageEvent<string>) => {
        shiftUpdates.publish(JSON.parse(event.data) as ShiftChanged);
      });
      stream.addEventListener("message", (event: MessageEvent<string>) => {
        messageUpdates.publish(JSON.parse(event.data) as NewMessageNotice);
      });
      stream.addEventListener("incident", (event: MessageEvent<string>) => {
        incidentUpdates.publish(JSON.parse(event.data) as IncidentNotice);
      });
      stream.addEventListener("contact", (event: MessageEvent<string>) => {
        contactUpdates.publish(JSON.parse(event.data) as ContactNews);
      });
      stream.addEventListener("outbox", () => outboxUpdates.publish());
      stream.addEventListener("error", () => {
        stream.close();
        if (source !== stream) return;
        source = null;
        hasMissedEvents = true;
        setState("lost");
        presence.onDisconnected();
        void recover();
      });
    };

    const recover = async () => {
      try {
        const { isLocked } = await call(router.options.context.api.admin.profile.$get());
        if (isLocked) {
          await router.navigate({ to: "/dispatch/lock" });
          return;
        }
      } catch (error) {
        if (error instanceof LeftPageError) return;
        // The server is unreachable, so the stream is opened again below.
      }
      // While the session was checked, the browser may have come online and opened the stream.
      if (isUnmounted || source) return;
      timer = setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    };

    const handleOnline = () => {
      if (source) return;
      clearTimeout(timer);
      open();
    };

    open();
    window.addEventListener("online", handleOnline);
    return stopAtSessionEnd(() => {
      isUnmounted = true;
      clearTimeout(timer);
      window.removeEventListener("online", handleOnline);
      source?.close();
      source = null;
      presence.onDisconnected();
    });
  }, [call, presence, router]);

  return <ConnectionContext value={{ state, presence }}>{children}</ConnectionContext>;
}

/** Returns the state of the stream's connection. */
export function useConnectionState(): ConnectionState {
  return useContext(ConnectionContext).state;
}
