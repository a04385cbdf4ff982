/** A visitor's answer to the script that counts visits; stored in this browser, for that script. */

export type ConsentAnswer = "accepted" | "declined";

interface ConsentState {
  /** Null before an answer. */
  answer: ConsentAnswer | null;
  /** The question is shown. */
  isOpen: boolean;
}

const KEY = "livery.statistics";

let known: { url: string; state: ConsentState } | null = null;
const listeners = new Set<() => void>();

/** The answer about the script at `url`; one about another script does not count. */
export function storedConsent(url: string): ConsentState {
  if (known?.url !== url) {
    const answer = storedAnswer(url);
    known = { url, state: { answer, isOpen: answer === null } };
  }
  return known.state;
}

/** Calls back at every change until unsubscribed. */
export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks again. */
export function resetConsent(url: string): void {
  change(url, { ...storedConsent(url), isOpen: true });
}

/** Records an answer and stores it. Without storage it holds until the page is left. */
export function answerConsent(url: string, answer: ConsentAnswer): void {
  try {
    localStorage.setItem(KEY, `${answer} ${url}`);
  } catch {
    // Private windows may refuse.
  }
  change(url, { answer, isOpen: false });
}

function change(url: string, state: ConsentState): void {
  known = { url, state };
  for (const listener of listeners) listener();
}

function storedAnswer(url: string): ConsentAnswer | null {
  // The browser's own signal already answers the question.
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
