/** The line on which the server tells what changed; one for the whole dashboard. */
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { ContactNews } from "../../../src/contact/desk-contract";
import type { IncidentNews } from "../../../src/incidents/contract";
import type { MessageNews } from "../../../src/messages/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import { tellContactNews } from "../../contact/news";
import { tellOutboxNews } from "../../outbox/use-failed";
import { tellIncidentNews } from "../../incidents/news";
import type { PresentAt, StreamOpened } from "../../../src/dispatch/board/presence-contract";
import { tellMessageNews } from "../../messages/news";
import { LeftScreen, useStaffCall } from "../calls";
import { createPresenceStore, type PresenceStore } from "./presence-store";

/** `lost` until the line stands again; what was missed meanwhile is then asked for. */
type LineState = "connecting" | "open" | "lost";

/** One reservation changed; null: the line was down, so anything may have. */
type LiveNews = ReservationChanged | null;

interface Line {
  state: LineState;
  listeners: Set<(news: LiveNews) => void>;
  /** Those who follow where drivers are. */
  followers: Set<(position: DriverPosition) => void>;
  /** Those who follow who is on shift. */
  onShift: Set<(shift: ShiftChanged) => void>;
  /** Who else has which reservation before them; null away from the dashboard. */
  presence: PresenceStore | null;
}

/** For what follows the line in files of its own. */
export const LineContext = createContext<Line>({
  state: "connecting",
  listeners: new Set(),
  followers: new Set(),
  onShift: new Set(),
  presence: null,
});

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Keeps the line open while it is mounted. When the line breaks it asks who is signed in: a locked
 * session goes to the lock screen and an ended one to the sign-in, at once.
 */
export function LiveLine({ children }: { children: ReactNode }) {
  const router = useRouter();
  const call = useStaffCall();
  const [state, setState] = useState<LineState>("connecting");
  const listeners = useRef(new Set<(news: LiveNews) => void>()).current;
  const followers = useRef(new Set<(position: DriverPosition) => void>()).current;
  const onShift = useRef(new Set<(shift: ShiftChanged) => void>()).current;
  const [presence] = useState(() =>
    createPresenceStore(async (json) => {
      try {
        await call(router.options.context.api.admin.presence.$put({ json }));
        return true;
      } catch {
        // The screen has left, or the line is about to say that the server is away.
        return false;
      }
    }),
  );

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    let wait = FIRST_RETRY_MS;
    let missed = false;
    const tell = (news: LiveNews) => {
      for (const listener of listeners) listener(news);
    };

    const open = () => {
      const line = new EventSource("/backend/admin/events");
      source = line;
      line.addEventListener("open", () => {
        wait = FIRST_RETRY_MS;
        setState("open");
        if (missed) {
          tell(null);
          tellMessageNews(null);
          tellContactNews(null);
          tellOutboxNews();
          tellIncidentNews(null);
        }
        missed = false;
      });
      line.addEventListener("hello", (event: MessageEvent<string>) => {
        presence.opened(JSON.parse(event.data) as StreamOpened);
      });
      line.addEventListener("presence", (event: MessageEvent<string>) => {
        presence.heard(JSON.parse(event.data) as PresentAt);
      });
      line.addEventListener("reservation", (event) => {
        tell(JSON.parse(event.data) as ReservationChanged);
      });
      line.addEventListener("position", (event) => {
        const position = JSON.parse(event.data) as DriverPosition;
        for (const follower of followers) follower(position);
      });
      line.addEventListener("shift", (event: MessageEvent<string>) => {
        const shift = JSON.parse(event.data) as ShiftChanged;
        for (const listener of onShift) listener(shift);
      });
      line.addEventListener("message", (event: MessageEvent<string>) => {
        tellMessageNews(JSON.parse(event.data) as MessageNews);
      });
      line.addEventListener("incident", (event: MessageEvent<string>) => {
        tellIncidentNews(JSON.parse(event.data) as IncidentNews);
      });
      line.addEventListener("contact", (event: MessageEvent<string>) => {
        tellContactNews(JSON.parse(event.data) as ContactNews);
      });
      line.addEventListener("outbox", tellOutboxNews);
      line.addEventListener("error", () => {
        line.close();
        if (source !== line) return;
        source = null;
        missed = true;
        setState("lost");
        presence.lost();
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
        if (error instanceof LeftScreen) return;
        // The server is away; the next try finds out.
      }
      if (gone) return;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    };

    const backOnline = () => {
      if (source) return;
      clearTimeout(timer);
      open();
    };

    open();
    window.addEventListener("online", backOnline);
    return () => {
      gone = true;
      clearTimeout(timer);
      window.removeEventListener("online", backOnline);
      source?.close();
      source = null;
      presence.lost();
    };
  }, [call, followers, listeners, onShift, presence, router]);

  return (
    <LineContext value={{ state, listeners, followers, onShift, presence }}>{children}</LineContext>
  );
}

/** Whether the line stands. */
export function useLineState(): LineState {
  return useContext(LineContext).state;
}

/** Calls back for every piece of news while the caller is mounted. */
export function useLiveNews(listener: (news: LiveNews) => void): void {
  useMember(useContext(LineContext).listeners, listener);
}

/** Calls back with where a driver is, for each driver every two seconds at most. */
export function useLivePositions(follower: (position: DriverPosition) => void): void {
  useMember(useContext(LineContext).followers, follower);
}

/** Calls back when a driver begins or ends a shift. */
export function useLiveShifts(listener: (shift: ShiftChanged) => void): void {
  useMember(useContext(LineContext).onShift, listener);
}

function useMember<What>(members: Set<(what: What) => void>, member: (what: What) => void): void {
  const current = useRef(member);
  current.current = member;
  useEffect(() => {
    const hear = (what: What) => current.current(what);
    members.add(hear);
    return () => {
      members.delete(hear);
    };
  }, [members]);
}
