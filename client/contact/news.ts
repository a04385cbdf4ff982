/** What the live stream tells of contact messages, handed on to whoever shows them. */
import { useEffect, useRef } from "react";
import type { ContactNews } from "../../src/contact/desk-contract";

type Listener = (news: ContactNews | null) => void;

const listeners = new Set<Listener>();

/** Hands on an event; null: the stream was down, so anything may have happened. */
export function tellContactNews(news: ContactNews | null): void {
  for (const listener of [...listeners]) listener(news);
}

/** Calls back for every piece of news while the caller is mounted. */
export function useContactNews(listener: Listener): void {
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
