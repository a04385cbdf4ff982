import { useEffect, useMemo, useRef } from "react";

/** Bookings within this time of each other are announced together. */
const BATCH_MS = 400;

/**
 * Announces new bookings once they pause: a standing order books many trips at once, and dispatch
 * needs one notice. `announce` gets the sentence.
 */
export function useBookingAnnouncements(
  announce: (news: string) => void,
): (number: number) => void {
  const latestAnnounce = useRef(announce);
  latestAnnounce.current = announce;
  const bookingBatch = useMemo(() => {
    const numbers: number[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      add(number: number) {
        numbers.push(number);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const bookingNumbers = numbers.splice(0);
          latestAnnounce.current(
            bookingNumbers.length === 1
              ? `New booking ${bookingNumbers[0]}`
              : `${bookingNumbers.length} new bookings`,
          );
        }, BATCH_MS);
      },
      stop: () => clearTimeout(timer),
    };
  }, []);
  useEffect(() => bookingBatch.stop, [bookingBatch]);
  return bookingBatch.add;
}
