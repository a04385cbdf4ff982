/** What the live streams tell of conversations, handed on to whoever shows one. */
import { useEffect, useRef } from "react";
import type { MessageNews } from "../../src/messages/contract";

type Listener = (news: MessageNews | null) => void;

const listeners = new Set<Listener>();

/** Hands on an event; null: the stream was down, so anything may have happened. */
export function tellMessageNews(news: MessageNews | null): void {
  for (const listener of [...listeners]) listener(news);
}

/** Calls back for every piece of news while the caller is mounted. */
export function useMessageNews(listener: Listener): void {
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
