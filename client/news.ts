/** What a stream of the server tells, handed on to whoever shows it. */
import { useEffect, useRef } from "react";

/** A line of news: `tell` hands a piece on, `useNews` calls back with each while the caller is mounted. */
export function createNews<News>() {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news: News): void {
      for (const listener of [...listeners]) listener(news);
    },
    useNews(listener: (news: News) => void): void {
      const current = useRef(listener);
      current.current = listener;
      useEffect(() => {
        const hear = (news: News) => current.current(news);
        listeners.add(hear);
        return () => {
          listeners.delete(hear);
        };
      }, []);
    },
  };
}
