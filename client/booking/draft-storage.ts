import { parseJson, storedItem } from "../browser-storage";
import type { BookingDraft } from "./draft";
import type { SavedDraft } from "./draft-contract";

/** The storage key of the booking draft. */
export const DRAFT_KEY = "livery.booking";
/** A draft unused for a day is deleted, because it names people and places. */
const DRAFT_LIFETIME_MS = 24 * 3_600_000;
const storedDraft = storedItem(() => localStorage, DRAFT_KEY);

/** Stores the draft in this browser. If storage is full or forbidden, the draft is lost with the page. */
export function saveDraft(draft: BookingDraft, now: number): void {
  storedDraft.write({ version: 1, savedAt: now, draft } satisfies SavedDraft);
}

/** Reads the stored draft. Null if there is none, it is too old, or it is not valid. */
export async function loadSavedDraft(now: number): Promise<BookingDraft | null> {
  const storedValue = storedDraft.read();
  if (storedValue === null) return null;
  const savedDraft = await parseStoredDraft(storedValue);
  if (savedDraft && now - savedDraft.savedAt < DRAFT_LIFETIME_MS) return savedDraft.draft;
  forgetDraft();
  return null;
}

/** Calls `onBooked` when a draft was booked in another window of this browser. Returns the unsubscribe function. */
export function onBookedInOtherTab(onBooked: (booked: BookingDraft) => void): () => void {
  const onStorage = async ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== DRAFT_KEY || oldValue === null || newValue !== null) return;
    const savedDraft = await parseStoredDraft(parseJson(oldValue));
    // Signing out removes a draft that was not sent, so only a sent one counts as booked.
    if (savedDraft?.draft.attempt) onBooked(savedDraft.draft);
  };
  const listener = (event: StorageEvent) => void onStorage(event);
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

async function parseStoredDraft(stored: unknown): Promise<SavedDraft | null> {
  const { SavedDraft } = await import("./draft-contract");
  return SavedDraft.safeParse(stored).data ?? null;
}

/** Deletes the draft after it was booked or its rider signed out. */
export const forgetDraft = storedDraft.forget;
