import { parseJson, stored } from "../browser-storage";
import type { BookingDraft } from "./draft";
import type { KeptDraft } from "./draft-contract";

/** Where the booking looks for a draft. */
export const DRAFT_KEY = "livery.booking";
/** A draft left alone for a day is forgotten: it names people and places. */
const keptMs = 24 * 3_600_000;
const storage = stored(() => localStorage, DRAFT_KEY);

/** Keeps the draft in this browser. Where storage is full or forbidden, it lives with the page. */
export function keepDraft(draft: BookingDraft, now: number): void {
  storage.keep({ version: 1, savedAt: now, draft } satisfies KeptDraft);
}

/** The draft that was kept, or null when there is none, it is too old, or it is not one of ours. */
export async function keptDraft(now: number): Promise<BookingDraft | null> {
  const found = storage.read();
  if (found === null) return null;
  const kept = await draftOf(found);
  if (kept && now - kept.savedAt < keptMs) return kept.draft;
  forgetDraft();
  return null;
}

/** Calls with a draft that became a booking in another window of this browser; gives what ends it. */
export function onBookedElsewhere(tell: (booked: BookingDraft) => void): () => void {
  const onStorage = async ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== DRAFT_KEY || oldValue === null || newValue !== null) return;
    const kept = await draftOf(parseJson(oldValue));
    // One that goes without ever having been sent was forgotten at a sign-out.
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

/** Forgets the draft: it became a booking, or its rider signed out. */
export const forgetDraft = storage.forget;
