import { useEffect, useRef } from "react";

/** What a live stream tells of one kind of thing, handed on to whoever shows it. */
export function createNews<News>() {
  type Listener = (news: News | null) => void;
  const listeners = new Set<Listener>();
  return {
    /** Hands on an event; null: the stream was down, so anything may have happened. */
    tell: (news: News | null): void => {
      for (const listener of [...listeners]) listener(news);
    },
    /** Calls back for every piece of news while the caller is mounted. */
    useNews: (listener: Listener): void => {
      const current = useRef(listener);
      current.current = listener;
      useEffect(() => {
        const hear: Listener = (news) => current.current(news);
        listeners.add(hear);
        return () => {
          listeners.delete(hear);
        };
      }, []);
    },
  };
}
