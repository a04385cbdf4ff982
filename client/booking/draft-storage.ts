import { parseJson, storedItem } from "../browser-storage";
import type { BookingDraft } from "./draft";
import type { KeptDraft } from "./draft-contract";

/** The storage key of the booking draft. */
export const DRAFT_KEY = "livery.booking";
/** A draft unused for a day is deleted: it names people and places. */
const draftLifetimeMs = 24 * 3_600_000;
const storage = storedItem(() => localStorage, DRAFT_KEY);

/** Stores the draft in this browser. If storage is full or forbidden, the draft lives with the page. */
export function keepDraft(draft: BookingDraft, now: number): void {
  storage.keep({ version: 1, savedAt: now, draft } satisfies KeptDraft);
}

/** The stored draft; null if there is none, it is too old, or it is not valid. */
export async function loadSavedDraft(now: number): Promise<BookingDraft | null> {
  const found = storage.read();
  if (found === null) return null;
  const kept = await draftOf(found);
  if (kept && now - kept.savedAt < draftLifetimeMs) return kept.draft;
  forgetDraft();
  return null;
}

/**
 * Calls back when a draft was booked in another window of this browser; returns the unsubscribe function.
 */
export function onBookedInOtherTab(tell: (booked: BookingDraft) => void): () => void {
  const onStorage = async ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== DRAFT_KEY || oldValue === null || newValue !== null) return;
    const kept = await draftOf(parseJson(oldValue));
    // A draft that was removed without being sent was deleted at sign-out.
    if (kept?.draft.attempt) tell(kept.draft);
  };
  const listener = (event: StorageEvent) => void onStorage(event);
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

async function draftOf(found: unknown): Promise<KeptDraft | null> {
  const { KeptDraft } = await import("./draft-contract");
  return KeptDraft.safeParse(found).data ?? null;
}

/** Deletes the draft after it was booked or its rider signed out. */
export const forgetDraft = storage.forget;
