/** Typed but unsent messages, stored in this browser, so that nothing is lost when the network is. */
import type { Recipient, Side } from "../../src/messages/contract";

/** A message being sent. */
export interface UnsentMessage {
  /** The same key for every try to send it. */
  key: string;
  text: string;
  to: Recipient | null;
}

interface StoredConversation {
  draft: string;
  unsent: UnsentMessage[];
}

const STORAGE_KEY_PREFIX = "livery.messages.";
const emptyConversation: StoredConversation = { draft: "", unsent: [] };

/** Returns the stored messages of a trip's conversation on this side; none without storage. */
export function readUnsentMessages(side: Side, tripId: string): StoredConversation {
  try {
    const storedText = localStorage.getItem(`${STORAGE_KEY_PREFIX}${side}.${tripId}`);
    return storedText === null
      ? emptyConversation
      : { ...emptyConversation, ...(JSON.parse(storedText) as Partial<StoredConversation>) };
  } catch {
    return emptyConversation;
  }
}

/** Stores the conversation; removes it if it is empty. */
export function saveUnsentMessages(
  side: Side,
  tripId: string,
  conversation: StoredConversation,
): void {
  try {
    const storageKey = `${STORAGE_KEY_PREFIX}${side}.${tripId}`;
    if (conversation.draft === "" && conversation.unsent.length === 0)
      localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(conversation));
  } catch {
    // Without storage, the text is still on the screen.
  }
}

/** Deletes everything of a side, so that the next person at this device sees nothing of the last one. */
export function deleteUnsentMessages(side: Side): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(`${STORAGE_KEY_PREFIX}${side}.`)) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
