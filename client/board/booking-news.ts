import { useEffect, useMemo, useRef } from "react";

/** Bookings within this time of each other are announced together. */
const TOGETHER_MS = 400;

/**
 * Announces new bookings once they pause: a standing order books many trips at once, and dispatch
 * needs one notice. `tell` gets the sentence.
 */
export function useBookingNews(tell: (news: string) => void): (number: number) => void {
  const latest = useRef(tell);
  latest.current = tell;
  const news = useMemo(() => {
    const numbers: number[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      add(number: number) {
        numbers.push(number);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const came = numbers.splice(0);
          latest.current(
            came.length === 1 ? `New booking ${came[0]}` : `${came.length} new bookings`,
          );
        }, TOGETHER_MS);
      },
      stop: () => clearTimeout(timer),
    };
  }, []);
  useEffect(() => news.stop, [news]);
  return news.add;
}
