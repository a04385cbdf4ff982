/** A visitor's answer about the script that counts visits, stored in this browser for that script. */

export type ConsentAnswer = "accepted" | "declined";

interface ConsentState {
  /** The visitor's answer; null before there is one. */
  answer: ConsentAnswer | null;
  /** Whether the question is shown. */
  isOpen: boolean;
}

const KEY = "livery.statistics";

let known: { url: string; state: ConsentState } | null = null;
const listeners = new Set<() => void>();

/** Returns the stored answer about the script at `url`. An answer about another script doesn't count. */
export function storedConsent(url: string): ConsentState {
  if (known?.url !== url) {
    const answer = storedAnswer(url);
    known = { url, state: { answer, isOpen: answer === null } };
  }
  return known.state;
}

/** Calls `listener` at every change. Returns a function that unsubscribes. */
export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks again. */
export function resetConsent(url: string): void {
  change(url, { ...storedConsent(url), isOpen: true });
}

/** Stores an answer. Without storage it lasts until the visitor leaves the page. */
export function answerConsent(url: string, answer: ConsentAnswer): void {
  try {
    localStorage.setItem(KEY, `${answer} ${url}`);
  } catch {
    // Private windows may refuse storage.
  }
  change(url, { answer, isOpen: false });
}

function change(url: string, state: ConsentState): void {
  known = { url, state };
  for (const listener of listeners) listener();
}

function storedAnswer(url: string): ConsentAnswer | null {
  // The browser's global privacy signal already answers the question.
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  const defaultAnswer = globalPrivacyControl ? "declined" : null;
  try {
    const [answer, about] = localStorage.getItem(KEY)?.split(" ") ?? [];
    if (about !== url) return defaultAnswer;
    return answer === "accepted" || answer === "declined" ? answer : defaultAnswer;
  } catch {
    return defaultAnswer;
  }
}
