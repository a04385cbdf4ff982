/** A visitor's answer about the script that counts visits, stored in this browser for that script. */

export type ConsentAnswer = "accepted" | "declined";

interface ConsentState {
  /** The visitor's answer; null before there is one. */
  answer: ConsentAnswer | null;
  /** Whether the question is shown. */
  isOpen: boolean;
}

const STORAGE_KEY = "livery.statistics";

let cachedConsent: { url: string; state: ConsentState } | null = null;
const listeners = new Set<() => void>();

/** Returns the stored answer about the script at `url`. An answer about another script doesn't count. */
export function storedConsent(url: string): ConsentState {
  if (cachedConsent?.url !== url) {
    const answer = storedAnswer(url);
    cachedConsent = { url, state: { answer, isOpen: answer === null } };
  }
  return cachedConsent.state;
}

/** Calls `listener` at every change. Returns a function that unsubscribes. */
export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks again. */
export function openConsentQuestion(url: string): void {
  setConsentState(url, { ...storedConsent(url), isOpen: true });
}

/** Stores an answer. Without storage it lasts until the visitor leaves the page. */
export function answerConsent(url: string, answer: ConsentAnswer): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${answer} ${url}`);
  } catch {
    // Private windows may refuse storage.
  }
  setConsentState(url, { answer, isOpen: false });
}

function setConsentState(url: string, state: ConsentState): void {
  cachedConsent = { url, state };
  for (const listener of listeners) listener();
}

function storedAnswer(url: string): ConsentAnswer | null {
  // The browser's global privacy signal already answers the question.
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  const defaultAnswer = globalPrivacyControl ? "declined" : null;
  try {
    const [answer, storedUrl] = localStorage.getItem(STORAGE_KEY)?.split(" ") ?? [];
    if (storedUrl !== url) return defaultAnswer;
    return answer === "accepted" || answer === "declined" ? answer : defaultAnswer;
  } catch {
    return defaultAnswer;
  }
}
