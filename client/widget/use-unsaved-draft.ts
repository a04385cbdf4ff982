import { useCallback, useRef, useState } from "react";
import { type BookingDraft, emptyDraft } from "../booking/draft";
import type { DraftHandle } from "../booking/use-draft";

/** Holds a draft only while the page is open, because a frame on another website has no storage for it. */
export function useUnsavedDraft(): Omit<DraftHandle, "draft" | "wasBookedInOtherTab" | "finish"> & {
  draft: BookingDraft;
} {
  const [draft, setDraft] = useState(emptyDraft);
  const current = useRef(draft);
  const update = useCallback((change: Partial<BookingDraft>) => {
    current.current = { ...current.current, ...change };
    setDraft(current.current);
  }, []);
  const latest = useCallback(() => current.current, []);
  return { draft, update, latest };
}
