import { stored } from "../browser-storage";
import type { KeptPhoneDraft } from "./draft-contract";
import type { PhoneDraft } from "./draft";

const storage = stored(() => sessionStorage, "livery.phone-booking");

/** A try to book that has its own key. */
export type Attempt = { key: string; body: string };

/** Keeps the draft for this tab, through reload and lock. Where storage is full or forbidden, it lives with the page. */
export function keepPhoneDraft(adminId: string, draft: PhoneDraft, attempt: Attempt | null): void {
  storage.keep({ version: 1, adminId, draft, attempt } satisfies KeptPhoneDraft);
}

/** What this person left here; null when there is nothing of theirs. */
export async function keptPhoneDraft(
  adminId: string,
): Promise<{ draft: PhoneDraft; attempt: Attempt | null } | null> {
  const found = storage.read();
  if (found === null) return null;
  const { KeptPhoneDraft } = await import("./draft-contract");
  const parsed = KeptPhoneDraft.safeParse(found);
  if (parsed.success && parsed.data.adminId === adminId) return parsed.data;
  forgetPhoneDraft();
  return null;
}

/** Forgets the draft: it was booked or given up, or its person has signed out. */
export const forgetPhoneDraft = storage.forget;
