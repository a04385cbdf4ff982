import { useCallback, useEffect, useRef, useState } from "react";
import { type BookingDraft, emptyDraft, tripOf } from "./draft";
import { forgetDraft, keepDraft, keptDraft, onBookedElsewhere } from "./draft-storage";

export interface DraftHandle {
  /** Null until it is known whether a draft was kept; always so on the server. */
  draft: BookingDraft | null;
  /** Changes and keeps it. */
  update: (change: Partial<BookingDraft>) => void;
  /** The draft as of now, also inside a callback that began before the last change. */
  latest: () => BookingDraft;
  /** The trip that was entered here has been booked in another window; this one is empty again. */
  bookedElsewhere: boolean;
  /** Ends it: it became a booking. */
  finish: () => void;
}

/** The booking draft of this browser. */
export function useDraft(): DraftHandle {
  const [draft, setDraft] = useState<BookingDraft | null>(null);
  const [bookedElsewhere, setBookedElsewhere] = useState(false);
  const current = useRef<BookingDraft>(draft ?? emptyDraft());

  useEffect(() => {
    let gone = false;
    void keptDraft(Date.now()).then((kept) => {
      if (gone) return;
      current.current = kept ?? emptyDraft();
      setDraft(current.current);
    });
    return () => {
      gone = true;
    };
  }, []);

  useEffect(
    () =>
      onBookedElsewhere((booked) => {
        // A try of its own goes on: its key tells whether it is a booking.
        const { attempt } = current.current;
        if (attempt || JSON.stringify(tripOf(booked)) !== JSON.stringify(tripOf(current.current)))
          return;
        current.current = emptyDraft();
        setDraft(current.current);
        setBookedElsewhere(true);
      }),
    [],
  );

  const update = useCallback((change: Partial<BookingDraft>) => {
    setBookedElsewhere(false);
    current.current = { ...current.current, ...change };
    keepDraft(current.current, Date.now());
    setDraft(current.current);
  }, []);
  const latest = useCallback(() => current.current, []);
  const finish = useCallback(() => {
    forgetDraft();
    current.current = emptyDraft();
  }, []);
  return { draft, update, latest, bookedElsewhere, finish };
}
