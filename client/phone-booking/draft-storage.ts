import type { KeptPhoneDraft } from "./draft-contract";
import type { PhoneDraft } from "./draft";

const key = "livery.phone-booking";

/** A try to book that has its own key. */
export type Attempt = { key: string; body: string };

/** Keeps the draft for this tab, through reload and lock. Where storage is full or forbidden, it lives with the page. */
export function keepPhoneDraft(adminId: string, draft: PhoneDraft, attempt: Attempt | null): void {
  const kept: KeptPhoneDraft = { version: 1, adminId, draft, attempt };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Private windows may refuse; the booking goes on without.
  }
}

/** What this person left here; null when there is nothing of theirs. */
export async function keptPhoneDraft(
  adminId: string,
): Promise<{ draft: PhoneDraft; attempt: Attempt | null } | null> {
  const text = readStorage();
  if (text === null) return null;
  const { KeptPhoneDraft } = await import("./draft-contract");
  const parsed = KeptPhoneDraft.safeParse(parseJson(text));
  if (parsed.success && parsed.data.adminId === adminId) return parsed.data;
  forgetPhoneDraft();
  return null;
}

/** Forgets the draft: it was booked or given up, or its person has signed out. */
export function forgetPhoneDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing can have been kept where storage is forbidden.
  }
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
