/** What was typed and what is not sent yet, kept in this browser: a network that goes loses nothing. */
import type { Recipient, Side } from "../../src/messages/contract";

/** A message on its way. */
export interface Unsent {
  /** The same one however often it is sent. */
  key: string;
  text: string;
  to: Recipient | null;
}

interface Kept {
  draft: string;
  unsent: Unsent[];
}

const prefix = "livery.messages.";
const nothing: Kept = { draft: "", unsent: [] };

/** What was kept of a trip's conversation on this side; nothing where the browser keeps nothing. */
export function readUnsent(side: Side, tripId: string): Kept {
  try {
    const kept = localStorage.getItem(`${prefix}${side}.${tripId}`);
    return kept === null ? nothing : { ...nothing, ...(JSON.parse(kept) as Partial<Kept>) };
  } catch {
    return nothing;
  }
}

/** Keeps it; what is empty is removed. */
export function keepUnsent(side: Side, tripId: string, kept: Kept): void {
  try {
    const name = `${prefix}${side}.${tripId}`;
    if (kept.draft === "" && kept.unsent.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the words are still on the screen.
  }
}

/** Forgets everything of a side: the next person at this device must see nothing of the last. */
export function forgetUnsent(side: Side): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(`${prefix}${side}.`)) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
