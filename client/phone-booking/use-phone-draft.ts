import { useCallback, useEffect, useRef, useState } from "react";
import { emptyPhoneDraft, type PhoneDraft } from "./draft";
import {
  type Attempt,
  forgetPhoneDraft,
  savePhoneDraft,
  loadSavedPhoneDraft,
} from "./draft-storage";

/** The tab's draft, and its booking attempt without an answer. */
interface PhoneDraftHandle {
  /** Null until storage has been read; always null on the server. */
  draft: PhoneDraft | null;
  attempt: Attempt | null;
  change: (make: (before: PhoneDraft) => PhoneDraft) => void;
  setAttempt: (attempt: Attempt | null) => void;
  /** Returns the current draft, also inside callbacks that started before the last change. */
  latest: () => PhoneDraft;
  /** Deletes the draft after booking or discarding. */
  finish: () => void;
}

/** Stores this person's draft in this tab, through reload and lock. */
export function usePhoneDraft(adminId: string): PhoneDraftHandle {
  const [draft, setDraft] = useState<PhoneDraft | null>(null);
  const [attempt, setAttemptState] = useState<Attempt | null>(null);
  const current = useRef({ draft: emptyPhoneDraft(), attempt: null as Attempt | null });

  useEffect(() => {
    let isUnmounted = false;
    void loadSavedPhoneDraft(adminId).then((storedDraft) => {
      if (isUnmounted) return;
      if (storedDraft) current.current = storedDraft;
      setDraft(current.current.draft);
      setAttemptState(current.current.attempt);
    });
    return () => {
      isUnmounted = true;
    };
  }, [adminId]);

  const storeDraft = useCallback(() => {
    savePhoneDraft(adminId, current.current.draft, current.current.attempt);
  }, [adminId]);
  const change = useCallback(
    (make: (before: PhoneDraft) => PhoneDraft) => {
      current.current = { ...current.current, draft: make(current.current.draft) };
      storeDraft();
      setDraft(current.current.draft);
    },
    [storeDraft],
  );
  const setAttempt = useCallback(
    (next: Attempt | null) => {
      current.current = { ...current.current, attempt: next };
      storeDraft();
      setAttemptState(next);
    },
    [storeDraft],
  );
  const latest = useCallback(() => current.current.draft, []);
  const finish = useCallback(() => {
    forgetPhoneDraft();
    current.current = { draft: emptyPhoneDraft(), attempt: null };
    setDraft(current.current.draft);
    setAttemptState(null);
  }, []);
  return { draft, attempt, change, setAttempt, latest, finish };
}
