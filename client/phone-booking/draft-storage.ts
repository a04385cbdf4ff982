import { storedItem } from "../browser-storage";
import type { StoredPhoneDraft } from "./draft-contract";
import type { PhoneDraft } from "./draft";

const storage = storedItem(() => sessionStorage, "livery.phone-booking");

/** A booking attempt with its idempotency key. */
export type Attempt = { key: string; body: string };

/** Stores the draft for this tab, through reload and lock. Without storage it lasts as long as the page. */
export function savePhoneDraft(adminId: string, draft: PhoneDraft, attempt: Attempt | null): void {
  storage.write({ version: 1, adminId, draft, attempt } satisfies StoredPhoneDraft);
}

/**
 * Loads this person's stored draft; null if there is none. Deletes a draft of another person or of an older release.
 */
export async function loadSavedPhoneDraft(
  adminId: string,
): Promise<{ draft: PhoneDraft; attempt: Attempt | null } | null> {
  const storedValue = storage.read();
  if (storedValue === null) return null;
  const { StoredPhoneDraft } = await import("./draft-contract");
  const parsed = StoredPhoneDraft.safeParse(storedValue);
  if (parsed.success && parsed.data.adminId === adminId) return parsed.data;
  forgetPhoneDraft();
  return null;
}

/** Deletes the draft after booking, discarding or sign-out. */
export const forgetPhoneDraft = storage.forget;
