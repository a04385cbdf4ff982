/** What the live stream tells of incidents, handed on to whoever shows them. */
import { useEffect, useRef } from "react";
import type { IncidentNews } from "../../src/incidents/contract";

type Listener = (news: IncidentNews | null) => void;

const listeners = new Set<Listener>();

/** Hands on an event; null: the stream was down, so anything may have happened. */
export function tellIncidentNews(news: IncidentNews | null): void {
  for (const listener of [...listeners]) listener(news);
}

/** Calls back for every piece of news while the caller is mounted. */
export function useIncidentNews(listener: Listener): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    const hear: Listener = (news) => current.current(news);
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, []);
}
