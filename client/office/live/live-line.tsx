/** The event stream of changes from the server; one for the whole dashboard. */
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ContactNews } from "../../../src/contact/desk-contract";
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

/** `lost` until the connection is back; then missed changes are loaded. */
type LineState = "connecting" | "open" | "lost";

interface Line {
  state: LineState;
  /** Who else has which reservation open; null outside the dashboard. */
  presence: PresenceStore | null;
}

/** For lazily loaded listeners. */
export const LineContext = createContext<Line>({
  state: "connecting",
  presence: null,
});

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Keeps the stream open while mounted. When it breaks it checks the session at once: a locked one
 * goes to the lock screen, an ended one to the sign-in.
 */
export function LiveLine({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { call } = useOffice();
  const [state, setState] = useState<LineState>("connecting");
  const [presence] = useState(() =>
    createPresenceStore(async (json) => {
      try {
        await call(router.options.context.api.admin.presence.$put({ json }));
        return true;
      } catch {
        // The screen has been left, or the stream will report the lost server itself.
        return false;
      }
    }),
  );

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    let wait = FIRST_RETRY_MS;
    let hasMissedEvents = false;

    const open = () => {
      const line = new EventSource("/backend/admin/events");
      source = line;
      line.addEventListener("open", () => {
        wait = FIRST_RETRY_MS;
        setState("open");
        if (hasMissedEvents) {
          reservationUpdates.tell(null);
          messageUpdates.tell(null);
          contactUpdates.tell(null);
          outboxUpdates.tell();
          incidentUpdates.tell(null);
        }
        hasMissedEvents = false;
      });
      line.addEventListener("hello", (event: MessageEvent<string>) => {
        presence.opened(JSON.parse(event.data) as StreamOpened);
      });
      line.addEventListener("presence", (event: MessageEvent<string>) => {
        presence.onPresence(JSON.parse(event.data) as ReservationPresence);
      });
      line.addEventListener("reservation", (event) => {
        reservationUpdates.tell(JSON.parse(event.data) as ReservationChanged);
      });
      line.addEventListener("position", (event) => {
        positionUpdates.tell(JSON.parse(event.data) as DriverPosition);
      });
      line.addEventListener("shift", (event: MessageEvent<string>) => {
        shiftUpdates.tell(JSON.parse(event.data) as ShiftChanged);
      });
      line.addEventListener("message", (event: MessageEvent<string>) => {
        messageUpdates.tell(JSON.parse(event.data) as NewMessageNotice);
      });
      line.addEventListener("incident", (event: MessageEvent<string>) => {
        incidentUpdates.tell(JSON.parse(event.data) as IncidentNotice);
      });
      line.addEventListener("contact", (event: MessageEvent<string>) => {
        contactUpdates.tell(JSON.parse(event.data) as ContactNews);
      });
      line.addEventListener("outbox", () => outboxUpdates.tell());
      line.addEventListener("error", () => {
        line.close();
        if (source !== line) return;
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
        // The server is unreachable; the next try finds out.
      }
      if (isUnmounted) return;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
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

  return <LineContext value={{ state, presence }}>{children}</LineContext>;
}

/** Whether the stream is connected. */
export function useLineState(): LineState {
  return useContext(LineContext).state;
}
